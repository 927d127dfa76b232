import type { Forecast } from "../../src/foresight/forecast";
import { makeSetup } from "./support/make-setup";

const { settings: SETTINGS } = makeSetup({
  settings: { mode: "parallel", concurrency: 4, bisectionConcurrency: 4, testingTimeoutMinutes: 60 },
});

/** Makes the forecast for a concurrency of 8 in place of 4: faster, and more expensive. */
export function makeForecast(changes: Partial<Forecast> = {}): Forecast {
  return {
    format: "mergequeue-forecast",
    version: 1,
    queue: "github.com/acme/web/main",
    assumed: false,
    seed: "1",
    replications: 12,
    pullRequests: 2000,
    given: [],
    singleMode: "one-at-a-time",
    now: {
      settings: SETTINGS,
      keepsUp: true,
      steady: true,
      simulatedDays: 14,
      measures: {
        timeToMergeP50Minutes: { value: 31, low: 29, high: 33 },
        timeToMergeP90Minutes: { value: 59.1, low: 55, high: 63.2 },
        mergedPerHour: { value: 4.7, low: 4.5, high: 4.9 },
        ciMinutesPerMerge: { value: 44, low: 42, high: 46 },
        wronglyEvictedShare: { value: 0.004, low: 0.003, high: 0.005 },
      },
    },
    then: {
      settings: { ...SETTINGS, concurrency: 8 },
      keepsUp: true,
      steady: true,
      simulatedDays: 14,
      measures: {
        timeToMergeP50Minutes: { value: 22, low: 20, high: 24 },
        timeToMergeP90Minutes: { value: 48.1, low: 45, high: 51 },
        mergedPerHour: { value: 4.7, low: 4.5, high: 4.9 },
        ciMinutesPerMerge: { value: 61, low: 59, high: 63 },
        wronglyEvictedShare: { value: 0.004, low: 0.003, high: 0.005 },
      },
    },
    change: {
      timeToMergeP50Minutes: { value: -9, low: -11, high: -7, shown: true },
      timeToMergeP90Minutes: { value: -11, low: -15.1, high: -6.8, shown: true },
      mergedPerHour: { value: 0, low: -0.1, high: 0.1, shown: false },
      ciMinutesPerMerge: { value: 17, low: 15, high: 19, shown: true },
      wronglyEvictedShare: { value: 0, low: -0.001, high: 0.001, shown: false },
    },
    source: "Based on 412 conclusions in 31 working days.",
    backtest: { kind: "none", reason: "only a recording shows how long pull requests took to merge" },
    assumptions: ["tests fail independently"],
    ...changes,
  };
}
