import type { MeasureName } from "../forecast";
import type { Comparison, Summary } from "./compare";

/** Largest half-width of an interval, as a share of its value. */
const MAX_SHARE = 0.05;

/** A time to merge need not be known better than this. */
const MAX_MINUTES = 1;

/** The measures that have to be precise, and the half-width that is always enough. Shares need too many replications. */
const LIMITS: ReadonlyMap<MeasureName, number> = new Map([
  ["timeToMergeP50Minutes", MAX_MINUTES],
  ["timeToMergeP90Minutes", MAX_MINUTES],
  ["mergedPerHour", 0],
  ["ciMinutesPerMerge", 0],
]);

/**
 * Tells whether more replications are unnecessary: the interval of each main measure has a half-width of at most 5 % of its
 * value, or for a time to merge of at most one minute.
 */
export function isPrecise({ now, then }: Pick<Comparison, "now" | "then">): boolean {
  return [now, then].every(isSummaryPrecise);
}

function isSummaryPrecise({ measures }: Summary): boolean {
  return [...LIMITS].every(([name, enough]) => {
    const estimate = measures[name];
    if (estimate === undefined) return true;
    // The lower end may be cut off at 0.
    return estimate.high - estimate.value <= Math.max(MAX_SHARE * estimate.value, enough);
  });
}
