/** Computes the mean. @param values - at least one */
export function computeMean(values: Float64Array | readonly number[]): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum / values.length;
}

/** Computes the sample variance. @param values - at least two */
export function computeVariance(values: readonly number[]): number {
  const mean = computeMean(values);
  return values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1);
}
