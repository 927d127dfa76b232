/** Maps numbers to places on an axis. */
export type Scale = (value: number) => number;

/** An axis that starts at 0 and ends at the last of its ticks. */
export interface Axis {
  /** Returns where a number is, in pixels. */
  readonly scale: Scale;
  /** Evenly spaced round numbers, from 0. */
  readonly ticks: readonly number[];
}

const MOST_TICKS = 6;

/**
 * Lays out a linear axis. d3-scale does this too, but is published as ES modules with five more packages, which CommonJS
 * on Node.js 20 cannot load.
 * @param max - the largest number to show, 0 or more
 * @param from - pixel of 0
 * @param to - pixel of the last tick
 */
export function layOutAxis(max: number, from: number, to: number): Axis {
  const step = findStep(max);
  const count = Math.max(Math.ceil(Number((max / step).toPrecision(12))), 1);
  const ticks = Array.from({ length: count + 1 }, (_, index) => Number((index * step).toPrecision(12)));
  const end = count * step;
  return { ticks, scale: (value) => from + (value / end) * (to - from) };
}

/** Finds the smallest of 1, 2 and 5 times a power of ten that needs few ticks. */
function findStep(max: number): number {
  const least = max > 0 ? max / MOST_TICKS : 1;
  const power = 10 ** Math.floor(Math.log10(least));
  const digit = [1, 2, 5, 10].find((each) => each * power >= least * (1 - Number.EPSILON)) ?? 10;
  return Number((digit * power).toPrecision(1));
}
