import os from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type { ReplicationResult, ReplicationSetup } from "../../src/foresight/drive/replication";
import { ReplicationPool, WORKER_NAME } from "../../src/foresight/replication-pool";
import { makeSetup } from "./support/make-setup";

const workerFile = join(__dirname, "../../dist", WORKER_NAME);

const SETUPS = [1, 4].flatMap((concurrency) =>
  [0, 1, 2].map((replication) =>
    makeSetup({
      replication,
      pullRequests: 60,
      settings: { mode: "parallel", concurrency, batch: true },
      load: { failureRate: 0.1, flakeRate: 0.05, testMinutes: { kind: "exponential", mean: 10 } },
    }),
  ),
);

type PoolOptions = NonNullable<ConstructorParameters<typeof ReplicationPool>[0]>;
type RunOptions = NonNullable<Parameters<ReplicationPool["run"]>[1]>;

/** Runs replications in a pool of its own. */
async function runReplications(
  setups: readonly ReplicationSetup[],
  options: PoolOptions & RunOptions = {},
): ReturnType<ReplicationPool["run"]> {
  const pool = new ReplicationPool(options);
  try {
    return await pool.run(setups, options);
  } finally {
    await pool.close();
  }
}

describe("ReplicationPool", () => {
  test("any number of workers gives the same bytes, in the order of the setups", async () => {
    const here = JSON.stringify(await runReplications(SETUPS, { workers: 0 }));
    for (const workers of [1, 3])
      expect(JSON.stringify(await runReplications(SETUPS, { workers, workerFile }))).toBe(here);
  });

  test("without the worker's bundle everything runs in the calling thread, unless workers are wanted", async () => {
    const results = await runReplications(SETUPS.slice(0, 1));
    expect(results[0]?.minutesToMerge.length).toBeGreaterThan(20);
    await expect(runReplications(SETUPS, { workers: 2 })).rejects.toThrow(RangeError);
  });

  test.each([
    { processors: 2, pullRequests: 16_666, threads: 1 },
    { processors: 2, pullRequests: 16_667, threads: 2 },
    { processors: 3, pullRequests: 60, threads: 3 },
    { processors: 2, pullRequests: 60, workers: 2, threads: 2 },
  ])(
    "three replications start as many threads as are of use: %j",
    async ({ processors, pullRequests, workers, threads }) => {
      jest.spyOn(os, "availableParallelism").mockReturnValue(processors);
      const ended = jest.spyOn(Worker.prototype, "terminate");
      const setups = SETUPS.slice(0, 3).map((setup) => ({ ...setup, pullRequests }));
      const signal = AbortSignal.abort();
      expect(await runReplications(setups, { workers, workerFile, signal })).toHaveLength(3);
      expect(ended).toHaveBeenCalledTimes(threads);
    },
  );

  test.each([0, 2])(
    "with %d workers, progress counts the pull requests of all replications",
    async (workers) => {
      const counts: number[] = [];
      await runReplications(SETUPS, { workers, workerFile, onProgress: (done) => counts.push(done) });
      expect(counts).toEqual([60, 120, 180, 240, 300, 360]);
    },
  );

  test.each([0, 2])("with %d workers, a long replication reports its progress, too", async (workers) => {
    const saturated = { arrivals: { kind: "saturated" } } as const;
    const settings = { batch: true, batchingMinSize: 7 };
    const setups = [
      makeSetup({ pullRequests: 1_300 }),
      makeSetup({ pullRequests: 1_300, load: saturated, settings }),
    ];
    const counts: number[] = [];
    await runReplications(setups, { workers, workerFile, onProgress: (done) => counts.push(done) });
    expect(counts.at(-1)).toBe(2_600);
    expect(counts.toSorted((one, other) => one - other)).toEqual(counts);
    // Each replication: twice some 500, and at its end.
    expect(counts).toHaveLength(6);
  });

  test.each([0, 2])("with %d workers, an aborted call returns what has ended so far", async (workers) => {
    const controller = new AbortController();
    const results = await runReplications(SETUPS, {
      workers,
      workerFile,
      signal: controller.signal,
      onProgress: (done) => {
        if (done === 120) controller.abort();
      },
    });
    const isResult = (one: ReplicationResult | undefined) => one !== undefined;
    expect(results).toHaveLength(SETUPS.length);
    expect(results.filter(isResult)).toHaveLength(2);
  });

  test("an aborted call does not wait for a replication in progress", async () => {
    const controller = new AbortController();
    // Takes minutes.
    const endless = makeSetup({ pullRequests: 3_000_000 });
    const results = runReplications([endless], { workers: 1, workerFile, signal: controller.signal });
    setImmediate(() => {
      controller.abort();
    });
    await expect(results).resolves.toEqual([undefined]);
  });

  test("a call fails if the pool is closed meanwhile", async () => {
    const pool = new ReplicationPool({ workers: 1, workerFile });
    const closed = pool.run([makeSetup({ pullRequests: 3_000_000 })], {
      onProgress: () => {
        void pool.close();
      },
    });
    await expect(closed).rejects.toThrow("The worker thread has ended.");
  });

  test("a pool uses its workers again, also after an aborted call", async () => {
    const pool = new ReplicationPool({ workers: 2, workerFile });
    const first = await pool.run(SETUPS);
    await expect(pool.run(SETUPS, { signal: AbortSignal.abort() })).resolves.toEqual(
      SETUPS.map(() => undefined),
    );
    await expect(pool.run(SETUPS)).resolves.toEqual(first);
    await pool.close();
  });

  test.each([0, 1])(
    "with %d workers, arrivals over more than 1000 years are refused by name",
    async (workers) => {
      const perHour = Array.from({ length: 168 }, (_, hour) => (hour === 3 ? 1e-300 : 1e-6));
      const setup = makeSetup({ pullRequests: 2000, load: { arrivals: { kind: "weekly", perHour } } });
      const refused = runReplications([SETUPS[0] as ReplicationSetup, setup], { workers, workerFile });
      await expect(refused).rejects.toMatchObject({
        code: "invalid_configuration",
        message: expect.stringMatching(
          /^At 9\.94\d+e-7 arrivals per hour, 2000 pull requests arrive over 2295\d\d years of simulated time/,
        ) as string,
      });
    },
  );
});
