import { KeyedDraws } from "../../../src/foresight/draws/keyed-draws";
import type { ReplicationResult } from "../../../src/foresight/drive/replication";
import {
  compare,
  correlateTenths,
  describeShapes,
  measureReplications,
} from "../../../src/foresight/measure/compare";
import { createParameterDraw } from "../../../src/foresight/measure/draw-parameters";
import type { MeasureName } from "../../../src/foresight/measures";
import { computeBetaQuantile } from "../../../src/foresight/statistics/beta-distribution";
import type { QueueWorkload } from "../../../src/foresight/workload";
import { makeResult } from "./make-result";

describe("the measures of replications", () => {
  it("are percentiles, rates, costs per merge and shares", () => {
    const minutesToMerge = Array.from({ length: 100 }, (_, index) => index + 1);
    const measured = measureReplications([
      makeResult({
        minutesToMerge,
        durationHours: 20,
        merged: 80,
        brokenMerged: 4,
        goodConcluded: 90,
        goodEvicted: 9,
        ciMinutes: 1_200,
        testRuns: 120,
        timedOutRuns: 6,
      }),
    ]);
    expect(measured).toEqual({
      timeToMergeMeanMinutes: 50.5,
      timeToMergeP50Minutes: 50,
      timeToMergeP90Minutes: 90,
      timeToMergeP95Minutes: 95,
      // All 100 of the window merge some time.
      mergedPerHour: 5,
      ciMinutesPerMerge: 15,
      testRunsPerMerge: 1.5,
      wronglyEvictedShare: 0.1,
      brokenMergedShare: 0.05,
      timedOutShare: 0.05,
    });
  });

  it("lack what is divided by merges if nothing merges", () => {
    expect(
      measureReplications([makeResult({ minutesToMerge: [], merged: 0, goodConcluded: 0, ciMinutes: 60 })]),
    ).toEqual({ mergedPerHour: 0, timedOutShare: 0 });
  });
});

