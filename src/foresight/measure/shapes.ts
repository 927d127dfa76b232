import type { ReplicationResult } from "../drive/replication";
import type { Shape, Shapes } from "../forecast";
import { estimateMean } from "../statistics/interval";
import { findPercentile } from "../statistics/percentile";
import { type Pair, poolMinutes } from "./compare";

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
