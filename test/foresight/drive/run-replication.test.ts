import { runReplication } from "../../../src/foresight/drive/run-replication";
import { Simulation } from "../../../src/foresight/drive/simulation";
import { findPercentile } from "../../../src/foresight/statistics/sample";
import { makeSetup, meanOf, NO_DEPENDENCIES, replicate, type SetupChanges } from "../support/make-setup";
import { serveInOrder } from "../support/serve-in-order";
import { WORKING_HOURS } from "../support/working-hours";

describe("a replication", () => {
  const overloaded = { arrivals: { kind: "poisson", perHour: 8 } } as const;

  test("goes on until the pull requests of its window have left, if their times are wanted", () => {
    const [awaited] = replicate(1, { load: { arrivals: { kind: "poisson", perHour: 5.9 } } });
    expect(awaited?.minutesToMerge).toHaveLength(320);
    expect(awaited?.unconcluded).toBe(0);
    const [ended] = replicate(1, { load: overloaded, awaitsMerges: false });
    expect(ended?.minutesToMerge).toEqual([]);
    expect(ended?.unconcluded).toBeGreaterThan(40);
  });

  test("ends some time although pull requests wait without end", () => {
    const priorities = [
      { value: 10, share: 0.9 },
      { value: 200, share: 0.1 },
    ];
    const [result] = replicate(1, { load: { ...overloaded, priorities }, pullRequests: 300 });
    expect(result?.unconcluded).toBeGreaterThan(0);
    expect(result?.unconcluded).toBeLessThan(300);
  });

  test("has the mean time of each tenth of its window, in the order of submission", () => {
    const [result] = replicate(1, { load: overloaded, pullRequests: 500 });
    const means = (result?.meanMinutesByTenth ?? []).map(Number);
    expect(means).toHaveLength(10);
    // The queue becomes longer and longer.
    expect(means.toSorted((one, other) => one - other)).toEqual(means);
    expect(meanOf(means)).toBeCloseTo(meanOf(result?.minutesToMerge ?? []), 9);
  });

  test("with saturated arrivals has successive parts, and the tests that began in them", () => {
    const testMinutes = { kind: "exponential", mean: 10 } as const;
    const [result] = replicate(1, { load: { arrivals: { kind: "saturated" }, testMinutes } });
    expect(result?.parts).toHaveLength(40);
    expect(result?.parts.every(({ conclusions }) => conclusions === 8)).toBe(true);
    const total = meanOf(result?.parts.map(({ hours }) => hours) ?? []) * 40;
    expect(total).toBeCloseTo(result?.durationHours ?? 0, 9);
    // One at a time: all of the time is spent on tests, but for the one that begins at the end of a part.
    for (const { hours, testRuns, testMinutes: minutes } of result?.parts ?? []) {
      expect(testRuns).toBe(8);
      expect(Math.abs(minutes - 60 * hours)).toBeLessThan(100);
    }
  });
});

describe("CI slots", () => {
  const manyAtOnce: SetupChanges = {
    settings: { mode: "parallel", concurrency: 50 },
    load: { arrivals: { kind: "poisson", perHour: 9.6 }, targets: NO_DEPENDENCIES, ciSlots: 2 },
  };

  test("are what limits the queue if there are fewer than tests in progress", () => {
    const setup = makeSetup(manyAtOnce);
    const expected = serveInOrder(setup, 2).slice(80);
    expect(runReplication(setup).minutesToMerge).toEqual(expected.sort((one, other) => one - other));
  });

  test("waiting for one costs no CI minutes, but counts for the timeout", () => {
    const [waits] = replicate(1, manyAtOnce);
    expect(Number(waits?.ciMinutes) / Number(waits?.merged)).toBeCloseTo(10, 0);
    const settings = { ...manyAtOnce.settings, testingTimeoutMinutes: 15 };
    const [timesOut] = replicate(1, { ...manyAtOnce, settings });
    expect(timesOut?.goodEvicted).toBeGreaterThan(20);
    expect(timesOut?.goodEvicted).toBe(timesOut?.failed);
  });
});

describe("CI minutes", () => {
  test("are those within the window: a saturated queue uses all its slots all the time", () => {
    const testMinutes = { kind: "exponential", mean: 10 } as const;
    const [result] = replicate(1, {
      settings: { mode: "parallel", concurrency: 2 },
      load: { arrivals: { kind: "saturated" }, testMinutes, targets: NO_DEPENDENCIES },
      pullRequests: 30,
    });
    expect(Number(result?.ciMinutes) / Number(result?.durationHours)).toBeCloseTo(120, 9);
  });
});