describe("compare", () => {
  const pairOf = (now: number, then: number) => ({
    now: makeResult({ ciMinutes: now }),
    then: makeResult({ ciMinutes: then }),
  });

  it("takes the interval of paired differences, which common noise does not widen", () => {
    // Costs vary from 10 to 30 minutes, but then is always some 2 minutes above now.
    const { now, change } = compare([pairOf(100, 119), pairOf(200, 220), pairOf(300, 321)]);
    // Of a mean, the jackknife has the interval of Student: mean 20, standard deviation 10, t(2) 4.3027.
    expect(now.ciMinutesPerMerge).toEqual({
      value: 20,
      // 24.8 minutes wide on each side; no cost is below 0.
      low: 0,
      high: expect.closeTo(20 + (4.30265272975 * 10) / Math.sqrt(3), 8) as number,
    });
    expect(change.ciMinutesPerMerge).toEqual({
      value: expect.closeTo(2, 10) as number,
      low: expect.closeTo(2 - (4.30265272975 * 0.1) / Math.sqrt(3), 8) as number,
      high: expect.closeTo(2 + (4.30265272975 * 0.1) / Math.sqrt(3), 8) as number,
      shown: true,
    });
  });

  it("does not show a difference whose interval includes 0, whatever its size", () => {
    const { change } = compare([pairOf(100, 250), pairOf(100, 40), pairOf(100, 160)]);
    expect(change.ciMinutesPerMerge?.value).toBeCloseTo(5, 10);
    expect(change.ciMinutesPerMerge?.shown).toBe(false);
  });

  it("takes percentiles of all pull requests together, not the mean of those of each replication", () => {
    const slow = makeResult({ minutesToMerge: Array.from({ length: 10 }, () => 100) });
    const pairs = [slow, makeResult(), makeResult(), makeResult()].map((now) => ({
      now,
      then: makeResult(),
    }));
    const { now } = compare(pairs);
    expect(now.timeToMergeMeanMinutes?.value).toBe(40);
    expect(now.timeToMergeP50Minutes?.value).toBe(20);
    // A quarter takes 100 minutes.
    expect(now.timeToMergeP90Minutes?.value).toBe(100);
    expect(describeShapes(pairs).now.minutesToMerge[90]).toBe(100);
  });

  it("has an interval of a time to merge that is above 0, for its logarithm", () => {
    const pairs = [10, 90].map((minutes) => {
      const result = makeResult({ minutesToMerge: [minutes] });
      return { now: result, then: result };
    });
    const { value = 0, low = 0, high = 0 } = compare(pairs).now.timeToMergeMeanMinutes ?? {};
    expect(value).toBe(50);
    expect(low).toBeGreaterThan(0);
    expect(low * high).toBeCloseTo(50 ** 2, 6);
  });

  it("has no time to merge where none was awaited, and no change of it", () => {
    const ended = makeResult({ minutesToMerge: [] });
    const { now, then, change } = compare([
      { now: ended, then: makeResult() },
      { now: ended, then: makeResult() },
    ]);
    expect(Object.keys(now)).toEqual([
      "mergedPerHour",
      "ciMinutesPerMerge",
      "testRunsPerMerge",
      "wronglyEvictedShare",
      "brokenMergedShare",
      "timedOutShare",
    ]);
    expect(then.timeToMergeP90Minutes?.value).toBe(20);
    expect(change).not.toHaveProperty("timeToMergeP90Minutes");
    expect(change.mergedPerHour?.value).toBe(0);
  });

  it("leaves out a measure that does not exist without one of the replications", () => {
    const empty = makeResult({ minutesToMerge: [], merged: 0, brokenMerged: 0, goodConcluded: 0 });
    const { now } = compare([
      { now: empty, then: makeResult() },
      { now: makeResult(), then: makeResult() },
    ]);
    expect(now).not.toHaveProperty("ciMinutesPerMerge");
    expect(now.mergedPerHour?.value).toBe(5);
  });

  it("keeps intervals of shares within 0 and 1", () => {
    const { now } = compare(
      [0, 10].map((goodEvicted) => ({ now: makeResult({ goodEvicted }), then: makeResult() })),
    );
    expect(now.wronglyEvictedShare).toEqual({ value: 0.5, low: 0, high: 1 });
  });
});

describe("intervals of replications with known percentiles", () => {
  const REPLICATIONS = 10;
  const SIZE = 400;
  const EXPECTED = { mean: 1, p50: Math.log(2), p90: Math.log(10), p95: Math.log(20) };

  /** Exponential times with mean 1, with as many as there are in the forecasts and replications before. */
  function sample(forecast: number): ReturnType<typeof compare>["now"] {
    const pairs = Array.from({ length: REPLICATIONS }, (_, replication) => {
      const draws = new KeyedDraws(`sample ${forecast}`, replication);
      const minutesToMerge = Array.from({ length: SIZE }, (_each, item) =>
        draws.drawExponential("duration", item),
      );
      const now = makeResult({ minutesToMerge: minutesToMerge.sort((one, other) => one - other) });
      return { now, then: now };
    });
    return compare(pairs).now;
  }

  test("hold them in some 57 of 60 forecasts", () => {
    const forecasts = Array.from({ length: 60 }, (_, forecast) => sample(forecast));
    const countHolding = (name: MeasureName, expected: number): number =>
      forecasts.filter(({ [name]: { low = 0, high = 0 } = {} }) => low <= expected && expected <= high)
        .length;
    const held = [
      countHolding("timeToMergeMeanMinutes", EXPECTED.mean),
      countHolding("timeToMergeP50Minutes", EXPECTED.p50),
      countHolding("timeToMergeP90Minutes", EXPECTED.p90),
      countHolding("timeToMergeP95Minutes", EXPECTED.p95),
    ];
    for (const count of held) {
      expect(count).toBeGreaterThanOrEqual(51);
      expect(count).toBeLessThan(60);
    }
  });
});

