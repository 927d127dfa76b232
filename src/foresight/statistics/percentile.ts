/** Returns a percentile by nearest rank. @param sorted - ascending, not empty @param share - 0 to 1, not 0 */
export function findPercentile(sorted: ArrayLike<number>, share: number): number {
  // 0.07 * 100 is a little more than 7: without this, rounding errors would move the rank.
  const rank = Math.ceil(Number((share * sorted.length).toPrecision(12)));
  return sorted[Math.min(Math.max(rank, 1), sorted.length) - 1] ?? Number.NaN;
}
