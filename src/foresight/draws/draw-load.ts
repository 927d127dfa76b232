import { HOUR_MS } from "../../text/milliseconds";
import type { Arrivals, TestMinutes } from "../load";
import { FIRST_MONDAY_MS, HOURS_OF_WEEK } from "../workload/workload-constants";
import type { KeyedDraws } from "./keyed-draws";

/** Draws the hour of the week in which a replication begins. Each hour is equally likely. */
export function drawStartMs(draws: KeyedDraws): number {
  const hour = Math.floor(draws.drawUniform("start", 0) * HOURS_OF_WEEK);
  return FIRST_MONDAY_MS + hour * HOUR_MS;
}

/** Draws ascending arrivals in whole milliseconds since 1970 (UTC). A higher rate only shortens the gaps. */
export function* drawArrivals(
  arrivals: Exclude<Arrivals, { kind: "saturated" }>,
  draws: KeyedDraws,
  startMs: number,
): Generator<number, never, undefined> {
  let atMs = startMs;
  for (let number = 1; ; number += 1) {
    const expected = draws.drawExponential("arrival", number);
    atMs =
      arrivals.kind === "poisson"
        ? atMs + (expected / arrivals.perHour) * HOUR_MS
        : passWeekly(arrivals.perHour, atMs, expected);
    yield Math.round(atMs);
  }
}

/** Finds the time at which the weekly rates since `sinceMs` add up to `expected` arrivals. */
function passWeekly(perHour: readonly number[], sinceMs: number, expected: number): number {
  let atMs = sinceMs;
  let left = expected;
  for (;;) {
    const hour = Math.floor((atMs - FIRST_MONDAY_MS) / HOUR_MS);
    const rate = perHour[hour % HOURS_OF_WEEK] ?? 0;
    const endMs = FIRST_MONDAY_MS + (hour + 1) * HOUR_MS;
    const inHour = (rate * (endMs - atMs)) / HOUR_MS;
    if (left < inHour) return atMs + (left / rate) * HOUR_MS;
    left -= inHour;
    atMs = endMs;
  }
}

/** Draws the minutes of a test of pull request `item`. @param attempt - number of its earlier tests */
export function drawTestMinutes(
  testMinutes: TestMinutes,
  draws: KeyedDraws,
  item: number,
  attempt: number,
): number {
  switch (testMinutes.kind) {
    case "constant":
      return testMinutes.mean;
    case "exponential":
      return testMinutes.mean * draws.drawExponential("duration", item, attempt);
    case "lognormal": {
      const variance = Math.log1p(testMinutes.cv ** 2);
      const normal = draws.drawNormal("duration", item, attempt);
      return testMinutes.mean * Math.exp(Math.sqrt(variance) * normal - variance / 2);
    }
    case "empirical": {
      const { minutes } = testMinutes;
      const index = Math.floor(draws.drawUniform("duration", item, attempt) * minutes.length);
      const drawn = minutes[index];
      if (drawn === undefined) throw new RangeError("There is no observed duration to draw from.");
      return drawn;
    }
  }
}
