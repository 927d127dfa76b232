import { Interrupted, type ReplicationSetup } from "../../../src/foresight/drive/replication";
import { judgeLoads, type LoadVerdict } from "../../../src/foresight/measure/judge-loads";
import { makeSetup, NO_DEPENDENCIES, type SetupChanges } from "../support/make-setup";
import { runHere } from "../support/run-here";
import { WORKING_HOURS } from "../support/working-hours";
import { makeResult } from "./make-result";

const { runReplications } = runHere();

/** Judges a queue with the loads of these setups, by pilots of at most so many pull requests. */
async function judgeFor(longest: number, ...changes: readonly SetupChanges[]): Promise<LoadVerdict> {
  const { settings, singleMode, seed } = makeSetup(changes[0]);
  const loads = changes.map((each) => makeSetup(each).load);
  const [verdict] = await judgeLoads([{ settings, singleMode, seed, loads }], runReplications, longest);
  if (verdict === undefined) throw new Error("no verdict");
  return verdict;
}

const judge = (...changes: readonly SetupChanges[]) => judgeFor(500, ...changes);

const poisson = (perHour: number) => ({ kind: "poisson", perHour }) as const;
const FAILING: SetupChanges = { settings: { mode: "parallel", concurrency: 8 }, load: { failureRate: 0.1 } };

describe("whether a queue keeps up", () => {
  // One test of 10 minutes at a time: 6 an hour.
  test.each([
    [0.5, true],
    [0.99, true],
    [1.01, false],
    [5, false],
  ])("at %d of the capacity is %s", async (share, keepsUp) => {
    expect(await judge({ load: { arrivals: poisson(6 * share) } })).toMatchObject({ keepsUp });
  });

  test("does not depend on how long the tests of the pilot happened to be", async () => {
    const testMinutes = { kind: "exponential", mean: 10 } as const;
    for (const share of [0.98, 1.02]) {
      const { keepsUp } = await judgeFor(4_000, { load: { arrivals: poisson(6 * share), testMinutes } });
      expect(keepsUp).toBe(share < 1);
    }
  });

  test("is too close to tell within the interval of a capacity that depends on failures", async () => {
    // Merges and removals in each round of 10 minutes: (1 - 0.9 ** 8) / 0.1.
    const capacity = (6 * (1 - 0.9 ** 8)) / 0.1;
    const at = async (share: number): Promise<boolean | null> => {
      const load = { ...FAILING.load, arrivals: poisson(capacity * share) };
      return (await judgeFor(2_000, { ...FAILING, load })).keepsUp;
    };
    expect([await at(0.9), await at(1), await at(1.1)]).toEqual([true, null, false]);
  });

  test("counts many slots that take long to fill, batches that fill, and bisections that fall behind", async () => {
    const many = { mode: "parallel", concurrency: 100 } as const;
    const arrivals = poisson(900);
    const behind = await judge({ settings: many, load: { arrivals, targets: NO_DEPENDENCIES } });
    expect(behind.keepsUp).toBe(false);
    const twelve = { arrivals: poisson(12) };
    expect(await judge({ settings: { batch: false }, load: twelve })).toMatchObject({ keepsUp: false });
    expect(await judge({ settings: { batch: true }, load: twelve })).toMatchObject({ keepsUp: true });
    const bisecting = (bisectionConcurrency: number): SetupChanges => ({
      settings: { mode: "parallel", concurrency: 4, batch: true, batchingMinSize: 8, bisectionConcurrency },
      load: { arrivals: poisson(20), failureRate: 0.15 },
    });
    expect(await judge(bisecting(1))).toMatchObject({ keepsUp: false });
    expect(await judge(bisecting(8))).toMatchObject({ keepsUp: true });
  });

  test("is asked of a whole week, and never of a saturated queue", async () => {
    const weekly = { arrivals: { kind: "weekly", perHour: WORKING_HOURS } } as const;
    expect(await judge({ load: weekly })).toMatchObject({ keepsUp: true });
    const saturated = await judge({ ...FAILING, load: { arrivals: { kind: "saturated" } } });
    expect(saturated).toEqual({ keepsUp: false, needed: 40, least: 40 });
  });

  test("of uncertain loads is sure only if the heaviest keeps up, or the lightest does not", async () => {
    const ofShares = async (...shares: readonly number[]): Promise<boolean | null> => {
      const loads = shares.map((share) => ({ load: { arrivals: poisson(6 * share) } }));
      return (await judge(...loads)).keepsUp;
    };
    expect(await ofShares(0.7, 0.9, 0.8)).toBe(true);
    expect(await ofShares(0.7, 1.2, 0.8)).toBeNull();
    expect(await ofShares(1.3, 1.2, 1.4)).toBe(false);
  });
});

