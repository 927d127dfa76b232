import { MergeQueueClient } from "../../../src/api/index";
import type { AutoOptions } from "../../../src/emulator/auto/auto-options";
import { startOpenEmulator } from "../../../src/emulator/start-emulator";
import { drawArrivals, drawStartMs } from "../../../src/foresight/draws/draw-arrivals";
import { KeyedDraws } from "../../../src/foresight/draws/keyed-draws";
import { runReplication } from "../../../src/foresight/drive/run-replication";
import { computeStudentBound } from "../../../src/foresight/statistics/interval";
import { makeSetup, meanOf, replicate, type SetupChanges } from "../support/make-setup";

const MAIN = { repo: { host: "github.com", owner: "acme", name: "web" }, targetBranch: "main" };
const PULL_REQUESTS = 150;
const CONCURRENCY = 4;

const ARRIVALS = { kind: "poisson", perHour: 16 } as const;
const LINE: SetupChanges = {
  pullRequests: PULL_REQUESTS,
  singleMode: "one-line",
  settings: { concurrency: CONCURRENCY },
  load: { arrivals: ARRIVALS },
};

/**
 * Submits pull requests to the local service over HTTP, at the times that a seed draws, and moves its clock.
 * @returns minutes to merge of those that merged after the first tenth, ascending
 */
async function live(seed: string, auto: AutoOptions): Promise<number[]> {
  const draws = new KeyedDraws(seed, 0);
  const startMs = drawStartMs(draws);
  const emulator = await startOpenEmulator({
    clock: "manual",
    now: () => startMs,
    options: { singleMode: "one-line" },
    auto,
  });
  try {
    const client = new MergeQueueClient({ baseUrl: emulator.url, token: emulator.token });
    await client.createQueue({ ...MAIN, mode: "single", concurrency: CONCURRENCY });
    const times = drawArrivals(ARRIVALS, draws, startMs);
    for (let number = 1; number <= PULL_REQUESTS; number += 1) {
      emulator.clock.set(times.next().value);
      await client.submitPullRequest({ ...MAIN, pr: { number } });
    }
    emulator.clock.runUntilIdle();
    const submissions = emulator.engine.tryFindQueue(MAIN)?.submissions.values() ?? [];
    return [...submissions]
      .filter(({ number, state }) => number > PULL_REQUESTS / 10 && state === "merged")
      .map(({ submittedAtMs, stateChangedAtMs }) => (stateChangedAtMs - submittedAtMs) / 60_000)
      .sort((one, other) => one - other);
  } finally {
    await emulator.close();
  }
}

describe("the local service, driven through its clock", () => {
  test("takes exactly as long as the simulation for the same arrivals and tests", async () => {
    const happened = await live("1", { durationSeconds: 600, failureRate: 0 });
    expect(happened).toHaveLength(135);
    expect(runReplication(makeSetup({ ...LINE, seed: "1" })).minutesToMerge).toEqual(happened);
  });

  test("with failures of its own, takes as long as the forecast says", async () => {
    const failureRate = 0.08;
    const forecast = replicate(10, { ...LINE, load: { ...LINE.load, failureRate } }).map((result) =>
      meanOf(result.minutesToMerge),
    );
    const mean = meanOf(forecast);
    const variance = forecast.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (forecast.length - 1);
    // Where one more replication lies with a probability of 95 %.
    const halfWidth =
      computeStudentBound(forecast.length - 1) * Math.sqrt(variance * (1 + 1 / forecast.length));
    const happened = meanOf(await live("life", { durationSeconds: 600, failureRate, seed: "life" }));
    expect(Math.abs(happened - mean)).toBeLessThan(halfWidth);
    // Failures matter: without them, the forecast would be another one.
    const without = replicate(10, LINE).map((result) => meanOf(result.minutesToMerge));
    expect(mean).toBeGreaterThan(1.1 * meanOf(without));
  });
});
