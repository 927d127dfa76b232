import { drawArrivals, drawStartMs, drawTestMinutes } from "../../../src/foresight/draws/draw-load";
import { computePhilox, KeyedDraws, type Words } from "../../../src/foresight/draws/keyed-draws";
import type { Arrivals, TestMinutes } from "../../../src/foresight/load";
import { meanOf } from "../support/make-setup";

const HOUR_MS = 3_600_000;
const MONDAY_MS = Date.parse("2026-06-01T00:00:00Z");
/** 6 an hour on Mondays from 9 to 17, 2 an hour on Saturdays. */
const WEEKLY: Arrivals = {
  kind: "weekly",
  perHour: Array.from({ length: 168 }, (_, hour) =>
    hour >= 9 && hour < 17 ? 6 : Math.floor(hour / 24) === 5 ? 2 : 0,
  ),
};

function take(
  count: number,
  arrivals: Exclude<Arrivals, { kind: "saturated" }>,
  draws = new KeyedDraws("1", 0),
) {
  const times = drawArrivals(arrivals, draws, MONDAY_MS);
  return Array.from({ length: count }, () => times.next().value);
}

describe("drawArrivals", () => {
  test("a constant rate gives exponential gaps", () => {
    const times = take(20_000, { kind: "poisson", perHour: 4 });
    const hours = times.map((atMs, index) => (atMs - (times[index - 1] ?? MONDAY_MS)) / HOUR_MS);
    expect((Number(times.at(-1)) - MONDAY_MS) / HOUR_MS / 5_000).toBeCloseTo(1, 1.7);
    expect(hours.filter((each) => each > 0.25).length / hours.length).toBeCloseTo(Math.exp(-1), 1.7);
  });

  test("twice the rate gives the same arrivals in half the time", () => {
    const slow = take(100, { kind: "poisson", perHour: 4 });
    const fast = take(100, { kind: "poisson", perHour: 8 });
    for (const [index, atMs] of slow.entries())
      expect(Math.abs((atMs - MONDAY_MS) / 2 - (Number(fast[index]) - MONDAY_MS))).toBeLessThan(100);
  });

  test("a weekly rate gives each hour of the week its share, and none to hours without arrivals", () => {
    const times = take(9_600, WEEKLY);
    const byHour = new Map<number, number>();
    for (const atMs of times) {
      const date = new Date(atMs);
      const hour = ((date.getUTCDay() + 6) % 7) * 24 + date.getUTCHours();
      byHour.set(hour, (byHour.get(hour) ?? 0) + 1);
    }
    const weeks = (Number(times.at(-1)) - MONDAY_MS) / HOUR_MS / 168;
    expect(weeks).toBeCloseTo(100, -1);
    expect(Math.min(...byHour.keys())).toBe(9);
    expect([...byHour.keys()].filter((hour) => hour < 24)).toHaveLength(8);
    const later = [...byHour.keys()].filter((hour) => hour >= 24);
    expect(later.every((hour) => Math.floor(hour / 24) === 5)).toBe(true);
    for (const [hour, count] of byHour) expect(Math.abs(count / weeks - (hour < 24 ? 6 : 2))).toBeLessThan(1);
  });
});

describe("drawStartMs", () => {
  test("replications begin at whole hours all over the week", () => {
    const hours = Array.from({ length: 2_000 }, (_, replication) => {
      const date = new Date(drawStartMs(new KeyedDraws("1", replication)));
      expect(date.getTime() % HOUR_MS).toBe(0);
      return ((date.getUTCDay() + 6) % 7) * 24 + date.getUTCHours();
    });
    expect(new Set(hours).size).toBe(168);
  });
});

const COUNT = 50_000;

function drawMany(testMinutes: TestMinutes): number[] {
  const draws = new KeyedDraws("1", 0);
  return Array.from({ length: COUNT }, (_, number) => drawTestMinutes(testMinutes, draws, number, 0));
}

