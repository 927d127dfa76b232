import type { ReplicationSetup } from "../../../src/foresight/drive/replication";
import { tryParseGoal } from "../../../src/foresight/goal";
import { listCandidates } from "../../../src/foresight/recommend/list-candidates";
import { type RecommendOptions, recommend } from "../../../src/foresight/recommend/recommend";
import { type SimulateRun, simulate } from "../../../src/foresight/simulate";
import { makeResult } from "../measure/make-result";
import { makeOptions } from "../support/make-options";
import { makeSetup } from "../support/make-setup";
import { runHere } from "../support/run-here";

function parseGoal(text: string) {
  const goal = tryParseGoal(text);
  if (goal === undefined) throw new Error(`${text} is no goal.`);
  return goal;
}

/** Makes options with a candidate for each of these concurrencies. */
function makeSearch(concurrencies: readonly number[], goal: string): RecommendOptions {
  const options = makeOptions({ now: { mode: "parallel", concurrency: 1 } });
  const candidates = concurrencies.map((concurrency) => ({ ...options.now, concurrency }));
  return { ...options, candidates, goals: [parseGoal(goal)], minimize: "ciMinutesPerMerge" };
}

/** Runs replications whose times and costs follow from the concurrency: the more at once, the faster and the dearer. */
function runLike(
  toMinutes: (setup: ReplicationSetup) => number,
): SimulateRun & { setups: ReplicationSetup[] } {
  const setups: ReplicationSetup[] = [];
  return {
    setups,
    runReplications: (planned) => {
      setups.push(...planned);
      return Promise.resolve(
        planned.map((setup) =>
          makeResult({
            minutesToMerge: [toMinutes(setup)],
            ciMinutes: 100 + 10 * setup.settings.concurrency,
          }),
        ),
      );
    },
  };
}

describe("recommend", () => {
  it("finds the cheapest candidate that meets the goal", async () => {
    const run = runLike(({ settings }) => 60 / settings.concurrency);
    const found = await recommend(makeSearch([8, 1, 4, 2, 3], "p90<25m"), run);
    expect(found?.met).toBe(true);
    expect(found?.forecast.now.settings.concurrency).toBe(1);
    expect(found?.forecast.then.settings.concurrency).toBe(3);
  });

  it("does not trust a short simulation: a longer one with other random numbers decides", async () => {
    // Two at once are fast only with the random numbers of the screening.
    const run = runLike(({ settings, seed }) =>
      seed === "1" && settings.concurrency === 2 ? 40 : 60 / settings.concurrency,
    );
    const found = await recommend(makeSearch([1, 2, 3, 4], "p90<35m"), run);
    expect(found?.forecast.then.settings.concurrency).toBe(3);
    // One at once was excluded at once.
    expect(
      run.setups.filter(({ settings, seed }) => seed === "1" && settings.concurrency === 1),
    ).toHaveLength(2);
  });

  it("keeps the settings of now if nothing is cheaper", async () => {
    const found = await recommend(
      makeSearch([1, 2], "p90<61m"),
      runLike(() => 60),
    );
    expect(found?.forecast.then.settings).toEqual(found?.forecast.now.settings);
    expect(found?.met).toBe(true);
  });

  it("shows what comes closest if nothing meets the goal", async () => {
    const run = runLike(({ settings }) => 60 / settings.concurrency);
    const found = await recommend(makeSearch([1, 4, 2], "p90<5m"), run);
    expect(found?.met).toBe(false);
    expect(found?.forecast.then.settings.concurrency).toBe(4);
  });

  it("finds nothing if it is interrupted", async () => {
    const run: SimulateRun = {
      runReplications: (setups) => Promise.resolve(setups.map(() => undefined)),
    };
    expect(await recommend(makeSearch([1, 2], "p90<5m"), run)).toBeUndefined();
  });

  it("meets its goal with a seed that it has not used", async () => {
    const { settings, load } = makeSetup({
      settings: { mode: "parallel", concurrency: 1 },
      load: { arrivals: { kind: "poisson", perHour: 8 }, failureRate: 0.05 },
    });
    const goal = parseGoal("p90<40m");
    const options = {
      ...makeOptions({ load, now: settings, pullRequests: 200, replications: 4 }),
      candidates: listCandidates(settings, "one-at-a-time", load).filter(
        ({ concurrency }) => concurrency < 5,
      ),
      goals: [goal],
      minimize: "ciMinutesPerMerge",
    } as const;
    const found = await recommend(options, runHere());
    expect(found?.met).toBe(true);
    const then = found?.forecast.then.settings ?? settings;
    const again = await simulate({ ...options, now: then, then, seed: "another" }, runHere());
    expect(again?.now.measures.timeToMergeP90Minutes?.value).toBeLessThan(goal.limit);
    // Batches need fewer tests than one for each pull request.
    expect(again?.now.measures.ciMinutesPerMerge?.value).toBeLessThan(10);
  });
});
