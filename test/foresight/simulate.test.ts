import type { ReplicationSetup } from "../../src/foresight/drive/replication";
import { runReplication } from "../../src/foresight/drive/run-replication";
import { type SimulateRun, simulate } from "../../src/foresight/simulate";
import { makeResult } from "./measure/make-result";
import { makeOptions } from "./support/make-options";
import { makeSetup } from "./support/make-setup";

/** Collects the setups that are run; each result takes so many minutes to merge. */
function record(toMinutes: (setup: ReplicationSetup) => number): {
  readonly run: SimulateRun;
  readonly setups: ReplicationSetup[];
} {
  const setups: ReplicationSetup[] = [];
  const run: SimulateRun = {
    runReplications: (planned, onProgress) => {
      setups.push(...planned);
      for (const [index] of planned.entries()) onProgress(index + 1);
      return Promise.resolve(planned.map((setup) => makeResult({ minutesToMerge: [toMinutes(setup)] })));
    },
  };
  return { run, setups };
}

describe("simulate", () => {
  it("runs both settings of a pair with the same load, seed and replication", async () => {
    const { run, setups } = record(() => 10);
    const loads = [makeSetup().load, makeSetup({ load: { failureRate: 0.1 } }).load];
    const drawLoad = (replication: number) => loads[replication] ?? makeSetup().load;
    await simulate(makeOptions({ then: { concurrency: 2 }, drawLoad, seed: "s" }), run);
    expect(
      setups.map(({ settings, load, seed, replication }) => [settings.concurrency, load, seed, replication]),
    ).toEqual([
      [1, loads[0], "s", 0],
      [2, loads[0], "s", 0],
      [1, loads[1], "s", 1],
      [2, loads[1], "s", 1],
    ]);
  });

  it("simulates equal settings once, and shows no difference", async () => {
    const { run, setups } = record(({ replication }) => 10 + replication);
    const { forecast } = (await simulate(makeOptions(), run)) ?? {};
    expect(setups).toHaveLength(2);
    expect(forecast?.then).toEqual(forecast?.now);
    expect(forecast?.change.timeToMergeP90Minutes).toEqual({ value: 0, low: 0, high: 0, shown: false });
  });

  it.each<[string, number, number | undefined, (replication: number) => number]>([
    ["eight if the intervals are narrow enough", 8, undefined, () => 10],
    ["four more at a time until they are", 12, undefined, (each) => (each < 8 ? 60 + 8 * (each % 2) : 64)],
    ["twenty at most", 20, undefined, (each) => (each % 2 === 0 ? 10 : 100)],
    ["exactly as many as are given", 3, 3, (each) => (each % 2 === 0 ? 10 : 100)],
  ])("runs %s", async (_, expected, replications, toMinutes) => {
    const { run, setups } = record(({ replication }) => toMinutes(replication));
    expect((await simulate(makeOptions({ replications }), run))?.forecast.replications).toBe(expected);
    expect(setups.map(({ replication }) => replication)).toEqual([...Array(expected).keys()]);
  });

  it("reports pairs of replications as progress", async () => {
    const progress: (readonly [number, number])[] = [];
    const { run } = record(() => 10);
    const onProgress = (done: number, most: number): void => {
      progress.push([done, most]);
    };
    await simulate(makeOptions({ then: { concurrency: 2 }, replications: 3 }), { ...run, onProgress });
    expect(progress).toEqual([
      [0, 3],
      [1, 3],
      [1, 3],
      [2, 3],
      [2, 3],
      [3, 3],
    ]);
  });

  it("says what is known after an interrupt, from complete pairs only", async () => {
    const interrupted: SimulateRun = {
      // Of the second pair one result is missing, of the last two both are.
      runReplications: (setups) =>
        Promise.resolve(
          setups.map((setup, index) => ([0, 1, 2, 4, 5].includes(index) ? runReplication(setup) : undefined)),
        ),
    };
    const options = makeOptions({ then: { concurrency: 2 }, replications: 5 });
    const { forecast } = (await simulate(options, interrupted)) ?? {};
    expect(forecast).toMatchObject({ interrupted: true, replications: 2 });
    expect(forecast?.now.measures.mergedPerHour?.value).toBeGreaterThan(0);
  });

  it("knows nothing if it is interrupted before two pairs are complete", async () => {
    const run: SimulateRun = {
      runReplications: (setups) =>
        Promise.resolve(setups.map((_setup, index) => (index === 0 ? makeResult() : undefined))),
    };
    expect(await simulate(makeOptions({ replications: 5 }), run)).toBeUndefined();
  });

  it("writes numbers with six digits, and no negative zero", async () => {
    const { run } = record(({ settings }) => (settings.concurrency === 2 ? 100 / 3 : 200 / 3));
    const { forecast } = (await simulate(makeOptions({ then: { concurrency: 2 } }), run)) ?? {};
    expect(forecast?.now.measures.timeToMergeP50Minutes?.value).toBe(66.6667);
    expect(forecast?.change.timeToMergeP50Minutes).toEqual({
      value: -33.3333,
      low: -33.3333,
      high: -33.3333,
      shown: true,
    });
    expect(Object.is(forecast?.change.mergedPerHour?.low, 0)).toBe(true);
  });
});
