import { type Figure, median } from "../../bench/bench-part";

/** Measurements that are compared at either end of a long run. */
const WINDOW = 20;

/**
 * Computes the growth: the median of the last twenty measurements as a multiple of the median of twenty early ones. The
 * first quarter does not count, because code is compiled and caches fill. Of fewer than eighty measurements, quarters are
 * compared.
 * @param values - at least four, in the order of their measurement
 */
export function measureGrowth(values: readonly number[]): number {
  const quarter = Math.floor(values.length / 4);
  const window = Math.min(WINDOW, quarter);
  return median(values.slice(-window)) / median(values.slice(quarter, quarter + window));
}

/** Compares growth with its limit. */
export function toGrowthFigure(name: string, values: readonly number[], limit: number): Figure {
  const growth = measureGrowth(values);
  const mebibytes = ((values.at(-1) ?? 0) / 2 ** 20).toFixed(1);
  return {
    name: `growth of ${name}`,
    value: `${growth.toFixed(3)} (now ${mebibytes} MiB)`,
    limit: `at most ${limit}`,
    isKept: growth <= limit,
  };
}
