import { findRoot } from "./find-root";

/** Coefficients of Lanczos' approximation of the gamma function with g = 7, exact to 15 digits. */
const LANCZOS: readonly number[] = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
  12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
];

const LANCZOS_G = 7;
/** Takes the place of 0. */
const TINY = 1e-300;
/** The continued fraction converges in about sqrt(max(a, b)) steps. */
const MAX_STEPS = 100_000;

/** Computes the probability up to `x`, 0 to 1. `a` and `b` are above 0. Exact to about 13 digits. */
export function computeBetaProbability(x: number, a: number, b: number): number {
  if (x <= 0 || x >= 1) return x <= 0 ? 0 : 1;
  const front = computeFront(x, a, b);
  // The fraction converges fast only on this side of the mean.
  return x < (a + 1) / (a + b + 2)
    ? (front * computeFraction(x, a, b)) / a
    : 1 - (front * computeFraction(1 - x, b, a)) / b;
}

/** Computes the quantile, 0 to 1, for a probability. `a` and `b` are above 0. */
export function computeBetaQuantile(probability: number, a: number, b: number): number {
  return findRoot(a / (a + b), 1, (x) => {
    const density = computeFront(x, a, b) / (x * (1 - x));
    return [computeBetaProbability(x, a, b) - probability, density];
  });
}

/** The density, times x (1 - x). */
function computeFront(x: number, a: number, b: number): number {
  const logBeta = computeLogGamma(a) + computeLogGamma(b) - computeLogGamma(a + b);
  return Math.exp(a * Math.log(x) + b * Math.log1p(-x) - logBeta);
}

/** The continued fraction of the incomplete beta function, by the modified method of Lentz. */
function computeFraction(x: number, a: number, b: number): number {
  let c = 1;
  let d = 1 / (1 - ((a + b) * x) / (a + 1) || TINY);
  let value = d;
  for (let step = 1; step <= MAX_STEPS; step++) {
    const even = (step * (b - step) * x) / ((a + 2 * step - 1) * (a + 2 * step));
    const odd = (-(a + step) * (a + b + step) * x) / ((a + 2 * step) * (a + 2 * step + 1));
    let factor = 1;
    for (const term of [even, odd]) {
      d = 1 / (1 + term * d || TINY);
      c = 1 + term / c || TINY;
      factor = c * d;
      value *= factor;
    }
    if (Math.abs(factor - 1) < Number.EPSILON) break;
  }
  return value;
}

/** @param z - above 0 */
function computeLogGamma(z: number): number {
  // Euler's reflection keeps the approximation on the side where it is exact.
  if (z < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * z)) - computeLogGamma(1 - z);
  const shifted = z - 1;
  const sum = LANCZOS.reduce((total, coefficient, index) => total + coefficient / (shifted + index));
  const t = shifted + LANCZOS_G + 0.5;
  return Math.log(2 * Math.PI) / 2 + (shifted + 0.5) * Math.log(t) - t + Math.log(sum);
}
