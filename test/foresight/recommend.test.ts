import { isDeepStrictEqual } from "node:util";
import type { ReplicationSetup } from "../../src/foresight/drive/replication";
import { isGoalMet } from "../../src/foresight/goal";
import { listCandidates } from "../../src/foresight/list-candidates";
import { type RecommendOptions, recommend } from "../../src/foresight/recommend";
import { type SimulateRun, simulate } from "../../src/foresight/simulate";
import type { SimulatedSettings } from "../../src/foresight/simulated-settings";
import { makeResult } from "./measure/make-result";
import { makeOptions } from "./support/make-options";
import { makeSetup } from "./support/make-setup";
import { parseGoal } from "./support/parse-goal";
import { runHere } from "./support/run-here";

/** Makes options with a candidate for each of these concurrencies. */
function makeSearch(concurrencies: readonly number[], goal: string): RecommendOptions {
  // Pilots say that the capacity is 6 an hour.
  const load = { arrivals: { kind: "poisson", perHour: 1 } } as const;
  const options = makeOptions({ now: { mode: "parallel", concurrency: 1 }, load });
  const candidates = concurrencies.map((concurrency) => ({ ...options.now, concurrency }));
  return { ...options, candidates, goals: [parseGoal(goal)], minimize: "ciMinutesPerMerge" };
}

/** A pilot of a queue that concludes one pull request an hour. */
const BEHIND = Array.from({ length: 40 }, () => ({ hours: 1, conclusions: 1, testRuns: 6, testMinutes: 60 }));

/** Sixty minutes, divided by the tests at once. */
const bySlots = ({ settings }: ReplicationSetup): number => 60 / settings.concurrency;
const toUsualCost = ({ settings }: ReplicationSetup): number => 100 + 10 * settings.concurrency;

/** Runs replications whose times and costs follow concurrency: the more at once, the faster and dearer. */
function runLike(
  toMinutes: (setup: ReplicationSetup) => number,
  { keepsUp = true, toCost = toUsualCost } = {},
): SimulateRun & { setups: ReplicationSetup[] } {
  const setups: ReplicationSetup[] = [];
  return {
    setups,
    runReplications: (planned) => {
      setups.push(...planned);
      return Promise.resolve(
        planned.map((setup) =>
          makeResult({
            ...(keepsUp ? {} : { parts: BEHIND }),
            minutesToMerge: keepsUp ? [toMinutes(setup)] : [],
            merged: keepsUp ? 10 : setup.settings.concurrency,
            ciMinutes: toCost(setup),
          }),
        ),
      );
    },
  };
}

describe("recommend", () => {
  it("finds the cheapest candidate that meets the goal", async () => {
    const found = await recommend(makeSearch([8, 1, 4, 2, 3], "p90<25m"), runLike(bySlots));
    expect(found?.met).toBe(true);
    expect(found?.forecast.now.settings.concurrency).toBe(1);
    expect(found?.forecast.then.settings.concurrency).toBe(3);
  });

  it("does not trust a short simulation: a longer one with other random numbers decides", async () => {
    // Two at once are fast only with the random numbers of the screening.
    const run = runLike((setup) =>
      setup.seed === "1" && setup.settings.concurrency === 2 ? 40 : bySlots(setup),
    );
    const found = await recommend(makeSearch([1, 2, 3, 4], "p90<35m"), run);
    expect(found?.forecast.then.settings.concurrency).toBe(3);
    // One at once was excluded at once.
    const screened = run.setups.filter(({ settings, seed }) => seed === "1" && settings.concurrency === 1);
    expect(screened).toHaveLength(2);
  });

  it("does not exclude what chance makes a little too slow in a short simulation", async () => {
    const run = runLike((setup) =>
      setup.seed !== "1" && setup.settings.concurrency === 2 ? 42 - 6 * setup.replication : bySlots(setup),
    );
    const found = await recommend(makeSearch([1, 2, 3, 4], "p90<35m"), run);
    expect(found?.forecast.then.settings.concurrency).toBe(2);
  });

  it("keeps the current settings if nothing is cheaper", async () => {
    const run = runLike(() => 60);
    const found = await recommend(makeSearch([1, 2], "p90<61m"), run);
    expect(found?.forecast.then.settings).toEqual(found?.forecast.now.settings);
    expect(found?.met).toBe(true);
  });

  it("shows what comes closest if nothing meets the goal", async () => {
    const found = await recommend(makeSearch([1, 4, 2], "p90<5m"), runLike(bySlots));
    expect(found?.met).toBe(false);
    expect(found?.forecast.then.settings.concurrency).toBe(4);
  });

  it("shows what merges most if nothing keeps up", async () => {
    const run = runLike(() => 60, { keepsUp: false });
    const found = await recommend(makeSearch([1, 4, 2], "p90<5m"), run);
    expect(found?.met).toBe(false);
    expect(found?.forecast.then.settings.concurrency).toBe(4);
  });

  it("simulates what it recommends with drawn loads too, and none twice", async () => {
    const run = runLike(bySlots);
    const options = makeSearch([1, 3], "p90<25m");
    const drawLoad = (replication: number) => ({ ...options.load, failureRate: 0.001 * (replication + 1) });
    const found = await recommend({ ...options, drawLoad }, run);
    expect(found?.forecast.then.settings.concurrency).toBe(3);
    const long = run.setups.filter(({ seed, settings }) => seed === "1" && settings.concurrency === 3);
    const rates = long.map(({ load, replication }) => `${replication}: ${load.failureRate}`);
    expect(rates).toEqual(["0: 0", "0: 0.001", "1: 0", "1: 0.002"]);
  });

  it("finds nothing if it is interrupted", async () => {
    const run: SimulateRun = { runReplications: (setups) => Promise.resolve(setups.map(() => undefined)) };
    expect(await recommend(makeSearch([1, 2], "p90<5m"), run)).toBeUndefined();
  });
});

