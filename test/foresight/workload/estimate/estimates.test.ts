import { estimateShare } from "../../../../src/foresight/statistics/interval";
import {
  estimateArrivals,
  estimateRate,
} from "../../../../src/foresight/workload/estimate/estimate-arrivals";
import { estimateDurations } from "../../../../src/foresight/workload/estimate/estimate-durations";
import {
  estimateFromBatches,
  estimateOutcomes,
} from "../../../../src/foresight/workload/estimate/estimate-outcomes";

/** Returns the probability of exactly `count` of `total`. */
function computeBinomial(count: number, total: number, share: number): number {
  let log = count * Math.log(share) + (total - count) * Math.log1p(-share);
  for (let each = 1; each <= count; each++) log += Math.log((total - count + each) / each);
  return Math.exp(log);
}

describe("estimateShare", () => {
  test("has the limits of Jeffreys at the ends", () => {
    expect(estimateShare(0, 59)).toMatchObject({ value: 0, low: 0 });
    expect(estimateShare(59, 59)).toMatchObject({ value: 1, high: 1 });
    expect(estimateShare(59, 59).low).toBeCloseTo(1 - estimateShare(0, 59).high, 12);
  });

  // Published: 20 of 100 has the interval of Jeffreys (0.1307, 0.2862).
  test("has the known interval of 20 in 100", () => {
    const { value, low, high } = estimateShare(20, 100);
    expect(value).toBe(0.2);
    expect(low).toBeCloseTo(0.1307, 3);
    expect(high).toBeCloseTo(0.2862, 3);
  });
});

describe("estimateRate", () => {
  test("bounds nothing by the rule of three and two thirds: 3.689 in all", () => {
    const { value, low, high } = estimateRate(0, 2);
    expect([value, low]).toEqual([0, 0]);
    expect(high).toBeCloseTo(-Math.log(0.025) / 2, 10);
  });

  // Tables of exact Poisson limits: 10 has (4.795, 18.39), 100 has (81.36, 121.63).
  test.each([
    [10, 4.795, 18.39],
    [100, 81.36, 121.63],
  ])("has the limits of %d that tables have", (count, low, high) => {
    const estimate = estimateRate(count, 1);
    expect(estimate.low).toBeCloseTo(low, 2);
    expect(estimate.high).toBeCloseTo(high, 1);
  });

  test("of a long history is narrow, and does not underflow", () => {
    const { value, low, high } = estimateRate(40_000, 1000);
    expect(value).toBe(40);
    expect(low).toBeCloseTo(40 - 1.96 * 0.2, 1);
    expect(high).toBeCloseTo(40 + 1.96 * 0.2, 1);
  });
});

describe("estimateDurations", () => {
  const toRun = (minutes: number, isCensored = false) => ({ minutes, isCensored });

  test("without censored runs is the sample with its mean", () => {
    const runs = [30, 10, 20, 40].map((minutes) => toRun(minutes));
    const { value, minutes } = estimateDurations(runs, 200);
    expect(value).toBeCloseTo(25, 10);
    expect(minutes).toEqual([10, 20, 30, 40]);
  });

  // Kaplan and Meier by hand: S(6) = 1 - 3/21, S(7) = that × 16/17, S(10) = that × 14/15 … (Freireich, 1963).
  test("has the curve of the leukaemia data that the method is taught with", () => {
    const ended = [6, 6, 6, 7, 10, 13, 16, 22, 23].map((minutes) => toRun(minutes));
    const cut = [6, 9, 10, 11, 17, 19, 20, 25, 32, 32, 34, 35].map((minutes) => toRun(minutes, true));
    const { minutes } = estimateDurations([...cut, ...ended], 1000);
    expect(minutes).toHaveLength(21);
    // The median is 23: S(22) = 0.538, S(23) = 0.448. The last step is that of the longest run.
    expect(minutes[10]).toBe(23);
    expect(minutes.slice(0, 3)).toEqual([6, 6, 6]);
    expect(minutes.at(-1)).toBe(35);
  });

  test("with random censoring finds the mean that all runs have", () => {
    // Exponential durations of mean 10 by evenly spaced quantiles, cut at exponential times of mean 20.
    const runs = Array.from({ length: 4000 }, (_, index) => {
      const duration = -10 * Math.log1p(-(index + 0.5) / 4000);
      const limit = -20 * Math.log1p(-(((index * 1597) % 4000) + 0.5) / 4000);
      return toRun(Math.min(duration, limit), limit < duration);
    });
    const { value, low, high } = estimateDurations(runs, 200);
    expect(value).toBeCloseTo(10, 0);
    expect(low).toBeLessThan(10);
    expect(high).toBeGreaterThan(10);
  });

  test("reduces a long history to evenly spaced quantiles", () => {
    const runs = Array.from({ length: 10_000 }, (_, index) => toRun(index + 1));
    const { minutes } = estimateDurations(runs, 100);
    expect(minutes).toHaveLength(100);
    expect(minutes[0]).toBe(50);
    expect(minutes[99]).toBe(9950);
  });
});

