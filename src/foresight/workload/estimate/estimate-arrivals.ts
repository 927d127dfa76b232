import { HOUR_MS } from "../../../text/milliseconds";
import type { Window } from "../../history";
import type { Estimate } from "../../measures";
import { findRoot } from "../../statistics/find-root";
import { TAIL } from "../../statistics/interval";
import type { QueueWorkload } from "../../workload";
import { FIRST_MONDAY_MS, HOURS_OF_WEEK } from "../workload-constants";

/** An hour of the week gets its own rate only if it was observed for this many hours in total. */
const MIN_HOURS = 1;

type ArrivalEstimate = Estimate & Pick<NonNullable<QueueWorkload["arrivalsPerHour"]>, "byHourOfWeek">;

/** Estimates rates with exact Poisson intervals. @param timesMs - one time or more, all within the windows */
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
  const isKnown = byHourOfWeek.some(({ value }) => value > 0);
  return { ...estimateRate(timesMs.length, total), ...(isKnown && { byHourOfWeek }) };
}

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

interface CountedHour {
  /** 0 to 167. */
  readonly hourOfWeek: number;
  readonly count: number;
  /** How long this hour of the week was observed in total, in hours; above 0. */
  readonly seen: number;
}

/** Mixes each rate with those of the same hour on similar days, because weeks are few (empirical Bayes). */
function smoothHours(hours: readonly CountedHour[]): number[] {
  const groups = new Map<number, CountedHour[]>();
  for (const hour of hours) groups.set(toGroup(hour), [...(groups.get(toGroup(hour)) ?? []), hour]);
  const variation = estimateVariation([...groups.values()]);
  return hours.map((hour) => {
    const group = sumUp(groups.get(toGroup(hour)) ?? [hour]);
    if (group.count === 0) return 0;
    const mean = group.count / group.seen;
    // The weight of the other days, in hours, is at most the time for which they were observed.
    const borrowed = Math.min(variation === 0 ? Infinity : 1 / (variation * mean), group.seen - hour.seen);
    if (borrowed <= 0) return hour.count / hour.seen;
    const others = (group.count - hour.count) / (group.seen - hour.seen);
    return (hour.count + borrowed * others) / (hour.seen + borrowed);
  });
}

/** Groups similar hours: the same hour of all working days, or the same hour of both weekend days. */
function toGroup({ hourOfWeek }: CountedHour): number {
  const isWeekend = hourOfWeek >= 5 * 24;
  return (hourOfWeek % 24) + (isWeekend ? 24 : 0);
}

/** Estimates how much rates vary within a group: the squared coefficient of variation, 0 or more. */
function estimateVariation(groups: readonly (readonly CountedHour[])[]): number {
  let excess = 0;
  let squares = 0;
  for (const group of groups) {
    if (group.length < 2) continue;
    const { count, seen } = sumUp(group);
    for (const hour of group) {
      const expected = (hour.seen * count) / seen;
      // The mean of the group includes the hour, so that deviations are too small by this factor.
      const freedom = 1 - hour.seen / seen;
      excess += (hour.count - expected) ** 2 / freedom - expected;
      squares += expected ** 2;
    }
  }
  return squares === 0 ? 0 : Math.max(0, excess / squares);
}

function sumUp(hours: readonly CountedHour[]): { readonly count: number; readonly seen: number } {
  return {
    count: hours.reduce((sum, { count }) => sum + count, 0),
    seen: hours.reduce((sum, { seen }) => sum + seen, 0),
  };
}

/** Above this count, exact limits are slow, and the normal approximation of the square root is good. */
const MAX_EXACT = 20_000;
/** Half the width of the 95 % interval of the square root of a count. */
const ROOT_BOUND = 1.959964 / 2;

/** Estimates a Poisson process's hourly rate from `count` arrivals, with Garwood's exact 95 % interval. */
export function estimateRate(count: number, hours: number): Estimate {
  if (count > MAX_EXACT) {
    const root = Math.sqrt(count);
    const [low, high] = [root - ROOT_BOUND, root + ROOT_BOUND];
    return { value: count / hours, low: low ** 2 / hours, high: high ** 2 / hours };
  }
  const low = count === 0 ? 0 : findMean(count - 1, 1 - TAIL);
  const high = findMean(count, TAIL);
  return { value: count / hours, low: low / hours, high: high / hours };
}

/** Finds the mean of the Poisson distribution in which this is the probability of at most `count`. */
function findMean(count: number, probability: number): number {
  // The limits of any count are below twice the count plus 20.
  return findRoot(count + 1, 2 * count + 20, (mean) => {
    // Logarithms, because the terms would underflow if the mean is large.
    let logTerm = -mean;
    let sum = Math.exp(logTerm);
    for (let each = 1; each <= count; each++) {
      logTerm += Math.log(mean / each);
      sum += Math.exp(logTerm);
    }
    return [probability - sum, Math.exp(logTerm)];
  });
}
