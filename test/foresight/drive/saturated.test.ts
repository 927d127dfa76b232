import { replicate, sumOf } from "../support/make-setup";

describe("runReplication", () => {
  test("saturated, five at once on top of each other: merges per hour and CI minutes per merge follow from p", () => {
    const [w, p, minutes] = [5, 0.1, 30];
    const results = replicate(4, {
      settings: { mode: "parallel", concurrency: w },
      load: {
        arrivals: { kind: "saturated" },
        testMinutes: { kind: "constant", mean: minutes },
        failureRate: p,
      },
      pullRequests: 4_000,
    });
    const perRound = (1 - (1 - p) ** w) / p;
    const mergedPerHour = (60 / minutes) * (1 - p) * perRound;
    const ciMinutesPerMerge = (w * minutes) / (perRound * (1 - p));
    expect(mergedPerHour).toBeCloseTo(7.37, 2);
    expect(ciMinutesPerMerge).toBeCloseTo(40.7, 1);
    const merged = sumOf(results, "merged");
    expect(Math.abs(merged / sumOf(results, "durationHours") / mergedPerHour - 1)).toBeLessThan(0.02);
    expect(Math.abs(sumOf(results, "ciMinutes") / merged / ciMinutesPerMerge - 1)).toBeLessThan(0.02);
  });

  test("batches with bisection cost the runs of the chain in which the good ones are tested again", () => {
    const results = replicate(8, {
      settings: { mode: "parallel", batch: true, batchingMinSize: 4, bisectionConcurrency: 4 },
      load: { arrivals: { kind: "saturated" }, failureRate: 0.05 },
      pullRequests: 4_000,
    });
    const runs = sumOf(results, "testRuns") / (sumOf(results, "merged") + sumOf(results, "failed"));
    expect(Math.abs(runs / 0.4747 - 1)).toBeLessThan(0.02);
  });

  test("nothing fails if no change is broken and no test flakes", () => {
    const [result] = replicate(1, {
      settings: {
        mode: "parallel",
        concurrency: 6,
        batch: true,
        batchingMinSize: 3,
        canOptimisticallyMerge: true,
      },
      load: {
        arrivals: { kind: "poisson", perHour: 40 },
        testMinutes: { kind: "lognormal", mean: 12, cv: 1 },
      },
    });
    expect(result).toMatchObject({ failed: 0, goodEvicted: 0, brokenMerged: 0, keepsUp: true });
    expect(result?.minutesToMerge).toHaveLength(900);
  });

  test.each([
    ["one at a time", { mode: "single" }],
    ["in parallel", { mode: "parallel", concurrency: 6 }],
    ["in batches", { mode: "parallel", concurrency: 4, batch: true, bisectionConcurrency: 2 }],
    [
      "in batches without redundant tests",
      { mode: "parallel", concurrency: 4, batch: true, optimizationMode: "bisection_skip_redundant_tests" },
    ],
    [
      "optimistically",
      { mode: "parallel", concurrency: 6, canOptimisticallyMerge: true, pendingFailureDepth: 2 },
    ],
    [
      "optimistically in batches",
      { mode: "parallel", concurrency: 6, canOptimisticallyMerge: true, pendingFailureDepth: 1, batch: true },
    ],
  ] as const)("%s, no broken change merges and no good one is removed if nothing flakes", (_, settings) => {
    const [result] = replicate(1, {
      settings,
      load: {
        arrivals: { kind: "saturated" },
        testMinutes: { kind: "lognormal", mean: 10, cv: 0.7 },
        failureRate: 0.1,
        targets: [0.5, 0.3, 0.2],
      },
    });
    expect(result).toMatchObject({ brokenMerged: 0, goodEvicted: 0 });
    expect(result?.failed).toBeGreaterThan(60);
  });

  test("optimistic merging with depth d: good changes are removed like the flake rate to the power d + 1", () => {
    const flakeRate = 0.1;
    const shares = [0, 1, 2].map((pendingFailureDepth) => {
      const results = replicate(3, {
        settings: { mode: "parallel", concurrency: 8, canOptimisticallyMerge: true, pendingFailureDepth },
        load: { arrivals: { kind: "saturated" }, testMinutes: { kind: "exponential", mean: 10 }, flakeRate },
        pullRequests: 3_000,
      });
      return sumOf(results, "goodEvicted") / sumOf(results, "goodConcluded");
    });
    const [none, one, two] = shares as [number, number, number];
    expect(none).toBeGreaterThan(0);
    expect(one / none).toBeLessThan(3 * flakeRate);
    expect(two / one).toBeLessThan(3 * flakeRate);
  });
});
