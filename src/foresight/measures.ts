/** All measures in the order of the report: the name in a forecast, and its meaning. */
export const MEASURES = {
  timeToMergeMeanMinutes: "Mean of the minutes from submission to merge.",
  timeToMergeP50Minutes: "Half of the merged pull requests took at most so many minutes.",
  timeToMergeP90Minutes: "90 % of the merged pull requests took at most so many minutes.",
  timeToMergeP95Minutes: "95 % of the merged pull requests took at most so many minutes.",
  mergedPerHour: "Pull requests that merged per hour.",
  ciMinutesPerMerge: "Minutes of executed tests, all runs together, per merged pull request.",
  testRunsPerMerge: "Test runs that ended, cancelled ones included, per merged pull request.",
  wronglyEvictedShare: "Share of the good changes that left the queue as failed, 0 to 1.",
  brokenMergedShare: "Share of broken changes among the merged ones, 0 to 1.",
  timedOutShare: "Share of the ended test runs that took longer than the queue waits for tests, 0 to 1.",
} as const;

/** Name of a measure. */
export type MeasureName = keyof typeof MEASURES;

/** The names of {@link MEASURES}. */
export const MEASURE_NAMES = Object.keys(MEASURES) as MeasureName[];

/** A number that was estimated from several observations, with the ends of its 95 % interval. */
export interface Estimate {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/** Numbers by measure. One that cannot be computed is missing, such as a time to merge if nothing merges. */
export type Measured<Value> = { readonly [Name in MeasureName]?: Value };

/** The measures that a backtest compares with what happened. */
export const BACKTESTED_MEASURES = [
  "timeToMergeMeanMinutes",
  "timeToMergeP50Minutes",
  "timeToMergeP90Minutes",
  "timeToMergeP95Minutes",
] as const satisfies readonly MeasureName[];
