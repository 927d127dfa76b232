import type { ReplicationResult } from "../drive/replication";
import { type Change, MEASURE_NAMES, type Measured, type MeasureName } from "../forecast";
import { type Estimate, estimateMean } from "../statistics/interval";
import { measureReplication } from "./measure-replication";

/** Results of the same replications with two choices of settings. */
export interface Pair {
  readonly now: ReplicationResult;
  readonly then: ReplicationResult;
}

/** What replications say about one choice of settings. */
export interface Summary {
  /** Whether the queue keeps up in every replication. */
  readonly keepsUp: boolean;
  readonly measures: Measured<Estimate>;
}

/** What pairs of replications say about two choices of settings and their difference. */
export interface Comparison {
  readonly now: Summary;
  readonly then: Summary;
  readonly change: Measured<Change>;
}

/**
 * Compares two choices of settings. Both replications of a pair have the same pull requests and tests, so that the interval
 * of the difference is that of the paired differences, which is narrower than the difference of the two intervals.
 * @param pairs - two or more
 */
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

interface Collected {
  readonly keepsUp: boolean;
  /** The value of each replication, for the measures that all of them have. */
  readonly values: Measured<readonly number[]>;
}

function collect(results: readonly ReplicationResult[]): Collected {
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
