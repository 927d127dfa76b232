import { compare } from "../../../src/foresight/measure/compare";
import { isPrecise } from "../../../src/foresight/measure/is-precise";
import { measureReplication } from "../../../src/foresight/measure/measure-replication";
import { makeResult } from "./make-result";

describe("the measures of a replication", () => {
  it("are percentiles, rates, costs per merge and shares", () => {
    const minutesToMerge = Array.from({ length: 100 }, (_, index) => index + 1);
    const measured = measureReplication(
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
    );
    expect(measured).toEqual({
      timeToMergeMeanMinutes: 50.5,
      timeToMergeP50Minutes: 50,
      timeToMergeP90Minutes: 90,
      timeToMergeP95Minutes: 95,
      mergedPerHour: 4,
      ciMinutesPerMerge: 15,
      testRunsPerMerge: 1.5,
      wronglyEvictedShare: 0.1,
      brokenMergedShare: 0.05,
      timedOutShare: 0.05,
    });
  });

  it("lack what is divided by merges if nothing merges", () => {
    expect(
      measureReplication(makeResult({ minutesToMerge: [], merged: 0, goodConcluded: 0, ciMinutes: 60 })),
    ).toEqual({
      mergedPerHour: 0,
      timedOutShare: 0,
    });
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
    expect(now.measures.ciMinutesPerMerge).toEqual({
      value: 20,
      // Mean 20, standard deviation 10, t(2) 4.3027: 24.8; no cost is below 0.
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

  it("shows no difference between equal results", () => {
    const { change } = compare([pairOf(100, 100), pairOf(120, 120)]);
    expect(change.ciMinutesPerMerge).toEqual({ value: 0, low: 0, high: 0, shown: false });
    expect(change.timeToMergeP90Minutes).toEqual({ value: 0, low: 0, high: 0, shown: false });
  });

  it("has no time to merge if a queue does not keep up in each replication", () => {
    const late = makeResult({ keepsUp: false });
    const { now, then, change } = compare([
      { now: late, then: makeResult() },
      { now: makeResult(), then: makeResult() },
    ]);
    expect(now.keepsUp).toBe(false);
    expect(Object.keys(now.measures)).toEqual([
      "mergedPerHour",
      "ciMinutesPerMerge",
      "testRunsPerMerge",
      "wronglyEvictedShare",
      "brokenMergedShare",
      "timedOutShare",
    ]);
    expect(then.keepsUp).toBe(true);
    expect(then.measures.timeToMergeP90Minutes?.value).toBe(20);
    expect(change).not.toHaveProperty("timeToMergeP90Minutes");
    expect(change.mergedPerHour?.value).toBe(0);
  });

  it("leaves out a measure that a replication lacks", () => {
    const empty = makeResult({ minutesToMerge: [], merged: 0, brokenMerged: 0, goodConcluded: 0 });
    const { now } = compare([
      { now: empty, then: makeResult() },
      { now: makeResult(), then: makeResult() },
    ]);
    expect(now.measures).not.toHaveProperty("ciMinutesPerMerge");
    expect(now.measures.mergedPerHour?.value).toBe(5);
  });

  it("keeps intervals of shares within 0 and 1", () => {
    const { now } = compare(
      [0, 10].map((goodEvicted) => ({ now: makeResult({ goodEvicted }), then: makeResult() })),
    );
    expect(now.measures.wronglyEvictedShare).toEqual({ value: 0.5, low: 0, high: 1 });
  });
});

describe("the stop rule", () => {
  const compareTimes = (...minutes: readonly number[]) =>
    compare(
      minutes.map((each) => {
        const result = makeResult({ minutesToMerge: [each] });
        return { now: result, then: result };
      }),
    );

  it("wants a half-width of at most 5 % of a time to merge", () => {
    // t(3) * s / 2 = 3.1824 * 2 / 2, with s = 2: 3.18 minutes.
    const spread = [-Math.sqrt(6), 0, 0, Math.sqrt(6)];
    expect(isPrecise(compareTimes(...spread.map((each) => 60 + each)))).toBe(false);
    expect(isPrecise(compareTimes(...spread.map((each) => 64 + each)))).toBe(true);
  });

  it("is content with one minute", () => {
    const spread = [-Math.sqrt(6), 0, 0, Math.sqrt(6)];
    expect(isPrecise(compareTimes(...spread.map((each) => 10 + each * 0.31)))).toBe(true);
    expect(isPrecise(compareTimes(...spread.map((each) => 10 + each * 0.32)))).toBe(false);
  });

  it("wants precise costs too", () => {
    const pair = (ciMinutes: number) => ({ now: makeResult(), then: makeResult({ ciMinutes }) });
    expect(isPrecise(compare([pair(100), pair(101), pair(100)]))).toBe(true);
    expect(isPrecise(compare([pair(100), pair(130), pair(100)]))).toBe(false);
  });
});
