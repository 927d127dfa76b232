import type { Shape } from "../../../src/foresight/forecast";
import { tryParseGoal } from "../../../src/foresight/goal";
import type { QueueForecast } from "../../../src/report/queue-forecast";
import { makeForecast } from "../../foresight/make-forecast";

const SHAPE: Shape = {
  minutesToMerge: Array.from({ length: 101 }, (_, percent) => percent),
  queueLength: Array.from({ length: 24 }, () => ({ value: 2, low: 1, high: 3 })),
};

/** Goals that the forecast below does not meet. */
export const GOALS = ["p90<45m"].flatMap((text) => tryParseGoal(text) ?? []);

/** Makes the forecast of a queue whose change does not meet its goals. */
export function makeQueueForecast(): QueueForecast {
  return { kind: "forecast", forecast: makeForecast(), shapes: { now: SHAPE, then: SHAPE }, unmet: GOALS };
}
