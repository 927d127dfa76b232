/**
 * Returns a percentile by the nearest rank: the smallest value that at least this share does not exceed.
 * @param sorted - at least one value, in ascending order
 * @param share - above 0, at most 1: 0.9 for the 90th percentile
 */
export function findPercentile(sorted: ArrayLike<number>, share: number): number {
  // 0.07 * 100 is a little more than 7: without this, rounding errors would move the rank.
  const rank = Math.ceil(Number((share * sorted.length).toPrecision(12)));
  return sorted[Math.min(Math.max(rank, 1), sorted.length) - 1] ?? Number.NaN;
}
