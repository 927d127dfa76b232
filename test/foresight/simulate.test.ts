import type { ReplicationSetup } from "../../src/foresight/drive/replication";
import { runReplication } from "../../src/foresight/drive/run-replication";
import { createLoadSource } from "../../src/foresight/load-source";
import { findSensitivity } from "../../src/foresight/sensitivity/find-sensitivity";
import { listLoadRanges } from "../../src/foresight/sensitivity/list-load-ranges";
import { type SimulateRun, simulate } from "../../src/foresight/simulate";
import type { QueueWorkload } from "../../src/foresight/workload/workload-schema";
import { makeResult } from "./measure/make-result";
import { makeOptions } from "./support/make-options";
import { makeSetup } from "./support/make-setup";
import { runHere } from "./support/run-here";

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
  it("gives Pollaczek and Khinchine's mean of one line with constant tests at a load of 0.8: 30 minutes", async () => {
    const forecast = await simulate(makeOptions({ pullRequests: 600, replications: 8 }), runHere());
    const mean = forecast?.now.measures.timeToMergeMeanMinutes;
    expect(mean?.low).toBeLessThan(30);
    expect(mean?.high).toBeGreaterThan(30);
    expect(mean?.value).toBeGreaterThan(27);
    expect(mean?.value).toBeLessThan(33);
    expect(forecast?.now.measures).toMatchObject({
      ciMinutesPerMerge: { value: expect.closeTo(10, 1) as number },
      testRunsPerMerge: { value: expect.closeTo(1, 2) as number },
      wronglyEvictedShare: { value: 0, low: 0, high: 0 },
      brokenMergedShare: { value: 0, low: 0, high: 0 },
    });
  });

  it("shows a difference with an interval that is narrower than those of its parts", async () => {
    const options = makeOptions({
      now: { mode: "parallel", concurrency: 4 },
      then: { mode: "parallel", concurrency: 5 },
      load: { arrivals: { kind: "poisson", perHour: 18 }, failureRate: 0.05 },
      pullRequests: 300,
      replications: 8,
    });
    const forecast = await simulate(options, runHere());
    const change = forecast?.change.timeToMergeMeanMinutes;
    const now = forecast?.now.measures.timeToMergeMeanMinutes;
    expect(change?.shown).toBe(true);
    expect(change?.value).toBeLessThan(0);
    expect(Number(change?.high) - Number(change?.low)).toBeLessThan(Number(now?.high) - Number(now?.low));
  });

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
    const forecast = await simulate(makeOptions(), run);
    expect(setups).toHaveLength(2);
    expect(forecast?.then).toEqual(forecast?.now);
    expect(forecast?.change.timeToMergeP90Minutes).toEqual({ value: 0, low: 0, high: 0, shown: false });
  });

  it("stops after eight replications if the intervals are narrow enough", async () => {
    const { run, setups } = record(() => 10);
    const forecast = await simulate(makeOptions({ replications: undefined }), run);
    expect(forecast?.replications).toBe(8);
    expect(setups.map(({ replication }) => replication)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  });

  it("adds four at a time until they are, and stops after twenty", async () => {
    const settling = record(({ replication }) => (replication < 8 ? 60 + 8 * (replication % 2) : 64));
    expect((await simulate(makeOptions({ replications: undefined }), settling.run))?.replications).toBe(12);
    const wild = record(({ replication }) => (replication % 2 === 0 ? 10 : 100));
    expect((await simulate(makeOptions({ replications: undefined }), wild.run))?.replications).toBe(20);
  });

  it("runs exactly as many replications as are given", async () => {
    const wild = record(({ replication }) => (replication % 2 === 0 ? 10 : 100));
    expect((await simulate(makeOptions({ replications: 3 }), wild.run))?.replications).toBe(3);
    expect(wild.setups).toHaveLength(3);
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
    const forecast = await simulate(options, interrupted);
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
    const forecast = await simulate(makeOptions({ then: { concurrency: 2 } }), run);
    expect(forecast?.now.measures.timeToMergeP50Minutes?.value).toBe(66.6667);
    expect(forecast?.change.timeToMergeP50Minutes).toEqual({
      value: -33.3333,
      low: -33.3333,
      high: -33.3333,
      shown: true,
    });
    expect(Object.is(forecast?.change.mergedPerHour?.low, 0)).toBe(true);
  });

  it("has no time to merge above capacity, and capacity as merges per hour", async () => {
    const load = { arrivals: { kind: "poisson", perHour: 12 } } as const;
    const forecast = await simulate(
      makeOptions({ load, then: { mode: "parallel", concurrency: 4 } }),
      runHere(),
    );
    expect(forecast?.now.keepsUp).toBe(false);
    expect(forecast?.now.measures.mergedPerHour?.value).toBeCloseTo(6, 0);
    expect(forecast?.then.keepsUp).toBe(true);
    expect(Object.keys(forecast?.now.measures ?? {}).filter((name) => name.startsWith("timeTo"))).toEqual([]);
    expect(Object.keys(forecast?.change ?? {}).filter((name) => name.startsWith("timeTo"))).toEqual([]);
  });
});

