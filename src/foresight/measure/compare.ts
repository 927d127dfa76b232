import type { ReplicationResult } from "../drive/replication";
import type { Forecast, Shape, Shapes } from "../forecast";
import { type Estimate, MEASURE_NAMES, type Measured, type MeasureName } from "../measures";
import { estimateByJackknife, estimateMean, type LeftOut, leaveOneOut } from "../statistics/interval";
import { computeMean, findPercentile } from "../statistics/sample";

/** The results of the same replication with two choices of settings. */
export interface Pair {
  readonly now: ReplicationResult;
  readonly then: ReplicationResult;
}

/** The measures of two choices of settings, and their differences. */
export interface Comparison extends Pick<Forecast, "change"> {
  readonly now: Measured<Estimate>;
  readonly then: Measured<Estimate>;
}

/**
 * Compares two choices of settings. Each measure is computed from all pairs together and, for its interval,
 * again without each pair in turn.
 * @param pairs - at least one pair, all with the same load
 * @param drawn - the same replications with drawn loads, which add the uncertainty of the load to intervals
 */
export function compare(pairs: readonly Pair[], drawn?: readonly Pair[]): Comparison {
  const [now, then] = measureBoth(pairs);
  const [drawnNow, drawnThen] = drawn === undefined ? [] : measureBoth(drawn);
  return {
    now: mapMeasures((name) => estimate(name, now, drawnNow)),
    then: mapMeasures((name) => estimate(name, then, drawnThen)),
    change: mapMeasures((name) => {
      const difference = subtract(findMeasure(then, name), findMeasure(now, name));
      if (difference === undefined) return undefined;
      const ofDrawn =
        drawnNow && drawnThen && subtract(findMeasure(drawnThen, name), findMeasure(drawnNow, name));
      const change = estimateByJackknife(difference, ofDrawn);
      return { ...change, shown: change.low > 0 || change.high < 0 };
    }),
  };
}

type MeasuredEach = readonly Measured<number>[];

/** Measures both sides. If both sides have the same results, measures them only once, to save time. */
function measureBoth(pairs: readonly Pair[]): readonly [MeasuredEach, MeasuredEach] {
  const now = measureEach(pairs.map((pair) => pair.now));
  const isSame = pairs.every((pair) => pair.now === pair.then);
  return [now, isSame ? now : measureEach(pairs.map((pair) => pair.then))];
}

/** Measures all replications together, and then without each replication in turn. */
function measureEach(results: readonly ReplicationResult[]): MeasuredEach {
  const parts = results.length < 2 ? [] : leaveOneOut(results);
  return [results, ...parts].map(measureReplications);
}

function findMeasure(measured: MeasuredEach, name: MeasureName): LeftOut | undefined {
  const [value, ...without] = measured.flatMap((each) => each[name] ?? []);
  return value === undefined || without.length < measured.length - 1 ? undefined : { value, without };
}

function subtract(after: LeftOut | undefined, before: LeftOut | undefined): LeftOut | undefined {
  if (after === undefined || before === undefined) return undefined;
  const without = after.without.map((each, index) => each - Number(before.without[index]));
  return { value: after.value - before.value, without };
}

/** Estimates a measure. Its interval does not go below 0 or, for a share, above 1. */
function estimate(name: MeasureName, measured: MeasuredEach, drawn?: MeasuredEach): Estimate | undefined {
  const found = findMeasure(measured, name);
  if (found === undefined) return undefined;
  const scale = name.startsWith("timeToMerge") ? "logarithm" : "linear";
  const { value, low, high } = estimateByJackknife(found, drawn && findMeasure(drawn, name), scale);
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

/** Measures replications together. Omits values that are not finite, such as costs if nothing merged. */
export function measureReplications(results: readonly ReplicationResult[]): Measured<number> {
  const sum = (name: CountName): number => results.reduce((total, result) => total + result[name], 0);
  const merged = sum("merged");
  const minutes = poolMinutes(results);
  const measured = {
    ...measureTimes(minutes),
    // If a queue keeps up, the pull requests that it contains at the end of the window merge later.
    mergedPerHour: (minutes.length > 0 ? minutes.length : merged) / sum("durationHours"),
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

/** Returns the times to merge of all replications, in minutes, ascending. */
export function poolMinutes(results: readonly ReplicationResult[]): Float64Array {
  return Float64Array.from(results.flatMap(({ minutesToMerge }) => minutesToMerge)).sort();
}

/** Computes the measures of ascending times to merge. An empty list has no measures. */
export function measureTimes(minutes: Float64Array): Measured<number> {
  if (minutes.length === 0) return {};
  return {
    timeToMergeMeanMinutes: computeMean(minutes),
    timeToMergeP50Minutes: findPercentile(minutes, 0.5),
    timeToMergeP90Minutes: findPercentile(minutes, 0.9),
    timeToMergeP95Minutes: findPercentile(minutes, 0.95),
  };
}

/** Correlates mean times to merge of successive tenths of the windows; undefined if a time is missing. */
export function correlateTenths(results: readonly ReplicationResult[]): number | undefined {
  const series = results.map(({ meanMinutesByTenth }) => meanMinutesByTenth);
  const all = series.flat().filter((minutes) => minutes !== undefined);
  if (all.length < series.flat().length || all.length === 0) return undefined;
  const mean = computeMean(all);
  const deviations = series.map((means) => means.map((minutes) => Number(minutes) - mean));
  const variance = computeMean(deviations.flat().map((deviation) => deviation ** 2));
  if (variance === 0) return undefined;
  const products = deviations.flatMap((each) =>
    each.slice(1).map((next, index) => next * Number(each[index])),
  );
  return computeMean(products) / variance;
}

const PERCENTILES = Array.from({ length: 101 }, (_, percent) => percent);
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

/** Computes data for plots from replications. @param pairs - at least one */
export function describeShapes(pairs: readonly Pair[]): Shapes {
  return { now: describe(pairs.map(({ now }) => now)), then: describe(pairs.map(({ then }) => then)) };
}

function describe(results: readonly ReplicationResult[]): Shape {
  const minutes = poolMinutes(results);
  return {
    minutesToMerge:
      minutes.length === 0 ? [] : PERCENTILES.map((percent) => findPercentile(minutes, percent / 100)),
    queueLength: HOURS.map((hour) => {
      const lengths = results.flatMap(({ queueLengthByHour }) => queueLengthByHour[hour] ?? []);
      if (lengths.length < results.length) return undefined;
      const { value, low, high } = estimateMean(lengths);
      return { value, low: Math.max(low, 0), high };
    }),
  };
}
