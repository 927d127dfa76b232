/**
 * Tells whether a number from JSON is exact. Parsers round whole numbers beyond 2^53, and turn very large ones into
 * Infinity (promise S-13). Fractions count as exact.
 */
export function isExactNumber(value: number): boolean {
  return Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value));
}
