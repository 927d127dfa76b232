import type { Measured } from "../forecast";
import type { Estimate } from "../statistics/interval";
import type { Comparison, Summary } from "./compare";

/** Digits of a number in a forecast: more than any simulation is worth, and equal on every machine. */
const DIGITS = 6;

/** Rounds all numbers of a comparison. */
export function roundComparison({ now, then, change }: Comparison): Comparison {
  return { now: roundSummary(now), then: roundSummary(then), change: roundAll(change) };
}

function roundSummary({ keepsUp, measures }: Summary): Summary {
  return { keepsUp, measures: roundAll(measures) };
}

function roundAll<Value extends Estimate>(measured: Measured<Value>): Measured<Value> {
  const rounded = Object.entries(measured).map(([name, estimate]) => {
    const { value, low, high } = estimate;
    return [name, { ...estimate, value: round(value), low: round(low), high: round(high) }];
  });
  return Object.fromEntries(rounded) as Measured<Value>;
}

function round(value: number): number {
  // Adding 0 makes a negative zero positive.
  return Number(value.toPrecision(DIGITS)) + 0;
}
