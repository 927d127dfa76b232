/** Finds where an increasing function crosses 0, from 0 to `most`. @param toPoint - its value and slope */
export function findRoot(start: number, most: number, toPoint: (at: number) => [number, number]): number {
  let [low, middle, high, step] = [0, start, most, 1];
  while (middle > low && middle < high && Math.abs(step) > Number.EPSILON * middle) {
    const [value, slope] = toPoint(middle);
    if (value === 0) return middle;
    [low, high] = value < 0 ? [middle, high] : [low, middle];
    // Newton's step, or half of the range where that step leaves it.
    step = -value / slope;
    if (middle + step <= low || middle + step >= high) step = (low + high) / 2 - middle;
    middle += step;
  }
  return middle;
}
