import type { Estimate } from "../measures";
import { computeBetaQuantile } from "./beta-distribution";
import { computeMean, computeVariance } from "./moments";

const CONFIDENCE = 0.95;

/** Estimates a mean with Student's 95 % interval. With one observation, both ends equal the value. */
export function estimateMean(values: readonly number[]): Estimate {
  return toInterval(values, 1 / values.length);
}

/** Predicts the next independent, normally distributed observation: its mean with a 95 % interval. */
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

/** Computes the bound of Student's t for 95 %: t²/(n + t²) has the beta distribution of ½ and n/2. */
export function computeStudentBound(freedom: number): number {
  const x = computeBetaQuantile(CONFIDENCE, 1 / 2, freedom / 2);
  return Math.sqrt((freedom * x) / (1 - x));
}
