/** Computes the mean. @param values - at least one */
export function computeMean(values: Float64Array | readonly number[]): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum / values.length;
}

/** Computes the sample variance. @param values - at least two values */
export function computeVariance(values: readonly number[]): number {
  const mean = computeMean(values);
  return values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1);
}

/** Returns a percentile by nearest rank. @param sorted - ascending, not empty @param share - 0 to 1, not 0 */
export function findPercentile(sorted: ArrayLike<number>, share: number): number {
  // 0.07 * 100 is a little more than 7: without this, rounding errors would move the rank.
  const rank = Math.ceil(Number((share * sorted.length).toPrecision(12)));
  return sorted[Math.min(Math.max(rank, 1), sorted.length) - 1] ?? Number.NaN;
}
