import type { Estimate } from "../../statistics/interval";
import { TAIL } from "./estimate-share";

/** Exact limits take a time that grows with the count; from here on the normal approximation of the root is as good. */
const MAX_EXACT = 20_000;

/** Half the width of a 95 % interval of the root of a count. */
const ROOT_BOUND = 1.959964 / 2;

/**
 * Estimates the hourly rate of a Poisson process of `count` arrivals with its exact 95 % interval (Garwood): the rates under
 * which as many arrivals or more, and as many or fewer, have a probability of 2.5 %.
 */
export function estimateRate(count: number, hours: number): Estimate {
  if (count > MAX_EXACT) {
    const root = Math.sqrt(count);
    return {
      value: count / hours,
      low: (root - ROOT_BOUND) ** 2 / hours,
      high: (root + ROOT_BOUND) ** 2 / hours,
    };
  }
  const low = count === 0 ? 0 : findMean((mean) => 1 - computePoissonProbability(count - 1, mean) >= TAIL);
  const high = findMean((mean) => computePoissonProbability(count, mean) <= TAIL);
  return { value: count / hours, low: low / hours, high: high / hours };
}

/** Finds the smallest mean with a property that every larger mean has too. */
function findMean(hasProperty: (mean: number) => boolean): number {
  let high = 1;
  while (!hasProperty(high)) high *= 2;
  let low = 0;
  for (;;) {
    const middle = (low + high) / 2;
    if (middle <= low || middle >= high) return high;
    if (hasProperty(middle)) high = middle;
    else low = middle;
  }
}

/** Returns the probability of at most `count` arrivals. */
function computePoissonProbability(count: number, mean: number): number {
  // Logarithms, because the terms of a large mean underflow.
  let logTerm = -mean;
  let sum = Math.exp(logTerm);
  for (let each = 1; each <= count; each++) {
    logTerm += Math.log(mean / each);
    sum += Math.exp(logTerm);
  }
  return Math.min(1, sum);
}
