import { type Figure, median } from "../../bench/bench-part";

/** The number of measurements at each end of a long run that are compared. */
const WINDOW = 20;

/**
 * Computes the growth: the median of the last twenty measurements divided by the median of twenty early ones. The first
 * quarter does not count, because code is still being compiled and caches fill. With fewer than eighty measurements, it
 * compares quarters.
 * @param values - at least four, in the order of their measurement
 */
function measureGrowth(values: readonly number[]): number {
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
