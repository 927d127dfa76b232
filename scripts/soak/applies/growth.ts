import type { Figure } from "../../bench/figure";
import { median } from "../../bench/figure";

/** How many measurements are compared at either end of a long run. */
const WINDOW = 20;

/**
 * Answers by how much something has grown: the median of the last twenty measurements as a multiple of that of twenty
 * in the beginning. The first quarter does not count: code is compiled and caches fill. Of fewer than eighty
 * measurements, quarters are compared.
 * @param values - in the order in which they were measured; at least four
 */
export function measureGrowth(values: readonly number[]): number {
  const quarter = Math.floor(values.length / 4);
  const window = Math.min(WINDOW, quarter);
  return median(values.slice(-window)) / median(values.slice(quarter, quarter + window));
}

/** Answers growth as a figure. */
export function toGrowthFigure(name: string, values: readonly number[], limit: number): Figure {
  const growth = measureGrowth(values);
  const mebibytes = ((values.at(-1) ?? 0) / 2 ** 20).toFixed(1);
  return {
    name: `${name}, as a multiple of what it was in the beginning`,
    value: `${growth.toFixed(3)} (now ${mebibytes} MiB)`,
    limit: `at most ${limit}`,
    isKept: growth <= limit,
  };
}
