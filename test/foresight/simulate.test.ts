import type { ReplicationResult, ReplicationSetup } from "../../src/foresight/drive/replication";
import { runReplication } from "../../src/foresight/drive/run-replication";
import { type SimulateRun, simulate } from "../../src/foresight/simulate";
import { makeResult } from "./measure/make-result";
import { makeOptions } from "./support/make-options";
import { makeSetup } from "./support/make-setup";

/** Collects the setups that are run, apart from pilots; each result takes so many minutes to merge. */
function record(toResult: (setup: ReplicationSetup) => Partial<ReplicationResult>): {
  readonly run: SimulateRun;
  readonly setups: ReplicationSetup[];
} {
  const setups: ReplicationSetup[] = [];
  const run: SimulateRun = {
    runReplications: (planned) => {
      setups.push(...planned.filter(({ load }) => load.arrivals.kind !== "saturated"));
      return Promise.resolve(planned.map((setup) => makeResult(toResult(setup))));
    },
  };
  return { run, setups };
}

const minutes = (value: number) => ({ minutesToMerge: [value] });
const at = (perHour: number) => ({ arrivals: { kind: "poisson", perHour } }) as const;

describe("simulate", () => {
  it("runs both settings of a pair with the same load, seed and replication", async () => {
    const { run, setups } = record(() => minutes(10));
    const options = makeOptions({ then: { concurrency: 2 }, seed: "s" });
    await simulate(options, run);
    const runs = setups.map(({ settings, seed, replication }) => [settings.concurrency, seed, replication]);
    expect(runs.map(String)).toEqual(["1,s,0", "2,s,0", "1,s,1", "2,s,1"]);
    for (const { load } of setups) expect(load).toEqual(options.load);
  });

  it("runs the same replications with drawn loads too, if the load is uncertain: that widens intervals", async () => {
    const { load } = makeSetup({ load: at(3) });
    const drawLoad = (replication: number) => ({ ...load, failureRate: 0.01 * replication });
    const toMinutes = ({ load: { failureRate }, replication }: ReplicationSetup): number =>
      10 + replication / 10 + 100 * failureRate;
    const { run, setups } = record((setup) => minutes(toMinutes(setup)));
    const options = { ...makeOptions({ load: at(3) }), replications: 3 };
    const certain = await simulate(options, run);
    expect(setups.map(({ load: { failureRate } }) => failureRate)).toEqual([0, 0, 0]);
    setups.length = 0;
    const uncertain = await simulate({ ...options, drawLoad }, run);
    const runs = setups.map(({ load: { failureRate }, replication }) => `${failureRate} ${replication}`);
    expect(runs).toEqual(["0 0", "0 0", "0 1", "0.01 1", "0 2", "0.02 2"]);
    const [known, drawn] = [certain, uncertain].map(
      (each) => each?.forecast.now.measures.timeToMergeMeanMinutes,
    );
    expect(drawn?.value).toBe(known?.value);
    // The mean of three varies by 0.06 minutes, what is drawn by 1: t(2) 4.3 times.
    expect(Number(drawn?.high) / Number(known?.value)).toBeGreaterThan(1.4);
    expect(Number(known?.high) / Number(known?.value)).toBeLessThan(1.04);
  });

  it("after an interrupt counts only what was simulated with drawn loads too", async () => {
    // Of the third and fifth replication, only what has no drawn load has ended.
    const ended = [0, 1, 2, 3, 4, 6, 7, 8];
    const run: SimulateRun = {
      runReplications: (setups, phase) =>
        Promise.resolve(
          setups.map((_, index) => (phase === "pilot" || ended.includes(index) ? makeResult() : undefined)),
        ),
    };
    const { load } = makeSetup({ load: at(3) });
    const drawLoad = (replication: number) => ({ ...load, failureRate: 0.01 * replication });
    const options = { ...makeOptions({ load: at(3) }), replications: 5, drawLoad };
    expect((await simulate(options, run))?.forecast).toMatchObject({ replications: 3, interrupted: true });
  });

  it("simulates equal settings once, and shows no difference", async () => {
    const { run, setups } = record(({ replication }) => minutes(10 + replication));
    const { forecast } = (await simulate(makeOptions(), run)) ?? {};
    expect(setups).toHaveLength(2);
    expect(forecast?.then).toEqual(forecast?.now);
    expect(forecast?.change.timeToMergeP90Minutes).toEqual({ value: 0, low: 0, high: 0, shown: false });
  });

  it("says what is known after an interrupt, from complete pairs only", async () => {
    const interrupted: SimulateRun = {
      // Of the second pair one result is missing, of the last two both are.
      runReplications: (setups) =>
        Promise.resolve(
          setups.map((setup, index) => {
            const isPilot = setup.load.arrivals.kind === "saturated";
            return isPilot || [0, 1, 2, 4, 5].includes(index) ? runReplication(setup) : undefined;
          }),
        ),
    };
    const options = makeOptions({ then: { concurrency: 2 }, replications: 5 });
    const { forecast } = (await simulate(options, interrupted)) ?? {};
    expect(forecast).toMatchObject({ interrupted: true, replications: 2 });
    expect(forecast?.now.measures.mergedPerHour?.value).toBeGreaterThan(0);
  });

  it.each([
    ["in the pilot", 0],
    ["before two pairs are complete", 1],
  ])("knows nothing if it is interrupted %s", async (_, complete) => {
    let calls = 0;
    const run: SimulateRun = {
      runReplications: (setups) => {
        calls += 1;
        return Promise.resolve(
          setups.map((_setup, index) => (calls + index <= complete ? makeResult() : undefined)),
        );
      },
    };
    expect(await simulate(makeOptions({ replications: 5 }), run)).toBeUndefined();
  });

  it("does not hide other errors", async () => {
    const run: SimulateRun = { runReplications: () => Promise.reject(new Error("broken worker")) };
    await expect(simulate(makeOptions(), run)).rejects.toThrow("broken worker");
  });
});

