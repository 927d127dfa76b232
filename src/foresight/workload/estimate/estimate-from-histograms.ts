import type { DurationSnapshot, MinutesBucket } from "../history/duration-snapshots";
import type { DurationEstimate } from "./estimate-durations";

/** Half width of a 95 % interval in standard deviations of the normal distribution. */
const NORMAL_BOUND = 1.959964;

/** No test is shorter: a second. */
const MIN_MINUTES = 1 / 60;

/** How unevenly durations may lie within their bucket. */
const SKEW = { min: 0.05, max: 20 } as const;

/**
 * Estimates how long test runs take from histograms. The mean is exact, because a histogram has the sum; its interval is that
 * of a ratio of sums over snapshots (linearized), so that durations of the same hour, and those of a batch that counts
 * several times, may be alike. Within a bucket, durations are spread so that their mean is the same.
 * @param snapshots - that do not overlap; at least one duration in all of them
 * @param maxQuantiles - maximum length of `minutes`, 1 or more
 */
export function estimateFromHistograms(
  snapshots: readonly DurationSnapshot[],
  maxQuantiles: number,
): DurationEstimate {
  const seen = snapshots.filter((snapshot) => countDurations(snapshot) > 0);
  const count = seen.reduce((total, snapshot) => total + countDurations(snapshot), 0);
  const sum = seen.reduce((total, { sumMinutes }) => total + sumMinutes, 0);
  const value = Math.max(sum / count, MIN_MINUTES);
  const halfWidth = NORMAL_BOUND * computeDeviation(seen, value, count);
  // A duration is above 0, so the interval is that of the logarithm.
  const factor = Math.exp(halfWidth / value);
  const durations = spreadDurations(
    seen.flatMap(({ buckets }) => buckets),
    sum,
  );
  const quantiles = Math.min(maxQuantiles, durations.length);
  return {
    value,
    low: value / factor,
    high: value * factor,
    minutes: Array.from({ length: quantiles }, (_, index) => {
      const at = Math.floor(((index + 0.5) / quantiles) * durations.length);
      return durations[at] ?? value;
    }),
  };
}

/** Counts the durations of a snapshot. */
export function countDurations({ buckets }: DurationSnapshot): number {
  return buckets.reduce((total, bucket) => total + bucket.count, 0);
}

/** Standard deviation of the mean. One snapshot says nothing about it. */
function computeDeviation(snapshots: readonly DurationSnapshot[], mean: number, count: number): number {
  const number = snapshots.length;
  if (number < 2) return 0;
  const squares = snapshots.reduce((total, snapshot) => {
    const residual = snapshot.sumMinutes - mean * countDurations(snapshot);
    return total + residual ** 2;
  }, 0);
  return Math.sqrt((squares * number) / (number - 1)) / count;
}

/** Returns every duration, ascending. @param sum - of all of them */
function spreadDurations(buckets: readonly MinutesBucket[], sum: number): number[] {
  const limited = limitLast(joinEqual(buckets), sum);
  const count = limited.reduce((total, bucket) => total + bucket.count, 0);
  const lowest = limited.reduce((total, bucket) => total + bucket.count * bucket.fromMinutes, 0) / count;
  const widths =
    limited.reduce((total, bucket) => total + bucket.count * (bucket.toMinutes - bucket.fromMinutes), 0) /
    count;
  // The mean of u ** skew is 1 / (1 + skew) if u is uniform.
  const skew = Math.min(SKEW.max, Math.max(SKEW.min, widths / Math.max(sum / count - lowest, 1e-9) - 1));
  return limited
    .flatMap(({ fromMinutes, toMinutes, count: number }) =>
      Array.from({ length: Math.round(number) }, (_, index) => {
        const share = ((index + 0.5) / number) ** skew;
        return Math.max(MIN_MINUTES, fromMinutes + (toMinutes - fromMinutes) * share);
      }),
    )
    .sort((a, b) => a - b);
}

function joinEqual(buckets: readonly MinutesBucket[]): MinutesBucket[] {
  const joined = new Map<string, MinutesBucket>();
  for (const bucket of buckets) {
    const key = `${bucket.fromMinutes} ${bucket.toMinutes}`;
    const count = (joined.get(key)?.count ?? 0) + bucket.count;
    joined.set(key, { ...bucket, count });
  }
  return [...joined.values()];
}

/** Gives buckets without a limit one: as far above their beginning as their mean, which the sum leaves, is twice. */
function limitLast(buckets: readonly MinutesBucket[], sum: number): MinutesBucket[] {
  const finite = buckets.filter(({ toMinutes }) => toMinutes < Number.POSITIVE_INFINITY);
  const rest = finite.reduce(
    (left, { fromMinutes, toMinutes, count }) => left - (count * (fromMinutes + toMinutes)) / 2,
    sum,
  );
  const last = buckets.filter((bucket) => !finite.includes(bucket));
  const number = last.reduce((total, { count }) => total + count, 0);
  const limited = last.map((bucket) => ({
    ...bucket,
    toMinutes: Math.max(bucket.fromMinutes * 1.5, (2 * rest) / number - bucket.fromMinutes),
  }));
  return [...finite, ...limited].filter(({ count }) => count > 0);
}
