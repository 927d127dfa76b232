import type { ReplicationResult } from "../drive/replication";
import type { Forecast } from "../forecast";
import type { Estimate } from "../measures";
import { MEASURE_NAMES, type Measured, type MeasureName } from "../measures";
import { estimateByJackknife, leaveOneOut } from "../statistics/jackknife";
import { findPercentile } from "../statistics/percentile";

/** Results of the same replications with two choices of settings. */
export interface Pair {
  readonly now: ReplicationResult;
  readonly then: ReplicationResult;
}

/** What pairs of replications say about two choices of settings, and what changes. */
export interface Comparison extends Pick<Forecast, "change"> {
  readonly now: Measured<Estimate>;
  readonly then: Measured<Estimate>;
}

/**
 * Compares two choices of settings. Every measure is that of all pull requests together; intervals leave out
 * one replication at a time, and those of differences one pair.
 * @param pairs - at least one, each of one load
 */
export function compare(pairs: readonly Pair[]): Comparison {
  const now = measureEach(pairs.map((pair) => pair.now));
  const then = measureEach(pairs.map((pair) => pair.then));
  return {
    now: mapMeasures((name) => estimate(now, name)),
    then: mapMeasures((name) => estimate(then, name)),
    change: mapMeasures((name) => {
      const [before, after] = [listValues(now, name), listValues(then, name)];
      if (before === undefined || after === undefined) return undefined;
      const [value = 0, ...without] = after.map((each, index) => each - Number(before[index]));
      const change = estimateByJackknife(value, without);
      return { ...change, shown: change.low > 0 || change.high < 0 };
    }),
  };
}

/** The measures of all replications together, and those without each one. */
function measureEach(results: readonly ReplicationResult[]): readonly Measured<number>[] {
  const parts = results.length < 2 ? [] : leaveOneOut(results);
  return [results, ...parts].map(measureReplications);
}

function listValues(measured: readonly Measured<number>[], name: MeasureName): number[] | undefined {
  const values = measured.flatMap((each) => each[name] ?? []);
  return values.length === measured.length ? values : undefined;
}

/** No measure is below 0, and no share is above 1. */
function estimate(measured: readonly Measured<number>[], name: MeasureName): Estimate | undefined {
  const [all, ...without] = listValues(measured, name) ?? [];
  if (all === undefined) return undefined;
  const scale = name.startsWith("timeToMerge") ? "logarithm" : "linear";
  const { value, low, high } = estimateByJackknife(all, without, scale);
  const most = name.endsWith("Share") ? 1 : Number.POSITIVE_INFINITY;
  return { value, low: Math.max(low, 0), high: Math.min(high, most) };
}

function mapMeasures<Value>(convert: (name: MeasureName) => Value | undefined): Measured<Value> {
  const entries = MEASURE_NAMES.flatMap((name) => {
    const value = convert(name);
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(entries);
}

/** Computes the finite measures of replications together: without a merge, no time and no cost per merge. */
export function measureReplications(results: readonly ReplicationResult[]): Measured<number> {
  const sum = (name: CountName): number => results.reduce((total, result) => total + result[name], 0);
  const merged = sum("merged");
  const measured = {
    ...measureTimes(poolMinutes(results)),
    mergedPerHour: merged / sum("durationHours"),
    ciMinutesPerMerge: sum("ciMinutes") / merged,
    testRunsPerMerge: sum("testRuns") / merged,
    wronglyEvictedShare: sum("goodEvicted") / sum("goodConcluded"),
    brokenMergedShare: sum("brokenMerged") / merged,
    timedOutShare: sum("timedOutRuns") / sum("testRuns"),
  };
  return Object.fromEntries(Object.entries(measured).filter(([, value]) => Number.isFinite(value)));
}

type CountName = {
  [Name in keyof ReplicationResult]: ReplicationResult[Name] extends number ? Name : never;
}[keyof ReplicationResult];

/** Returns the minutes to merge of all replications, ascending. */
export function poolMinutes(results: readonly ReplicationResult[]): Float64Array {
  return Float64Array.from(results.flatMap(({ minutesToMerge }) => minutesToMerge)).sort();
}

/** Computes the measures of the times to merge, which are ascending; without any, there are no measures. */
export function measureTimes(minutes: Float64Array): Measured<number> {
  if (minutes.length === 0) return {};
  return {
    timeToMergeMeanMinutes: minutes.reduce((sum, each) => sum + each, 0) / minutes.length,
    timeToMergeP50Minutes: findPercentile(minutes, 0.5),
    timeToMergeP90Minutes: findPercentile(minutes, 0.9),
    timeToMergeP95Minutes: findPercentile(minutes, 0.95),
  };
}

const TENTHS = 10;

/**
 * Computes how much the mean time to merge of a tenth of the window resembles that of the next one: their
 * correlation over all replications, about the mean of all. @returns undefined if times were not measured
 */
export function correlateTenths(results: readonly ReplicationResult[]): number | undefined {
  const series = results.map(({ meanMinutesByTenth }) => meanMinutesByTenth.flatMap((mean) => mean ?? []));
  if (series.some(({ length }) => length < TENTHS)) return undefined;
  const all = series.flat();
  const mean = all.reduce((sum, each) => sum + each, 0) / all.length;
  const variance = all.reduce((sum, each) => sum + (each - mean) ** 2, 0) / all.length;
  const products = series.flatMap((means) =>
    means.slice(1).map((next, index) => (next - mean) * (Number(means[index]) - mean)),
  );
  if (variance === 0) return undefined;
  return products.reduce((sum, each) => sum + each, 0) / products.length / variance;
}