describe("drawTestMinutes", () => {
  test.each<[TestMinutes, number]>([
    [{ kind: "constant", mean: 12 }, 0],
    [{ kind: "exponential", mean: 12 }, 1],
    [{ kind: "lognormal", mean: 12, cv: 0.5 }, 0.5],
    [{ kind: "empirical", minutes: [6, 18] }, 0.5],
  ])("%j has its mean and its coefficient of variation of %d", (testMinutes, cv) => {
    const minutes = drawMany(testMinutes);
    const mean = meanOf(minutes);
    const deviation = Math.sqrt(meanOf(minutes.map((each) => (each - mean) ** 2)));
    expect(Math.abs(mean / 12 - 1)).toBeLessThan(0.02);
    expect(Math.abs(deviation / mean - cv)).toBeLessThanOrEqual(0.05 * cv);
  });

  test("another attempt takes another time", () => {
    const [one, other] = [0, 1].map((attempt) =>
      drawTestMinutes({ kind: "exponential", mean: 10 }, new KeyedDraws("1", 0), 5, attempt),
    );
    expect(one).not.toBe(other);
  });
});

const ONES = [0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff] as const;
/** Digits of pi, which go on in the key. */
const PI = [0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344] as const;

/** Known answers published with the generator's reference implementation. */
const KNOWN: readonly (readonly [Words, readonly [number, number], Words])[] = [
  [ONES, [0xffffffff, 0xffffffff], [0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd]],
  [PI, [0xa4093822, 0x299f31d0], [0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1]],
];

describe("computePhilox", () => {
  test.each(KNOWN)("gives the published words for counter %j and key %j", (counter, key, words) => {
    expect(computePhilox(counter, key)).toEqual(words);
  });
});

/** Count of {@link NUMBERS}. */
const SAMPLE = 20_000;
const NUMBERS = Array.from({ length: SAMPLE }, (_, index) => index);

/** Largest distance between the distribution of values and the uniform one, times the root of their count. */
function measureDistance(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  const distances = sorted.map((value, index) =>
    Math.max(Math.abs(value - index / SAMPLE), Math.abs(value - (index + 1) / SAMPLE)),
  );
  return distances.reduce((most, one) => Math.max(most, one), 0) * Math.sqrt(SAMPLE);
}

/** Exceeded with a probability of 0.1 % (Kolmogorov). */
const MOST_DISTANCE = 1.95;

/** Correlation coefficient. */
function correlate(left: readonly number[], right: readonly number[]): number {
  const [meanLeft, meanRight] = [meanOf(left), meanOf(right)];
  const product = meanOf(left.map((value, index) => (value - meanLeft) * ((right[index] ?? 0) - meanRight)));
  const varianceOf = (values: readonly number[], mean: number) =>
    meanOf(values.map((value) => (value - mean) ** 2));
  return product / Math.sqrt(varianceOf(left, meanLeft) * varianceOf(right, meanRight));
}

/** Of independent numbers, exceeded with a probability of 0.1 %. */
const MOST_CORRELATION = 3.3 / Math.sqrt(SAMPLE);

describe("KeyedDraws", () => {
  const draws = new KeyedDraws("1", 0);
  const first = NUMBERS.map((number) => draws.drawUniform("flake", number));

  test("the same key gives the same number, in any order and in another process", () => {
    const again = new KeyedDraws("1", 0);
    expect(again.drawUniform("flake", 99)).toBe(first[99]);
    expect(again.drawUniform("flake", 3)).toBe(first[3]);
    expect(again.drawUniform("flake", 0)).toBe(0.46357648510409344);
  });

  test("numbers are uniform, and neighbors are independent", () => {
    expect(measureDistance(first)).toBeLessThan(MOST_DISTANCE);
    for (const distance of [1, 2, 7]) {
      const shifted = [...first.slice(distance), ...first.slice(0, distance)];
      expect(Math.abs(correlate(first, shifted))).toBeLessThan(MOST_CORRELATION);
    }
  });

  test.each([
    ["purposes", new KeyedDraws("1", 0), "broken", 0],
    ["attempts", new KeyedDraws("1", 0), "flake", 1],
    ["replications", new KeyedDraws("1", 1), "flake", 0],
    ["seeds", new KeyedDraws("2", 0), "flake", 0],
  ] as const)("numbers for other %s are independent", (_, others, purpose, attempt) => {
    const values = NUMBERS.map((number) => others.drawUniform(purpose, number, attempt));
    expect(Math.abs(correlate(first, values))).toBeLessThan(MOST_CORRELATION);
  });
});