describe("the correlation of successive tenths", () => {
  const correlate = (...series: readonly (readonly number[])[]): number | undefined =>
    correlateTenths(series.map((meanMinutesByTenth) => makeResult({ meanMinutesByTenth })));

  it("is high if times change slowly, and negative if they jump", () => {
    const rising = Array.from({ length: 10 }, (_, index) => index);
    expect(correlate(rising)).toBeGreaterThan(0.7);
    // Each replication has its own level.
    expect(correlate([...rising].fill(1), [...rising].fill(9))).toBeCloseTo(1, 10);
    expect(correlate(rising.map((index) => index % 2))).toBeCloseTo(-1, 10);
  });

  it("is unknown if nothing varies, or a tenth has no time", () => {
    expect(correlate(Array.from({ length: 10 }, () => 20))).toBeUndefined();
    expect(correlate([])).toBeUndefined();
  });
});

const BASIS = { source: "interface", conclusions: 100, days: 20 } as const;

const WORKLOAD: QueueWorkload = {
  queue: "github.com/acme/web/main",
  arrivalsPerHour: {
    ...BASIS,
    value: 4,
    low: 3.2,
    high: 5,
    byHourOfWeek: [{ hourOfWeek: 9, value: 10, low: 8, high: 12 }],
  },
  testMinutes: { ...BASIS, value: 20, low: 15, high: 25, minutes: [10, 20, 30] },
  // Jeffreys' interval of 5 of 100.
  failureRate: {
    ...BASIS,
    value: 0.05,
    low: computeBetaQuantile(0.025, 5.5, 95.5),
    high: computeBetaQuantile(0.975, 5.5, 95.5),
  },
};

const drawMany = (workload: QueueWorkload): QueueWorkload[] => {
  const draw = createParameterDraw(workload, "seed");
  return Array.from({ length: 150 }, (_, replication) => draw(replication));
};

/** Share of the values within the interval, both ends included. */
function shareWithin(values: readonly number[], { low, high }: { low: number; high: number }): number {
  return values.filter((value) => low <= value && value <= high).length / values.length;
}

