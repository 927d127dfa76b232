/** The measures in the order of the report. Keys are the names in a forecast, values are the meanings. */
export const MEASURES = {
  timeToMergeMeanMinutes: "Mean of the minutes from submission to merge.",
  timeToMergeP50Minutes: "Median of the minutes from submission to merge.",
  timeToMergeP90Minutes: "90th percentile of the minutes from submission to merge.",
  timeToMergeP95Minutes: "95th percentile of the minutes from submission to merge.",
  mergedPerHour: "Pull requests that merged per hour.",
  ciMinutesPerMerge:
    "Minutes of all test runs per merged pull request. Time spent waiting for a CI slot does not count.",
  testRunsPerMerge: "Test runs that ended, including cancelled ones, per merged pull request.",
  wronglyEvictedShare: "Share of the good pull requests that were removed as failed, 0 to 1.",
  brokenMergedShare: "Share of broken pull requests among the merged ones, 0 to 1.",
  timedOutShare: "Share of the ended test runs that timed out in the queue, 0 to 1.",
} as const;

/** One of {@link MEASURE_NAMES}. */
export type MeasureName = keyof typeof MEASURES;

/** The names of {@link MEASURES}. */
export const MEASURE_NAMES = Object.keys(MEASURES) as MeasureName[];

/** An estimated number with the ends of its 95 % interval. */
export interface Estimate {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/** Values by measure. Without merges, for example, times to merge cannot be computed and are absent. */
export type Measured<Value> = { readonly [Name in MeasureName]?: Value };

/** The measures that a backtest compares with real values. */
export const BACKTESTED_MEASURES = [
  "timeToMergeMeanMinutes",
  "timeToMergeP50Minutes",
  "timeToMergeP90Minutes",
  "timeToMergeP95Minutes",
] as const satisfies readonly MeasureName[];
