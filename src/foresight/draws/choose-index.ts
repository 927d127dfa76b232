/**
 * Chooses one of several shares by a uniform number.
 * @param shares - 0 to 1 each; the sum is 1
 * @param uniform - 0 to 1
 * @returns index of the share
 */
export function chooseIndex(shares: readonly number[], uniform: number): number {
  let sum = 0;
  let last = 0;
  for (const [index, share] of shares.entries()) {
    if (share <= 0) continue;
    sum += share;
    last = index;
    if (uniform < sum) return index;
  }
  // The shares may add up to slightly less than 1.
  return last;
}