describe("the pull requests that a replication needs", () => {
  test("are 40 relaxation times: with constant tests, 40 / (1 - load) ** 2", async () => {
    const { needed } = await judge({ load: { arrivals: poisson(5.7) } });
    expect(needed).toBeGreaterThan(0.99 * 16_000);
    expect(needed).toBeLessThan(1.02 * 16_000);
  });

  test("are twice as many with exponential tests, which vary as much as the arrivals", async () => {
    const testMinutes = { kind: "exponential", mean: 10 } as const;
    const { needed } = await judgeFor(2_000, { load: { arrivals: poisson(5.4), testMinutes } });
    expect(Math.abs(needed / 8_000 - 1)).toBeLessThan(0.25);
  });

  test("are those of the heaviest load, at the upper end of what failures make uncertain", async () => {
    const [one, other] = [4, 5].map((perHour) => ({ load: { arrivals: poisson(perHour) } }));
    expect((await judge(one ?? {}, other ?? {})).needed).toBe((await judge(other ?? {})).needed);
    const capacity = (6 * (1 - 0.9 ** 8)) / 0.1;
    const load = { ...FAILING.load, arrivals: poisson(0.9 * capacity) };
    expect((await judgeFor(1_000, { ...FAILING, load })).needed).toBeGreaterThan(40 / 0.1 ** 2);
  });

  test("last 20 tests, and 50 batches as far as they can fill", async () => {
    const slots: SetupChanges = {
      settings: { mode: "parallel", concurrency: 30 },
      load: { arrivals: poisson(90), targets: NO_DEPENDENCIES },
    };
    // 15 arrive in 10 minutes.
    expect((await judge(slots)).least).toBe(300);
    const batches = { mode: "parallel", batch: true, batchingMinSize: 20 } as const;
    expect((await judge({ settings: batches, load: { arrivals: poisson(200) } })).least).toBe(1_000);
    // In 5 minutes of waiting and 10 of testing, 5 arrive.
    expect((await judge({ settings: batches, load: { arrivals: poisson(20) } })).least).toBe(300);
  });

  test("are unknown where the queue does not surely keep up", async () => {
    expect((await judge({ load: { arrivals: poisson(6.1) } })).needed).toBe(Number.POSITIVE_INFINITY);
  });
});

describe("pilots", () => {
  /** Lists the lengths of pilots whose parts, of an hour each, conclude so many pull requests in turn. */
  async function listLengths(concluded: readonly number[], changes: SetupChanges): Promise<number[]> {
    const { load, ...queue } = makeSetup(changes);
    const setups: ReplicationSetup[] = [];
    const parts = makeResult().parts.map((part, index) => {
      return { ...part, conclusions: Number(concluded[index % concluded.length]) };
    });
    await judgeLoads([{ ...queue, loads: [load] }], (planned) => {
      setups.push(...planned);
      return Promise.resolve(planned.map(() => makeResult({ parts })));
    });
    return setups.map(({ pullRequests }) => pullRequests);
  }

  test("are long only near a capacity that is not known well", async () => {
    const near = { load: { arrivals: poisson(5.9) } };
    expect(await listLengths([6], near)).toEqual([4_000]);
    expect(await listLengths([5.5, 6.5], near)).toEqual([4_000, 16_000]);
    expect(await listLengths([5.5, 6.5], { load: { arrivals: poisson(3) } })).toEqual([4_000]);
  });

  test("use all slots several times", async () => {
    expect(await listLengths([6], { settings: { batch: true, batchingMinSize: 1_000 } })).toEqual([5_000]);
  });

  test("are interrupted with the command", async () => {
    const { load, ...queue } = makeSetup();
    const judged = judgeLoads([{ ...queue, loads: [load] }], (setups) =>
      Promise.resolve(setups.map(() => undefined)),
    );
    await expect(judged).rejects.toThrow(Interrupted);
  });
});