// Results of pilots say that the capacity is 6 an hour, without any variance.
describe("the extent of a simulation", () => {
  const EXTENT = { replications: undefined, pullRequests: undefined } as const;

  it("is ten replications of 2000 pull requests, where the load is low", async () => {
    const { run, setups } = record(() => minutes(10));
    const { forecast } = (await simulate(makeOptions({ ...EXTENT, load: at(3) }), run)) ?? {};
    expect(forecast).toMatchObject({ replications: 10, pullRequests: 2_000, given: [] });
    expect(setups.map(({ replication }) => replication)).toEqual([...Array(10).keys()]);
    expect(forecast?.now).toMatchObject({ keepsUp: true, steady: true });
  });

  it("follows from the load, which is known before", async () => {
    const { run } = record(() => minutes(10));
    const { forecast } = (await simulate(makeOptions({ ...EXTENT, load: at(5.4) }), run)) ?? {};
    expect(Math.abs(Number(forecast?.pullRequests) - 40 / 0.1 ** 2)).toBeLessThan(10);
    expect(forecast?.now.steady).toBe(true);
  });

  it.each([
    [undefined, 32_000],
    [8_000, 8_000],
  ])("has a bound (%s), and says what it does not reach", async (mostPullRequests, pullRequests) => {
    const { run } = record(() => ({ ...minutes(10), durationHours: 48 }));
    const options = makeOptions({ ...EXTENT, load: at(5.88), mostPullRequests });
    const { forecast } = (await simulate(options, run)) ?? {};
    expect(forecast).toMatchObject({
      pullRequests,
      now: { keepsUp: true, steady: false, simulatedDays: 2 },
    });
    expect(Math.abs(Number(forecast?.now.neededPullRequests) - 40 / 0.02 ** 2)).toBeLessThan(100);
  });

  it("does not name more pull requests than can be given", async () => {
    const { run } = record(() => minutes(10));
    const { forecast } = (await simulate(makeOptions({ ...EXTENT, load: at(5.99) }), run)) ?? {};
    expect(forecast?.now.steady).toBe(false);
    expect(forecast?.now).not.toHaveProperty("neededPullRequests");
  });

  it("can be given, and is steady if that is enough", async () => {
    const { run } = record(() => minutes(10));
    const given = { replications: 3, pullRequests: 200_000 };
    const { forecast } = (await simulate(makeOptions({ ...given, load: at(5.88) }), run)) ?? {};
    const names = ["replications", "pullRequests"];
    expect(forecast).toMatchObject({ ...given, given: names, now: { steady: true } });
  });

  it("is not enough if pull requests of its window never left the queue", async () => {
    const { run } = record(({ replication }) => ({ ...minutes(10), unconcluded: replication === 1 ? 1 : 0 }));
    const { forecast } = (await simulate(makeOptions({ ...EXTENT, load: at(3) }), run)) ?? {};
    expect(forecast?.now).toMatchObject({ keepsUp: true, steady: false });
    expect(forecast?.now).not.toHaveProperty("neededPullRequests");
  });

  it("does not wait for merges of a queue that does not keep up, or may not", async () => {
    const { run, setups } = record(({ awaitsMerges }) => ({ minutesToMerge: awaitsMerges ? [10] : [] }));
    for (const perHour of [6, 6.1]) {
      const keepsUp = perHour === 6 ? null : false;
      const { forecast } = (await simulate(makeOptions({ ...EXTENT, load: at(perHour) }), run)) ?? {};
      expect(forecast).toMatchObject({ pullRequests: 2_000, now: { keepsUp, steady: false } });
      expect(forecast?.now.measures).not.toHaveProperty("timeToMergeP90Minutes");
      expect(forecast?.now.measures.mergedPerHour?.value).toBe(10);
    }
    expect(setups.every(({ awaitsMerges }) => !awaitsMerges)).toBe(true);
  });

  it("of a saturated queue is steady: its capacity is known", async () => {
    const { run } = record(() => ({ minutesToMerge: [] }));
    const load = { arrivals: { kind: "saturated" } } as const;
    const { forecast } = (await simulate(makeOptions({ ...EXTENT, load }), run)) ?? {};
    expect(forecast).toMatchObject({ saturated: true, now: { keepsUp: false, steady: true } });
  });

  it("says how much times of successive tenths correlate", async () => {
    const meanMinutesByTenth = [1, 1, 1, 1, 1, 2, 2, 2, 2, 2];
    const { run } = record(() => ({ meanMinutesByTenth }));
    const { forecast } = (await simulate(makeOptions({ load: at(3) }), run)) ?? {};
    expect(forecast?.now.correlation).toBeCloseTo(7 / 9, 5);
  });
});

describe("a forecast", () => {
  it("writes numbers with six digits, and no negative zero", async () => {
    const { run } = record(({ settings }) => minutes(settings.concurrency === 2 ? 100 / 3 : 200 / 3));
    const { forecast } = (await simulate(makeOptions({ then: { concurrency: 2 } }), run)) ?? {};
    expect(forecast?.now.measures.timeToMergeP50Minutes?.value).toBe(66.6667);
    const change = { value: -33.3333, low: -33.3333, high: -33.3333, shown: true };
    expect(forecast?.change.timeToMergeP50Minutes).toEqual(change);
    expect(Object.is(forecast?.change.mergedPerHour?.low, 0)).toBe(true);
  });
});
