import type { Estimate } from "../measures";
import { computeStudentBound } from "./interval";
import { computeVariance } from "./moments";

/** A value computed from all observations together, and without each of them in turn. */
export interface LeftOut {
  readonly value: number;
  readonly without: readonly number[];
}

/**
 * Estimates by the jackknife with Student's 95 % interval (Asmussen and Glynn 2007, chapter III). With fewer
 * than two observations, both ends equal the value.
 * @param drawn - values from the same random numbers with drawn parameters, which widen the interval
 * @param scale - `logarithm`: the interval of the logarithm is computed, if all values are above 0
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

/** Returns the list without each of its elements in turn. */
export function leaveOneOut<Item>(items: readonly Item[]): Item[][] {
  return items.map((_, left) => items.filter((_item, index) => index !== left));
}