describe("findSensitivity", () => {
  const BASIS = { source: "recorder", conclusions: 412, days: 31 } as const;
  const WORKLOAD: QueueWorkload = {
    queue: "github.com/acme/web/main",
    arrivalsPerHour: { ...BASIS, value: 4, low: 3.2, high: 5 },
    testMinutes: { ...BASIS, value: 20, low: 15, high: 25, minutes: [10, 20, 30] },
    failureRate: { ...BASIS, value: 0.05, low: 0.02, high: 0.1 },
    flakeRate: { ...BASIS, value: 0, low: 0, high: 0 },
    ciSlots: { ...BASIS, source: "assumed", value: 8, low: 6, high: 12 },
  };
  const inputs = { workload: WORKLOAD, given: {}, seed: "1" };

  it("tries both ends of each interval, half and twice the arrivals, and changes nothing else", async () => {
    const { run, setups } = record(() => 10);
    const options = makeOptions({ then: { concurrency: 2 }, replications: 2 });
    const { rows, replications } = await findSensitivity(options, listLoadRanges(inputs), run);
    expect(replications).toBe(2);
    // A flake rate without an interval has no ends.
    expect(rows.map(({ parameter, low, high }) => [parameter, low.value, high.value])).toEqual([
      ["failureRate", 0.02, 0.1],
      ["testMinutes", 15, 25],
      ["ciSlots", 6, 12],
      ["arrivals", 0.5, 2],
    ]);
    const usual = createLoadSource(inputs);
    const loads = [0, 1].map((replication) => usual.drawLoad(replication));
    const [first] = loads;
    // Two ends of four parameters, two replications, and two choices of settings.
    expect(setups).toHaveLength(32);
    expect(setups.map(({ replication }) => replication)).toEqual(Array(8).fill([0, 0, 1, 1]).flat());
    expect(setups[0]?.load).toEqual({ ...first, failureRate: 0.02 });
    expect(setups[4]?.load).toEqual({ ...first, failureRate: 0.1 });
    const durations = first?.testMinutes.kind === "empirical" ? first.testMinutes.minutes : [];
    expect(setups[8]?.load).toEqual({
      ...first,
      testMinutes: { kind: "empirical", minutes: durations.map((minutes) => minutes * 0.75) },
    });
    expect(setups[16]?.load).toEqual({ ...first, ciSlots: 6 });
    const perHour = first?.arrivals.kind === "poisson" ? first.arrivals.perHour : Number.NaN;
    expect(setups[28]?.load).toEqual({ ...first, arrivals: { kind: "poisson", perHour: 2 * perHour } });
  });

  it("changes only the arrivals of numbers that were given by hand, and nothing of a saturated queue", () => {
    const { load } = makeSetup();
    const [range, ...others] = listLoadRanges({ workload: undefined, given: load, seed: "1" });
    expect(others).toEqual([]);
    expect(range?.parameter).toBe("arrivals");
    expect(range?.low.drawLoad(0)).toEqual({ ...load, arrivals: { kind: "poisson", perHour: 2.4 } });
    const saturated = { ...load, arrivals: { kind: "saturated" } as const };
    expect(listLoadRanges({ workload: undefined, given: saturated, seed: "1" })).toEqual([]);
    // What replaces a number of the workload has no interval either.
    const given = { failureRate: 0.3, testMinutes: load.testMinutes };
    expect(listLoadRanges({ ...inputs, given }).map(({ parameter }) => parameter)).toEqual([
      "ciSlots",
      "arrivals",
    ]);
  });

  it("keeps complete rows after an interrupt, and runs eight replications unless told otherwise", async () => {
    let calls = 0;
    const progress: number[] = [];
    const run: SimulateRun = {
      runReplications: (setups, onProgress) => {
        calls += 1;
        onProgress(setups.length);
        return Promise.resolve(setups.map(() => (calls > 3 ? undefined : makeResult())));
      },
      onProgress: (_done, most) => progress.push(most),
    };
    const options = makeOptions({ replications: undefined });
    const sensitivity = await findSensitivity(options, listLoadRanges(inputs), run);
    expect(sensitivity).toMatchObject({
      replications: 8,
      interrupted: true,
      rows: [{ parameter: "failureRate" }],
    });
    expect(progress).toEqual([64, 64, 64, 64]);
  });
});