describe("conflicts", () => {
  const load = { arrivals: { kind: "saturated" }, conflictRate: 0.02 } as const;

  test.each<[string, SetupChanges["settings"]]>([
    ["one at a time", { mode: "single" }],
    ["in one line", { mode: "parallel", concurrency: 5 }],
    [
      "in batches",
      { mode: "parallel", concurrency: 3, bisectionConcurrency: 3, batch: true, batchingMinSize: 4 },
    ],
  ])("remove the later one of each pair, and nothing else: %s", (_, settings = {}) => {
    const [result] = replicate(1, { pullRequests: 200, settings, load });
    expect(result?.failed).toBeGreaterThan(5);
    expect(result).toMatchObject({ goodEvicted: 0, brokenMerged: 0 });
  });

  test("are only between changes that impact the same target and are in the queue at the same time", () => {
    const settings = { mode: "parallel", concurrency: 10 } as const;
    const elsewhere = { ...load, conflictRate: 1, targets: NO_DEPENDENCIES };
    const [independent] = replicate(1, { pullRequests: 100, settings, load: elsewhere });
    expect(independent?.failed).toBeLessThan(5);
    const rare = { arrivals: { kind: "poisson", perHour: 0.01 }, conflictRate: 1 } as const;
    const [alone] = replicate(1, { pullRequests: 100, load: rare });
    expect(alone?.failed).toBeLessThan(5);
  });
});

describe("testingTimeoutMinutes", () => {
  test("removes good changes whose tests take longer", () => {
    const testMinutes = { kind: "empirical", minutes: [5, 5, 5, 40] } as const;
    const [result] = replicate(1, {
      settings: { testingTimeoutMinutes: 30 },
      load: { testMinutes, arrivals: { kind: "poisson", perHour: 2 } },
    });
    expect(Number(result?.goodEvicted) / Number(result?.goodConcluded)).toBeCloseTo(0.25, 1);
    expect(Math.max(...(result?.minutesToMerge ?? []))).toBeGreaterThan(5);
    // A run that ends with its report in time is none, nor is a cancelled one.
    expect(Number(result?.timedOutRuns) / Number(result?.testRuns)).toBeCloseTo(0.25, 1);
    const [longer] = replicate(1, { settings: { testingTimeoutMinutes: 60 }, load: { testMinutes } });
    expect(longer?.timedOutRuns).toBe(0);
  });

  test("ends a run together with those that end at its moment", () => {
    // With this seed, the first change takes 30 minutes, and the second one, on top of it, 10.
    const load = { testMinutes: { kind: "empirical", minutes: [10, 30] } } as const;
    const settings = { mode: "parallel", concurrency: 2, canOptimisticallyMerge: true } as const;
    const setup = makeSetup({ settings: { ...settings, testingTimeoutMinutes: 20 }, load, seed: "3" });
    const concluded: string[] = [];
    const simulation = new Simulation(setup, { onConclusion: ({ state }) => concluded.push(state) });
    for (const minutes of [0, 10]) simulation.submit(simulation.nowMs + minutes * 60_000);
    simulation.advance(Number.POSITIVE_INFINITY);
    expect(concluded).toEqual(["merged", "merged"]);
  });
});

describe("the queue length", () => {
  test("follows Little's law", () => {
    const results = replicate(2, {});
    const length = meanOf(results.flatMap((each) => each.queueLengthByHour.map(Number)));
    const hours = meanOf(results.flatMap((each) => each.minutesToMerge)) / 60;
    expect(Math.abs(length / (4.8 * hours) - 1)).toBeLessThan(0.1);
  });

  test("is that of the hour of the day", () => {
    const arrivals = { kind: "weekly", perHour: WORKING_HOURS } as const;
    const [result] = replicate(1, { settings: { mode: "parallel", concurrency: 20 }, load: { arrivals } });
    const lengths = result?.queueLengthByHour ?? [];
    expect(lengths).toHaveLength(24);
    expect(lengths[3]).toBe(0);
    expect(lengths[12]).toBeGreaterThan(0.5);
  });
});

describe("priorities", () => {
  test("change who waits, not how long all wait together", () => {
    const priorities = [
      { value: 10, share: 0.3 },
      { value: 200, share: 0.7 },
    ];
    const [same, different] = [undefined, priorities].map((each) => {
      const arrivals = { kind: "poisson", perHour: 5.4 } as const;
      const load = { arrivals, ...(each && { priorities: each }) };
      return replicate(1, { load, pullRequests: 900 })[0]?.minutesToMerge ?? [];
    });
    expect(meanOf(different ?? []) / meanOf(same ?? [])).toBeCloseTo(1, 1);
    expect(findPercentile(different ?? [], 0.95)).toBeGreaterThan(1.2 * findPercentile(same ?? [], 0.95));
  });
});
