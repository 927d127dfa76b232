import type { SingleMode } from "./drive/replication";
import type { SimulatedSettings } from "./drive/simulated-settings";
import type { Estimate } from "./statistics/interval";

/** What is measured, by its name in a forecast, in the order in which it is shown. */
export const MEASURE_NAMES = [
  /** Mean of the minutes from submission to merge. */
  "timeToMergeMeanMinutes",
  /** Median of these minutes: half of the merged pull requests took no longer. */
  "timeToMergeP50Minutes",
  /** 90 % of the merged pull requests took no longer. */
  "timeToMergeP90Minutes",
  /** 95 % of the merged pull requests took no longer. */
  "timeToMergeP95Minutes",
  /** Merged pull requests per hour. */
  "mergedPerHour",
  /** Minutes of executed tests per merged pull request. */
  "ciMinutesPerMerge",
  /** Ended test runs, cancelled ones included, per merged pull request. */
  "testRunsPerMerge",
  /** Share of the good changes that left the queue as failed, 0 to 1. */
  "wronglyEvictedShare",
  /** Share of broken changes among the merged ones, 0 to 1. */
  "brokenMergedShare",
  /** Share of the ended test runs that took longer than the queue waits for tests, 0 to 1. */
  "timedOutShare",
] as const;

/** Name of a measure; see {@link MEASURE_NAMES}. */
export type MeasureName = (typeof MEASURE_NAMES)[number];

/** Numbers by measure. One that cannot be computed is missing, such as a time to merge if nothing merges. */
export type Measured<Value> = { readonly [Name in MeasureName]?: Value };

/** A difference, then - now. */
export interface Change extends Estimate {
  /** Whether its interval excludes 0, so that there is evidence of a difference. */
  readonly shown: boolean;
  /** Present if it is an improvement that is smaller than the error of the backtest: not a result. */
  readonly withinBacktestError?: true;
}

/** A measure of the last third of a history. */
export interface BacktestedMeasure extends Estimate {
  /** What happened; the others are what was forecast, with the 95 % interval of what may happen. */
  readonly observed: number;
  /** How far the value is from what happened, as a share of that: 0.09 for 9 %. */
  readonly error: number;
}

/** How good a forecast of the past would have been. */
export type ForecastBacktest =
  | {
      readonly kind: "tested";
      /** Pull requests that merged in the last third of the history. */
      readonly merged: number;
      /** When that third begins, in ISO 8601. */
      readonly since: string;
      /** Whether the simulated queue keeps up. If not, the forecast was wrong, and there are no measures. */
      readonly keepsUp: boolean;
      readonly measures: Measured<BacktestedMeasure>;
    }
  | {
      readonly kind: "none";
      /** Without its full stop. */
      readonly reason: string;
    };

/** What happens with one choice of settings. */
export interface SettingsForecast {
  /** The settings that were simulated, by wire name. */
  readonly settings: SimulatedSettings;
  /**
   * Whether the queue concludes pull requests as fast as they arrive. If it does not, it has no time to merge. False also
   * if the load is saturated.
   */
  readonly keepsUp: boolean;
  /** 95 % intervals. */
  readonly measures: Measured<Estimate>;
}

/** What a change of settings will do to a queue: the JSON document of `mergequeue simulate --format json`. */
export interface Forecast {
  readonly format: "mergequeue-forecast";
  readonly version: 1;
  /** The queue's id; null: the numbers are not about an existing queue. */
  readonly queue: string | null;
  /** Whether numbers of the load were given by hand and not learned from a history. */
  readonly assumed: boolean;
  /** Present if the simulation was interrupted: the intervals are then wider than asked for. */
  readonly interrupted?: true;
  /** Present if a pull request was always waiting: then there is no time to merge, and `mergedPerHour` is the capacity. */
  readonly saturated?: true;
  readonly seed: string;
  /** How many pairs of replications the intervals come from, 2 or more. */
  readonly replications: number;
  /** Pull requests in each replication, those that warm it up included. */
  readonly pullRequests: number;
  /** How the mode `single` was simulated. */
  readonly singleMode: SingleMode;
  readonly now: SettingsForecast;
  readonly then: SettingsForecast;
  /** Differences of the measures that both have, as 95 % intervals over pairs of replications. */
  readonly change: Measured<Change>;
  /** How good a forecast of the last third of the history from its first two thirds would have been. */
  readonly backtest: ForecastBacktest;
  /** Where the numbers of the load come from, as sentences. */
  readonly source: string;
  /** What the simulation assumes, each a sentence. */
  readonly assumptions: readonly string[];
}
