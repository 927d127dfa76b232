import { isGoalMet, tryParseGoal } from "../../src/foresight/goal";
import { createLoadSource } from "../../src/foresight/load-source";
import type { QueueWorkload } from "../../src/foresight/workload";
import { describeSource } from "../../src/report/describe-source";
import { makeForecast } from "./make-forecast";
import { parseGoal } from "./support/parse-goal";

describe("a goal", () => {
  test.each([
    ["p90<45m", "timeToMergeP90Minutes", 45],
    [" p50 < 1h30m ", "timeToMergeP50Minutes", 90],
    ["mean<90s", "timeToMergeMeanMinutes", 1.5],
    ["p95<24h", "timeToMergeP95Minutes", 1440],
    ["ci-minutes<60", "ciMinutesPerMerge", 60],
    ["test-runs<1.5", "testRunsPerMerge", 1.5],
  ])("%j is a limit of %s", (text, measure, limit) => {
    expect(tryParseGoal(text)).toEqual({ text, measure, limit });
  });

  test.each([
    ...["", "p90", "p90<", "p90<45", "p90<=45m", "p90>45m", "p99<45m", "p90<0m", "p90<-1m", "P90<45m"],
    ...["ci-minutes<60m", "ci-minutes<0", "test-runs<x", "ci-minutes<1e3", "p90<1m p50<2m", "__proto__<1"],
  ])("%j is none", (text) => {
    expect(tryParseGoal(text)).toBeUndefined();
  });

  test("is met if the whole interval is below it", () => {
    const { now } = makeForecast();
    const meets = (text: string): boolean => isGoalMet(parseGoal(text), now);
    // 59.1, from 55.0 to 63.2 minutes.
    expect(["p90<64m", "p90<63m", "p90<60m", "p90<50m"].map(meets)).toEqual([true, false, false, false]);
    // Not measured.
    expect(meets("p95<24h")).toBe(false);
  });

  test("is not met by a queue that does not keep up", () => {
    const goal = parseGoal("ci-minutes<60");
    const { now } = makeForecast();
    const sides = [now, { ...now, keepsUp: false }, { ...now, keepsUp: null }, { ...now, steady: false }];
    expect(sides.map((side) => isGoalMet(goal, side))).toEqual([true, false, false, false]);
  });
});

const BASIS = { source: "interface", conclusions: 412, days: 31 } as const;

const WORKLOAD: QueueWorkload = {
  queue: "github.com/acme/web/main",
  arrivalsPerHour: { ...BASIS, value: 4, low: 3.2, high: 5 },
  testMinutes: { ...BASIS, value: 20, low: 15, high: 25, minutes: [10, 20, 30] },
  failureRate: { ...BASIS, value: 0.05, low: 0.02, high: 0.1 },
};

const GIVEN = {
  arrivals: { kind: "poisson", perHour: 8 },
  testMinutes: { kind: "constant", mean: 10 },
} as const;

describe("createLoadSource", () => {
  const create = (changes: Partial<Parameters<typeof createLoadSource>[0]> = {}) => {
    const source = createLoadSource({ workload: WORKLOAD, given: {}, seed: "1", ...changes });
    return { ...source, words: describeSource(source.basis) };
  };

  it("takes numbers that are given by hand, and says so", () => {
    const given = { ...GIVEN, failureRate: 0.05 };
    const { load, drawLoad, assumed, words } = create({ workload: undefined, given });
    expect(load).toEqual({ ...GIVEN, failureRate: 0.05, flakeRate: 0, targets: [1] });
    expect(drawLoad(7)).toBe(load);
    expect(assumed).toBe(true);
    expect(words).toBe(
      "Assumed: 8 pull requests per hour, tests of 10 min, 5 % broken changes, no flaky tests.",
    );
  });

  it("draws the parameters of each replication from a workload, and says what it is based on", () => {
    const { load, drawLoad, assumed, words } = create();
    expect(load.arrivals).toEqual({ kind: "poisson", perHour: 4 });
    expect(load.failureRate).toBe(0.05);
    expect(drawLoad(1).arrivals).not.toEqual(load.arrivals);
    expect(drawLoad(1).failureRate).not.toBe(drawLoad(2).failureRate);
    expect(assumed).toBe(false);
    expect(words).toBe("Based on 412 conclusions in 31 working days.");
  });

  it("replaces parameters by those that are given, without drawing them", () => {
    const { drawLoad, assumed, words } = create({ given: { failureRate: 0.2 } });
    expect([1, 2, 3].map((replication) => drawLoad(replication).failureRate)).toEqual([0.2, 0.2, 0.2]);
    expect(assumed).toBe(true);
    expect(words).toBe("Based on 412 conclusions in 31 working days. Assumed: 20 % broken changes.");
  });

  it("multiplies the arrivals", () => {
    const { load, drawLoad, assumed, words } = create({ arrivalFactor: 2 });
    expect(load.arrivals).toEqual({ kind: "poisson", perHour: 8 });
    const single = create().drawLoad(1).arrivals;
    const perHour = single.kind === "poisson" ? single.perHour : Number.NaN;
    expect(drawLoad(1).arrivals).toEqual({ kind: "poisson", perHour: 2 * perHour });
    expect(assumed).toBe(true);
    expect(words).toBe("Based on 412 conclusions in 31 working days. Assumed: 2 times the arrivals.");
  });

  it("names what is based on other observations, and what the workload assumes", () => {
    const csv = { source: "csv", conclusions: 900, days: 20 } as const;
    const testMinutes = { value: 9, low: 8, high: 10, minutes: [9], ...csv };
    const none = { source: "assumed", conclusions: 0, days: 0 } as const;
    const flakeRate = { value: 0.02, low: 0.02, high: 0.02, ...none };
    const { words, assumed } = create({ workload: { ...WORKLOAD, testMinutes, flakeRate } });
    expect(words).toBe(
      "Based on 412 conclusions in 31 working days (arrivals, failure rate), 900 conclusions in 20 working days (test durations). " +
        "Assumed: flake rate.",
    );
    expect(assumed).toBe(true);
  });

  it.each([
    [{ testMinutes: { kind: "exponential", mean: 10 } }, "tests of 10 min on average (exponential)"],
    [
      { testMinutes: { kind: "lognormal", mean: 10, cv: 0.5 } },
      "tests of 10 min on average (lognormal, coefficient of variation 0.5)",
    ],
    [
      { arrivals: { kind: "saturated" }, targets: [0.5, 0.5], ciSlots: 3 },
      "Assumed: always a pull request waiting, tests of 10 min, no broken changes, no flaky tests, 2 targets, 3 CI slots.",
    ],
  ] as const)("describes %j", (changes, words) => {
    expect(create({ workload: undefined, given: { ...GIVEN, ...changes } }).words).toContain(words);
  });
});
