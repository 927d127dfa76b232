import type { Estimate } from "../../measures";
import { computeBetaQuantile } from "../../statistics/beta-distribution";

/** Probability below a 95 % interval, and above it. */
export const TAIL = 0.025;

/** Estimates `count` of a `total` of 1 or more with the 95 % interval of Jeffreys. */
export function estimateShare(count: number, total: number): Estimate {
  const [a, b] = [count + 0.5, total - count + 0.5];
  return {
    value: count / total,
    low: count === 0 ? 0 : computeBetaQuantile(TAIL, a, b),
    high: count === total ? 1 : computeBetaQuantile(1 - TAIL, a, b),
  };
}
