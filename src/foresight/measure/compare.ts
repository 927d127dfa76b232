import type { ReplicationResult } from "../drive/replication";
import type { Forecast, SettingsForecast } from "../forecast";
import type { Estimate } from "../measures";
import { MEASURE_NAMES, type Measured, type MeasureName } from "../measures";
import { estimateMean } from "../statistics/interval";
import { findPercentile } from "../statistics/percentile";

/** Results of the same replications with two choices of settings. */
export interface Pair {
  readonly now: ReplicationResult;
  readonly then: ReplicationResult;
}

export type Summary = Omit<SettingsForecast, "settings">;

/** What pairs of replications say about two choices of settings, and what changes. */
export interface Comparison extends Pick<Forecast, "change"> {
  readonly now: Summary;
  readonly then: Summary;
}

/** Compares two choices of settings by paired differences. @param pairs - two or more, each of one load */
export function compare(pairs: readonly Pair[]): Comparison {
  const now = collect(pairs.map((pair) => pair.now));
  const then = collect(pairs.map((pair) => pair.then));
  return {
    now: { keepsUp: now.keepsUp, measures: mapMeasures(now.values, clampedMean) },
    then: { keepsUp: then.keepsUp, measures: mapMeasures(then.values, clampedMean) },
    change: mapMeasures(then.values, (values, name) => {
      const before = now.values[name];
      if (before === undefined) return undefined;
      const estimate = estimateMean(values.map((value, index) => value - Number(before[index])));
      return { ...estimate, shown: estimate.low > 0 || estimate.high < 0 };
    }),
  };
}

function collect(results: readonly ReplicationResult[]): {
  readonly keepsUp: boolean;
  readonly values: Measured<readonly number[]>;
} {
  const keepsUp = results.every((result) => result.keepsUp);
  // The replications that keep up by chance would be the fast ones.
  const measured = results.map((result) =>
    measureReplication(keepsUp ? result : { ...result, minutesToMerge: [] }),
  );
  const entries = MEASURE_NAMES.flatMap((name) => {
    const values = measured.flatMap((each) => each[name] ?? []);
    return values.length === results.length ? [[name, values] as const] : [];
  });
  return { keepsUp, values: Object.fromEntries(entries) };
}

function mapMeasures<From, To>(
  measured: Measured<From>,
  convert: (value: From, name: MeasureName) => To | undefined,
): Measured<To> {
  const entries = MEASURE_NAMES.flatMap((name) => {
    const value = measured[name];
    const converted = value === undefined ? undefined : convert(value, name);
    return converted === undefined ? [] : [[name, converted] as const];
  });
  return Object.fromEntries(entries);
}

/** No measure is below 0, and no share is above 1. */
function clampedMean(values: readonly number[], name: MeasureName): Estimate {
  const { value, low, high } = estimateMean(values);
  const max = name.endsWith("Share") ? 1 : Number.POSITIVE_INFINITY;
  return { value, low: Math.max(low, 0), high: Math.min(high, max) };
}

const MAX_SHARE = 0.05;

/** Measures that must be precise, with an always sufficient half-width. Shares need too many replications. */
const LIMITS: readonly (readonly [name: MeasureName, enough: number])[] = [
  ["timeToMergeP50Minutes", 1],
  ["timeToMergeP90Minutes", 1],
  ["mergedPerHour", 0],
  ["ciMinutesPerMerge", 0],
];

/** Tells whether no main interval is wider than ±5 %, or than ±1 minute of a time to merge. */
export function isPrecise({ now, then }: Pick<Comparison, "now" | "then">): boolean {
  return [now, then].every(({ measures }) =>
    LIMITS.every(([name, enough]) => {
      const estimate = measures[name];
      // The lower end may be cut off at 0.
      return !estimate || estimate.high - estimate.value <= Math.max(MAX_SHARE * estimate.value, enough);
    }),
  );
}

/** Computes a replication's finite measures: without a merge, no time to merge and no cost per merge. */
export function measureReplication(result: ReplicationResult): Measured<number> {
  const { merged, durationHours, goodConcluded } = result;
  const measured = {
    ...measureTimes(result.minutesToMerge),
    mergedPerHour: merged / durationHours,
    ciMinutesPerMerge: result.ciMinutes / merged,
    testRunsPerMerge: result.testRuns / merged,
    wronglyEvictedShare: result.goodEvicted / goodConcluded,
    brokenMergedShare: result.brokenMerged / merged,
    timedOutShare: result.timedOutRuns / result.testRuns,
  };
  return Object.fromEntries(Object.entries(measured).filter(([, value]) => Number.isFinite(value)));
}

/** Computes the measures of the times to merge, which are ascending; without any, there are no measures. */
export function measureTimes(minutes: readonly number[]): Measured<number> {
  if (minutes.length === 0) return {};
  return {
    timeToMergeMeanMinutes: minutes.reduce((sum, each) => sum + each, 0) / minutes.length,
    timeToMergeP50Minutes: findPercentile(minutes, 0.5),
    timeToMergeP90Minutes: findPercentile(minutes, 0.9),
    timeToMergeP95Minutes: findPercentile(minutes, 0.95),
  };
}
