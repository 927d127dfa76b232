import type { Forecast, SettingsForecast, Shapes } from "../foresight/forecast";
import type { Goal } from "../foresight/goal";
import type { Estimate, MeasureName } from "../foresight/measures";
import type { PlannedQueue } from "../plan/plan";
import { count } from "./describe-counts";
import { groupBy } from "./group-by";

/** The forecast for a planned change of a queue, or the reason for its absence. */
export type QueueForecast =
  | {
      readonly kind: "forecast";
      readonly forecast: Forecast;
      readonly shapes: Shapes;
      /** The required goals that the planned settings do not meet. */
      readonly unmet: readonly Goal[];
    }
  | {
      readonly kind: "none";
      /** The first line says why there is no forecast. Remedies follow, with commands on indented lines. */
      readonly reason: string;
      /** All required goals. A queue without a forecast counts as missing every goal. */
      readonly unmet: readonly Goal[];
    };

/** A forecast and the data of its plots. */
export type DrawnForecast = Extract<QueueForecast, { kind: "forecast" }>;

/** The forecasts of a plan, for each queue with a change that a simulation can show. */
export type Forecasts = ReadonlyMap<PlannedQueue, QueueForecast>;

/** What a report says if it has no forecasts. */
export const NO_FORECASTS = "The stack changes no existing queue in a way that a simulation can show.";

/** Writes, for each goal, the number of queues that do not meet the goal: `p90<45m (2 queues)`. */
export function listUnmetGoals(forecasts: Iterable<QueueForecast>): string[] {
  const texts = [...forecasts].flatMap(({ unmet }) => unmet.map(({ text }) => text));
  return groupBy(texts, (text) => text).map((same) => `${same[0]} (${count(same.length, "queue")})`);
}

/** Returns a sentence for each missed goal, with the simulated value. */
export function describeUnmet(queue: QueueForecast): string[] {
  return queue.unmet.map(({ text, measure }) => {
    if (queue.kind === "none") return `Required: ${text}. Not simulated: ${queue.reason.split("\n")[0]}`;
    return `Required: ${text}. Not met: ${describeMissed(queue.forecast.then, measure)}.`;
  });
}

function describeMissed({ keepsUp, steady, measures }: SettingsForecast, measure: MeasureName): string {
  const estimate = measures[measure];
  if (keepsUp === null) return "unclear whether the queue keeps up (load close to the capacity)";
  if (!keepsUp || estimate === undefined) return "the queue does not keep up";
  const reached = describeReached(measure, estimate);
  const doubt = "but the queue is close to its capacity and reaches no steady state in the simulated time";
  return steady ? reached : `${reached}, ${doubt}`;
}

/** Writes a goal's measure with one decimal. Rounded to an integer, it could seem to meet the goal. */
export function describeReached(measure: MeasureName, estimate: Estimate): string {
  const [value, low, high] = [estimate.value, estimate.low, estimate.high].map((each) => each.toFixed(1));
  return `${value}${measure.endsWith("Minutes") ? " min" : ""} (${low} … ${high})`;
}
