import { runReplication } from "../../../src/foresight/drive/run-replication";
import { computeBisectionRuns } from "../support/compute-bisection-runs";
import { makeSetup, NO_DEPENDENCIES, replicate, type SetupChanges, sumOf } from "../support/make-setup";
import { serveInOrder } from "../support/serve-in-order";

/** The share of a replication that is left out. */
const WARM_UP_SHARE = 0.2;

const ONE_AT_A_TIME: SetupChanges = {};
const CONSTANT: SetupChanges = {
  settings: { mode: "parallel", concurrency: 4 },
  load: { arrivals: { kind: "poisson", perHour: 19.2 }, targets: NO_DEPENDENCIES },
};
const EXPONENTIAL: SetupChanges = {
  ...CONSTANT,
  load: { ...CONSTANT.load, testMinutes: { kind: "exponential", mean: 10 } },
};

describe("the time to merge", () => {
  test.each([
    ["one test at a time", ONE_AT_A_TIME, 1],
    ["four at once, constant tests", CONSTANT, 4],
    ["four at once, exponential tests", EXPONENTIAL, 4],
  ])("%s: every pull request takes as long as in a queue that serves in order", (_, changes, servers) => {
    const setup = makeSetup({ ...changes, pullRequests: 250 });
    const expected = serveInOrder(setup, servers).slice(setup.pullRequests * WARM_UP_SHARE);
    const { minutesToMerge, unconcluded } = runReplication(setup);
    expect(unconcluded).toBe(0);
    expect(minutesToMerge).toEqual(expected.sort((one, other) => one - other));
  });
});

describe("a saturated queue", () => {
  const SATURATED = { arrivals: { kind: "saturated" } } as const;

  test("five at once on top of each other: merges and CI minutes follow from p", () => {
    const [w, p, minutes] = [5, 0.1, 30];
    const results = replicate(2, {
      settings: { mode: "single", concurrency: w },
      singleMode: "one-line",
      load: { ...SATURATED, testMinutes: { kind: "constant", mean: minutes }, failureRate: p },
      pullRequests: 900,
    });
    const perRound = (1 - (1 - p) ** w) / p;
    const mergedPerHour = (60 / minutes) * (1 - p) * perRound;
    const ciMinutesPerMerge = (w * minutes) / (perRound * (1 - p));
    expect(mergedPerHour).toBeCloseTo(7.37, 2);
    expect(ciMinutesPerMerge).toBeCloseTo(40.7, 1);
    const merged = sumOf(results, "merged");
    expect(Math.abs(merged / sumOf(results, "durationHours") / mergedPerHour - 1)).toBeLessThan(0.03);
    expect(Math.abs(sumOf(results, "ciMinutes") / merged / ciMinutesPerMerge - 1)).toBeLessThan(0.03);
    // Every run takes its whole time: those that end together restart together.
    expect(sumOf(results, "ciMinutes") / minutes / sumOf(results, "testRuns")).toBeCloseTo(1, 2);
  });

  test("single mode tests one at a time unless it is one line", () => {
    const busy = { settings: { concurrency: 5 }, load: SATURATED, pullRequests: 200 };
    const [one, line] = (["one-at-a-time", "one-line"] as const).map((singleMode) =>
      runReplication(makeSetup({ ...busy, singleMode })),
    );
    expect(Number(one?.merged) / Number(one?.durationHours)).toBeCloseTo(6, 5);
    expect(Number(line?.merged) / Number(line?.durationHours)).toBeCloseTo(30, 5);
  });

  test("batches of 4 with a fifth of broken changes cost the runs of the exact chain", () => {
    // A published figure.
    expect(computeBisectionRuns(4, 0.05)).toBeCloseTo(0.4747, 4);
    const results = replicate(1, {
      // One after the other: a half that is tested beside the first is tested again without its culprits.
      settings: { mode: "parallel", batch: true, batchingMinSize: 4, bisectionConcurrency: 1 },
      load: { ...SATURATED, failureRate: 0.2 },
      pullRequests: 1_300,
    });
    const failed = sumOf(results, "failed");
    const concluded = sumOf(results, "merged") + failed;
    // The share that was drawn differs from the rate.
    const expected = computeBisectionRuns(4, failed / concluded);
    expect(Math.abs(sumOf(results, "testRuns") / concluded / expected - 1)).toBeLessThan(0.02);
  });

  const ALONE = { mode: "single" } as const;
  const BATCHES = { mode: "parallel", batch: true, concurrency: 4, bisectionConcurrency: 4 } as const;
  const SKIPS = { optimizationMode: "bisection_skip_redundant_tests" } as const;
  const OPTIMISTIC = { canOptimisticallyMerge: true, pendingFailureDepth: 1 };

  test.each([
    ["one at a time", ALONE],
    ["in batches without redundant tests", { ...BATCHES, ...SKIPS }],
    ["optimistically in batches", { ...BATCHES, ...OPTIMISTIC, concurrency: 6, bisectionConcurrency: 6 }],
  ])("%s, no broken change merges and no good one is removed if nothing flakes", (_, settings) => {
    const [result] = replicate(1, {
      settings,
      load: {
        ...SATURATED,
        testMinutes: { kind: "lognormal", mean: 10, cv: 0.7 },
        failureRate: 0.1,
        targets: [0.5, 0.3, 0.2],
      },
      pullRequests: 400,
    });
    expect(result).toMatchObject({ brokenMerged: 0, goodEvicted: 0 });
    expect(result?.failed).toBeGreaterThan(20);
  });

  test("optimistic merging with depth d: good changes are removed like the flake rate to the power d + 1", () => {
    const flakeRate = 0.1;
    const shares = [0, 1, 2].map((pendingFailureDepth) => {
      const results = replicate(2, {
        settings: { mode: "parallel", concurrency: 8, canOptimisticallyMerge: true, pendingFailureDepth },
        load: { ...SATURATED, testMinutes: { kind: "exponential", mean: 10 }, flakeRate },
        pullRequests: 1_000,
      });
      return sumOf(results, "goodEvicted") / sumOf(results, "goodConcluded");
    });
    const [none, one, two] = shares as [number, number, number];
    expect(none).toBeGreaterThan(0);
    expect(one / none).toBeLessThan(3 * flakeRate);
    expect(two / one).toBeLessThan(3 * flakeRate);
  });
});