describe("estimateFromBatches", () => {
  test("of single changes is the share", () => {
    const batches = Array.from({ length: 100 }, (_, index) => ({ changes: 1, isFailed: index < 7 }));
    expect(estimateFromBatches(batches).value).toBeCloseTo(0.07, 10);
  });

  test("has nearly no bias, where the maximum of the likelihood is 2 % too high", () => {
    const [groups, changes, share] = [20, 4, 0.05];
    const failing = 1 - (1 - share) ** changes;
    let corrected = 0;
    let likely = 0;
    for (let failed = 0; failed <= groups; failed++) {
      const probability = computeBinomial(failed, groups, failing);
      const batches = Array.from({ length: groups }, (_, index) => ({ changes, isFailed: index < failed }));
      corrected += probability * estimateFromBatches(batches).value;
      likely += probability * (1 - (1 - failed / groups) ** (1 / changes));
    }
    expect(likely / share - 1).toBeGreaterThan(0.018);
    expect(Math.abs(corrected / share - 1)).toBeLessThan(0.004);
  });

  test("of several sizes finds the share that they have in common", () => {
    const share = 0.05;
    const batches = [1, 2, 4, 8].flatMap((changes) => {
      const failing = 1 - (1 - share) ** changes;
      return Array.from({ length: 1000 }, (_, index) => ({ changes, isFailed: index < failing * 1000 }));
    });
    const { value, low, high } = estimateFromBatches(batches);
    expect(value).toBeCloseTo(share, 3);
    expect(low).toBeGreaterThan(0.045);
    expect(low).toBeLessThan(share);
    expect(high).toBeGreaterThan(share);
    expect(high).toBeLessThan(0.055);
  });

  test.each([
    [0, 0, 0],
    [60, 1, 1],
  ])("with %d of 60 failed stays between 0 and 1", (failed, least, most) => {
    const batches = Array.from({ length: 60 }, (_, index) => ({ changes: 4, isFailed: index < failed }));
    const { value, low, high } = estimateFromBatches(batches);
    expect(low).toBeGreaterThanOrEqual(0);
    expect(low).toBeLessThanOrEqual(value);
    expect(value).toBeLessThanOrEqual(high);
    expect(high).toBeLessThanOrEqual(1);
    expect(failed === 0 ? low : high).toBe(failed === 0 ? least : most);
  });
});

