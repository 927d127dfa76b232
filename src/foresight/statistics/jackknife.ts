import type { Estimate } from "../measures";
import { computeStudentBound } from "./interval";

/**
 * Estimates by the jackknife, with Student's t-interval of 95 %: what is computed from all observations
 * together, and how much it varies if one of them is left out (Asmussen and Glynn 2007, chapter III).
 * Without anything left out, both ends equal the value.
 * @param value - computed from all observations
 * @param without - computed without each observation in turn
 * @param scale - `logarithm`: the interval is computed for the logarithm, if all values are above 0
 */
export function estimateByJackknife(
  value: number,
  without: readonly number[],
  scale: "linear" | "logarithm" = "linear",
): Estimate {
  const count = without.length;
  if (count < 2) return { value, low: value, high: value };
  const isLogarithmic = scale === "logarithm" && [value, ...without].every((each) => each > 0);
  const values = isLogarithmic ? without.map((each) => Math.log(each)) : without;
  const mean = values.reduce((sum, each) => sum + each, 0) / count;
  const squares = values.reduce((sum, each) => sum + (each - mean) ** 2, 0);
  const halfWidth = computeStudentBound(count - 1) * Math.sqrt((squares * (count - 1)) / count);
  if (isLogarithmic) return { value, low: value / Math.exp(halfWidth), high: value * Math.exp(halfWidth) };
  return { value, low: value - halfWidth, high: value + halfWidth };
}

/** Returns the list without each of its elements in turn. */
export function leaveOneOut<Item>(items: readonly Item[]): Item[][] {
  return items.map((_, left) => items.filter((_item, index) => index !== left));
}
