/**
 * Tells whether a number is the one that was written in JSON. Whole numbers past 2^53 are rounded by whoever reads
 * them, and too large ones become infinite (promise S-13); fractions are what they are.
 */
export function isExactNumber(value: number): boolean {
  return Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value));
}
