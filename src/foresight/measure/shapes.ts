import type { ReplicationResult } from "../drive/replication";
import { type Estimate, estimateMean } from "../statistics/interval";
import { findPercentile } from "../statistics/percentile";
import type { Pair } from "./compare";

/** What plots show of one choice of settings, beside the measures. */
export interface Shape {
  /**
   * Percentiles of the minutes from submission to merge, over all replications, ascending: the element at 0 is the shortest
   * time, the one at 90 the 90th percentile, the one at 100 the longest. Empty unless the queue keeps up and something merged.
   */
  readonly minutesToMerge: readonly number[];
  /** Pull requests in the queue by hour of the day (UTC), 24 values. Undefined: not every replication includes that hour. */
  readonly queueLength: readonly (Estimate | undefined)[];
}

/** What plots show of both choices of settings. */
export type Shapes = { readonly [Side in keyof Pair]: Shape };

const PERCENTILES = Array.from({ length: 101 }, (_, percent) => percent);
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

/** Describes what happened in replications. @param pairs - at least one */
export function describeShapes(pairs: readonly Pair[]): Shapes {
  return {
    now: describeShape(pairs.map(({ now }) => now)),
    then: describeShape(pairs.map(({ then }) => then)),
  };
}

function describeShape(results: readonly ReplicationResult[]): Shape {
  const keepsUp = results.every((result) => result.keepsUp);
  const minutes = Float64Array.from(keepsUp ? results.flatMap(({ minutesToMerge }) => minutesToMerge) : []);
  minutes.sort();
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