describe("recommend, of candidates without a shown difference of cost", () => {
  /** Costs differ by chance: by one half of this, in turn above and below. */
  const makeNoise = (share: number) => ({
    toCost: ({ settings, replication }: ReplicationSetup): number =>
      100 + settings.concurrency * (replication % 2 === 0 ? -share : share * 0.9),
  });

  it("prefers the one closest to the current settings, and names the other one", async () => {
    const run = runLike(bySlots, makeNoise(0.1));
    const found = await recommend({ ...makeSearch([1, 2, 3, 4, 8], "p90<25m"), replications: 4 }, run);
    expect(found?.forecast.then.settings.concurrency).toBe(3);
    expect(found?.insteadOf?.settings.concurrency).toBe(8);
    expect(found?.insteadOf?.difference.shown).toBe(false);
  });

  it("prefers fewer changes to smaller ones", async () => {
    const run = runLike(({ settings }) => (settings.concurrency === 1 ? 60 : 10), makeNoise(0));
    const options = makeSearch([1, 8], "p90<25m");
    const two = { ...options.now, concurrency: 2, batchingMinSize: 5 };
    const found = await recommend({ ...options, candidates: [two, ...options.candidates] }, run);
    expect(found?.forecast.then.settings).toEqual({ ...options.now, concurrency: 8 });
  });

  it("does not pay for it: a shown difference decides", async () => {
    const toCost = ({ settings, replication }: ReplicationSetup): number =>
      100 - settings.concurrency * (1 + (replication % 2) / 10);
    const run = runLike(bySlots, { toCost });
    const found = await recommend(makeSearch([1, 2, 3, 4, 8], "p90<25m"), run);
    expect(found?.forecast.then.settings.concurrency).toBe(8);
    expect(found).not.toHaveProperty("insteadOf");
  });
});

describe("recommend, with the engine", () => {
  it("meets its goal with random numbers that it has not used, and no clearly cheaper point of its grid does", async () => {
    const { settings, load } = makeSetup({
      settings: { mode: "parallel", concurrency: 1 },
      load: { arrivals: { kind: "poisson", perHour: 5 }, failureRate: 0.05 },
    });
    const goal = parseGoal("mean<20m");
    const keep = ["mode", "bisectionConcurrency", "canOptimisticallyMerge"] as const;
    const grid = listCandidates({ now: settings, singleMode: "one-at-a-time", load, keep });
    const candidates = grid.filter(
      (each) => each.concurrency < (each.batch ? 2 : 3) && each.batchingMinSize < 8,
    );
    const options = {
      ...makeOptions({ load, now: settings, pullRequests: 200, replications: 3 }),
      candidates,
    };
    const found = await recommend({ ...options, goals: [goal], minimize: "ciMinutesPerMerge" }, runHere());
    const costs = new Map<SimulatedSettings, number>();
    for (const then of candidates) {
      const { forecast } =
        (await simulate({ ...options, now: then, then, seed: "another" }, runHere())) ?? {};
      if (forecast === undefined || !isGoalMet(goal, forecast.then)) continue;
      costs.set(then, Number(forecast.then.measures.ciMinutesPerMerge?.value));
    }
    const chosen = [...costs].find(([then]) => isDeepStrictEqual(then, found?.forecast.then.settings));
    // Goal and cost decide: several points meet the goal, several do not, and the dearest cost clearly more.
    expect(costs.size).toBeGreaterThan(2);
    expect(costs.size).toBeLessThan(candidates.length - 1);
    expect(Math.max(...costs.values())).toBeGreaterThan(1.1 * Math.min(...costs.values()));
    expect(chosen?.[1]).toBeLessThan(1.1 * Math.min(...costs.values()));
  });
});
