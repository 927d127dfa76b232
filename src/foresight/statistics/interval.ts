import type { Estimate } from "../measures";
import { computeBetaQuantile } from "./beta-distribution";
import { computeMean, computeVariance } from "./sample";

const CONFIDENCE = 0.95;

/** Estimates a mean with Student's 95 % interval. With one observation, both ends equal the value. */
export function estimateMean(values: readonly number[]): Estimate {
  return toInterval(values, 1 / values.length);
}

/** Predicts the next of several independent, normally distributed values: its mean and its 95 % interval. */
export function predictNext(values: readonly number[]): Estimate {
  return toInterval(values, 1 + 1 / values.length);
}

/** @param varianceShare - variance of the estimate, as a multiple of the variance of one observation */
function toInterval(values: readonly number[], varianceShare: number): Estimate {
  const value = computeMean(values);
  if (values.length < 2) return { value, low: value, high: value };
  const halfWidth =
    computeStudentBound(values.length - 1) * Math.sqrt(computeVariance(values) * varianceShare);
  return { value, low: value - halfWidth, high: value + halfWidth };
}

/** Computes Student's two-sided 95 % bound. t²/(n + t²) has the beta distribution with ½ and n/2. */
export function computeStudentBound(freedom: number): number {
  const x = computeBetaQuantile(CONFIDENCE, 1 / 2, freedom / 2);
  return Math.sqrt((freedom * x) / (1 - x));
}

/** A value computed from all observations, and computed again without each observation in turn. */
export interface LeftOut {
  readonly value: number;
  readonly without: readonly number[];
}

/**
 * Estimates a value by the jackknife with Student's 95 % interval (Asmussen and Glynn 2007, chapter III).
 * With fewer than two observations, both ends equal the value.
 * @param drawn - the same value with drawn parameters and the same random numbers; it widens the interval
 * @param scale - `logarithm`: computes the interval of the logarithm, unless a value is 0 or less
 */
export function estimateByJackknife(
  { value, without }: LeftOut,
  drawn?: LeftOut,
  scale: "linear" | "logarithm" = "linear",
): Estimate {
  const count = without.length;
  if (count < 2) return { value, low: value, high: value };
  const all = [value, ...without, ...(drawn === undefined ? [] : [drawn.value, ...drawn.without])];
  const isLogarithmic = scale === "logarithm" && all.every((each) => each > 0);
  const toPseudoValues = (from: LeftOut): number[] => {
    const [total, ...left] = [from.value, ...from.without].map((each) =>
      isLogarithmic ? Math.log(each) : each,
    );
    return left.map((each) => count * Number(total) - (count - 1) * each);
  };
  const values = toPseudoValues({ value, without });
  const ofChance = computeVariance(values) / count;
  const differences = drawn && toPseudoValues(drawn).map((each, index) => each - Number(values[index]));
  const ofParameters = differences === undefined ? 0 : computeVariance(differences);
  const halfWidth = computeStudentBound(count - 1) * Math.sqrt(ofChance + ofParameters);
  if (isLogarithmic) return { value, low: value / Math.exp(halfWidth), high: value * Math.exp(halfWidth) };
  return { value, low: value - halfWidth, high: value + halfWidth };
}

/** Returns one list for each element. The list contains all other elements. */
export function leaveOneOut<Item>(items: readonly Item[]): Item[][] {
  return items.map((_, left) => items.filter((_item, index) => index !== left));
}

/** Probability that a value is below a 95 % interval. It is above the interval with the same probability. */
export const TAIL = 0.025;

/** Estimates the share `count` / `total` with the 95 % interval of Jeffreys. `total` is 1 or more. */
export function estimateShare(count: number, total: number): Estimate {
  const [a, b] = [count + 0.5, total - count + 0.5];
  return {
    value: count / total,
    low: count === 0 ? 0 : computeBetaQuantile(TAIL, a, b),
    high: count === total ? 1 : computeBetaQuantile(1 - TAIL, a, b),
  };
}