describe("estimateOutcomes", () => {
  const toAttempt = (key: string, isPassed: boolean) => ({ key, isPassed, changes: 1, atMs: 0 });

  test("counts a failure of what passed later as a flake", () => {
    const { failureRate, flakeRate } = estimateOutcomes([
      toAttempt("a", false),
      toAttempt("a", true),
      toAttempt("b", true),
      toAttempt("c", false),
      toAttempt("c", false),
    ]);
    // One of three changes is broken, and one of three attempts on the others flaked.
    expect(failureRate.estimate.value).toBeCloseTo(1 / 3, 12);
    expect(failureRate.timesMs).toHaveLength(3);
    expect(flakeRate?.estimate.value).toBeCloseTo(1 / 3, 12);
    expect(flakeRate?.timesMs).toHaveLength(3);
  });

  test("knows nothing of flakes where everything is broken", () => {
    expect(estimateOutcomes([toAttempt("a", false)]).flakeRate).toBeUndefined();
  });
});

describe("estimateArrivals", () => {
  const HOUR_MS = 3_600_000;
  // A Monday.
  const fromMs = Date.UTC(2026, 0, 5);

  test("divides by the time that each hour of the week was seen", () => {
    const times = [8.5, 8.6, 8.7, 8.2 + 168, 9.1].map((hours) => fromMs + hours * HOUR_MS);
    const { value, byHourOfWeek } = estimateArrivals(times, [{ fromMs, toMs: fromMs + 2 * 168 * HOUR_MS }]);
    expect(value).toBeCloseTo(5 / 336, 12);
    expect(byHourOfWeek).toHaveLength(168);
    // The interval is that of four arrivals in two hours: Garwood's of 4 is (1.0899, 10.2416).
    expect(byHourOfWeek?.[8]).toMatchObject({ hourOfWeek: 8, low: expect.closeTo(0.5449, 4) as number });
    expect(byHourOfWeek?.[8]?.high).toBeCloseTo(5.1208, 4);
    expect(byHourOfWeek?.[10]).toMatchObject({ hourOfWeek: 10, value: 0, low: 0 });
  });

  /** Four weeks with so many arrivals at 8:00 on each day, and one at 9:00 on working days. */
  function countAt8(toCount: (day: number) => number): (number | undefined)[] {
    const times = Array.from({ length: 28 }, (_, day) => day).flatMap((day) => [
      ...Array.from({ length: toCount(day) }, () => (day * 24 + 8.5) * HOUR_MS),
      ...(day % 7 < 5 ? [(day * 24 + 9.5) * HOUR_MS] : []),
    ]);
    const windows = [{ fromMs, toMs: fromMs + 4 * 168 * HOUR_MS }];
    const { byHourOfWeek } = estimateArrivals(
      times.map((ms) => fromMs + ms),
      windows,
    );
    return [0, 1, 5, 6].map((day) => byHourOfWeek?.[day * 24 + 8]?.value);
  }

  test("takes the same hour of all working days together if they differ by no more than chance", () => {
    // 2, 3, 2, 3 and 2 arrivals in four weeks.
    const [monday, tuesday, saturday] = countAt8((day) =>
      day % 7 < 5 && day < 14 ? 1 + ((day + 1) % 2) : 0,
    );
    expect(monday).toBeCloseTo(1.5 / 2, 1);
    expect(tuesday).toBe(monday);
    expect(saturday).toBe(0);
  });

  test("keeps days apart that are not alike", () => {
    const [monday, tuesday] = countAt8((day) => (day % 7 === 0 ? 40 : 4));
    expect(monday).toBeGreaterThan(36);
    expect(tuesday).toBeGreaterThan(3.9);
    expect(tuesday).toBeLessThan(6);
  });

  test("leaves out hours that were hardly seen", () => {
    const windows = [{ fromMs: fromMs + 8.5 * HOUR_MS, toMs: fromMs + 10 * HOUR_MS }];
    const { value, byHourOfWeek } = estimateArrivals([fromMs + 9.5 * HOUR_MS], windows);
    expect(byHourOfWeek?.map(({ hourOfWeek }) => hourOfWeek)).toEqual([9]);
    expect(value).toBeCloseTo(1 / 1.5, 12);
  });
});
