import type { Window } from "../history/history";
import { HOURS_OF_WEEK } from "../workload-constants";
import type { QueueWorkload } from "../workload-schema";
import { estimateRate } from "./estimate-rate";
import { smoothHours } from "./smooth-hours";

const HOUR_MS = 3_600_000;

/** 1970-01-05 was a Monday. */
const FIRST_MONDAY_MS = 4 * 24 * HOUR_MS;

/** An hour of the week that was seen for less than this says too little. */
const MIN_HOURS = 1;

/** The arrivals of a workload, without their basis. */
export type ArrivalEstimate = Pick<
  NonNullable<QueueWorkload["arrivalsPerHour"]>,
  "value" | "low" | "high" | "byHourOfWeek"
>;

/**
 * Estimates how many pull requests arrive per hour: the mean, and by hour of the week, with exact Poisson intervals of what was
 * seen in that hour itself. An hour of the week is left out if it was seen for less than one hour in all.
 * @param timesMs - of the arrivals, within the windows: at least one. Milliseconds since 1970 (UTC)
 */
export function estimateArrivals(timesMs: readonly number[], windows: readonly Window[]): ArrivalEstimate {
  const counts = new Float64Array(HOURS_OF_WEEK);
  for (const ms of timesMs) addTo(counts, toHourOfWeek(ms), 1);
  const hours = measureHours(windows);
  const counted = Array.from(counts, (count, hourOfWeek) => ({
    hourOfWeek,
    count,
    seen: hours[hourOfWeek] ?? 0,
  })).filter(({ seen }) => seen >= MIN_HOURS);
  const smooth = smoothHours(counted);
  const byHourOfWeek = counted.map(({ hourOfWeek, count, seen }, index) => {
    const { value, low, high } = estimateRate(count, seen);
    return { hourOfWeek, value: Math.min(Math.max(smooth[index] ?? value, low), high), low, high };
  });
  const total = hours.reduce((sum, each) => sum + each, 0);
  return {
    ...estimateRate(timesMs.length, total),
    ...(byHourOfWeek.some(({ value }) => value > 0) ? { byHourOfWeek } : {}),
  };
}

/** Returns how long each hour of the week was seen, in hours. */
function measureHours(windows: readonly Window[]): Float64Array {
  const hours = new Float64Array(HOURS_OF_WEEK);
  for (const { fromMs, toMs } of windows) {
    for (let ms = fromMs; ms < toMs; ) {
      const next = Math.min(toMs, (Math.floor(ms / HOUR_MS) + 1) * HOUR_MS);
      addTo(hours, toHourOfWeek(ms), (next - ms) / HOUR_MS);
      ms = next;
    }
  }
  return hours;
}

function toHourOfWeek(ms: number): number {
  const hours = Math.floor((ms - FIRST_MONDAY_MS) / HOUR_MS);
  return ((hours % HOURS_OF_WEEK) + HOURS_OF_WEEK) % HOURS_OF_WEEK;
}

function addTo(numbers: Float64Array, index: number, amount: number): void {
  numbers[index] = (numbers[index] ?? 0) + amount;
}