describe("createParameterDraw", () => {
  it("draws 95 % of the rates of failures within their interval, around their mean", () => {
    const values = drawMany(WORKLOAD).map(({ failureRate }) => failureRate?.value ?? Number.NaN);
    expect(shareWithin(values, WORKLOAD.failureRate ?? { low: 0, high: 0 })).toBeCloseTo(0.95, 1);
    // The mean of Beta(5.5, 95.5).
    expect(values.reduce((sum, value) => sum + value, 0) / values.length).toBeCloseTo(5.5 / 101, 2);
  });

  it("draws a rate above 0 where none was observed, mostly below the upper end", () => {
    const flakeRate = { ...BASIS, value: 0, low: 0, high: 0.025 };
    const values = drawMany({ ...WORKLOAD, flakeRate }).map((drawn) => drawn.flakeRate?.value ?? Number.NaN);
    expect(Math.min(...values)).toBeGreaterThanOrEqual(0);
    const share = shareWithin(values, flakeRate);
    expect(share).toBeGreaterThan(0.95);
    expect(share).toBeLessThan(0.99);
  });

  it("keeps a rate that is given without an interval", () => {
    const failureRate = { ...BASIS, value: 0.05, low: 0.05, high: 0.05 };
    expect(createParameterDraw({ ...WORKLOAD, failureRate }, "seed")(3).failureRate).toEqual(failureRate);
  });

  it("draws 95 % of the rates of arrivals within their interval, and all hours of the week by the same factor", () => {
    const drawn = drawMany(WORKLOAD).map(({ arrivalsPerHour }) => arrivalsPerHour);
    const values = drawn.map((arrivals) => arrivals?.value ?? Number.NaN);
    expect(shareWithin(values, { low: 3.2, high: 5 })).toBeCloseTo(0.95, 1);
    for (const arrivals of drawn)
      expect(Number(arrivals?.byHourOfWeek?.[0]?.value) / Number(arrivals?.value)).toBeCloseTo(2.5, 10);
  });

  it("draws rates of arrivals also if their interval begins at 0", () => {
    const arrivalsPerHour = { ...BASIS, value: 1, low: 0, high: 3 };
    const values = drawMany({ ...WORKLOAD, arrivalsPerHour }).map(
      (drawn) => drawn.arrivalsPerHour?.value ?? Number.NaN,
    );
    expect(Math.min(...values)).toBeGreaterThan(0);
    expect(shareWithin(values, { low: 0, high: 3 })).toBeCloseTo(0.975, 1);
  });

  it("draws test durations from the observed ones, as many as there are, with repetition", () => {
    const drawn = drawMany(WORKLOAD).map(({ testMinutes }) => testMinutes?.minutes ?? []);
    expect(drawn.every((minutes) => minutes.length === 3)).toBe(true);
    const all = drawn.flat();
    expect(new Set(all)).toEqual(new Set([10, 20, 30]));
    // Each is drawn equally often.
    expect(all.filter((minutes) => minutes === 10).length / all.length).toBeCloseTo(1 / 3, 1);
    expect(drawn.some((minutes) => new Set(minutes).size === 1)).toBe(true);
  });

  it("draws the same for the same seed and replication, and another workload otherwise", () => {
    expect(createParameterDraw(WORKLOAD, "a")(1)).toEqual(createParameterDraw(WORKLOAD, "a")(1));
    expect(createParameterDraw(WORKLOAD, "a")(1)).not.toEqual(createParameterDraw(WORKLOAD, "a")(2));
    expect(createParameterDraw(WORKLOAD, "a")(1)).not.toEqual(createParameterDraw(WORKLOAD, "b")(1));
  });

  it("leaves absent parameters out", () => {
    expect(createParameterDraw({ queue: WORKLOAD.queue }, "a")(1)).toEqual({ queue: WORKLOAD.queue });
  });
});

const FAST = Array.from({ length: 50 }, (_, index) => index + 1);
const SLOW = Array.from({ length: 50 }, (_, index) => index + 51);

function describeNow(...results: readonly Partial<ReplicationResult>[]) {
  return describeShapes(results.map((now) => ({ now: makeResult(now), then: makeResult({}) }))).now;
}

describe("the shapes of a forecast", () => {
  test("percentiles are over the pull requests of all replications", () => {
    const { minutesToMerge } = describeNow({ minutesToMerge: SLOW }, { minutesToMerge: FAST });
    expect(minutesToMerge).toHaveLength(101);
    expect([0, 1, 50, 90, 100].map((percent) => minutesToMerge[percent])).toEqual([1, 1, 50, 90, 100]);
  });

  test("there are no times to merge if none were awaited, or nothing merged", () => {
    expect(describeNow({ minutesToMerge: [] }).minutesToMerge).toEqual([]);
  });

  test("the queue length of an hour has an interval over replications, and is never below 0", () => {
    const lengths = (value: number | undefined): (number | undefined)[] =>
      Array.from({ length: 24 }, (_, hour) => (hour === 9 ? value : hour === 10 ? 4 : undefined));
    const { queueLength } = describeNow({ queueLengthByHour: lengths(0) }, { queueLengthByHour: lengths(2) });
    // Standard deviation of the mean 1, t(1) 12.7.
    expect(queueLength[9]).toEqual({ value: 1, low: 0, high: expect.closeTo(13.706, 3) as number });
    expect(queueLength[10]).toEqual({ value: 4, low: 4, high: 4 });
    expect(queueLength[8]).toBeUndefined();
    expect(
      describeNow({ queueLengthByHour: lengths(1) }, { queueLengthByHour: lengths(undefined) })
        .queueLength[9],
    ).toBeUndefined();
  });
});
