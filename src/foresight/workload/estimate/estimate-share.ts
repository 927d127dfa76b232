import type { Estimate } from "../../measures";
import { computeBetaQuantile } from "../../statistics/beta-distribution";

/** Probability below a 95 % interval, and above it. */
export const TAIL = 0.025;

/**
 * Estimates a share, `count` of a `total` of 1 or more, with the 95 % interval of Jeffreys: quantiles of
 * Beta(count + ½, total − count + ½). Its ends are 0 if nothing was counted, and 1 if everything was.
 */
export function estimateShare(count: number, total: number): Estimate {
  const [a, b] = [count + 0.5, total - count + 0.5];
  return {
    value: count / total,
    low: count === 0 ? 0 : computeBetaQuantile(TAIL, a, b),
    high: count === total ? 1 : computeBetaQuantile(1 - TAIL, a, b),
  };
}
