import { MergeQueueClient } from "../../../src/api/index";
import { startOpenEmulator } from "../../../src/emulator/start-emulator";
import { drawArrivals, drawStartMs } from "../../../src/foresight/draws/draw-load";
import { KeyedDraws } from "../../../src/foresight/draws/keyed-draws";
import { runReplication } from "../../../src/foresight/drive/run-replication";
import { makeSetup } from "../support/make-setup";

const MAIN = { repo: { host: "github.com", owner: "acme", name: "web" }, targetBranch: "main" };
const PULL_REQUESTS = 150;
const CONCURRENCY = 4;

const ARRIVALS = { kind: "poisson", perHour: 16 } as const;

/**
 * Submits pull requests to the local service over HTTP, at the times that a seed draws, and moves its clock.
 * @returns minutes to merge of those that merged after the first tenth, ascending
 */
async function live(seed: string): Promise<number[]> {
  const draws = new KeyedDraws(seed, 0);
  const startMs = drawStartMs(draws);
  const emulator = await startOpenEmulator({
    clock: "manual",
    now: () => startMs,
    options: { singleMode: "one-line" },
    auto: { durationSeconds: 600, failureRate: 0 },
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
      .filter(({ number, state }) => number > PULL_REQUESTS / 5 && state === "merged")
      .map(({ submittedAtMs, stateChangedAtMs }) => (stateChangedAtMs - submittedAtMs) / 60_000)
      .sort((one, other) => one - other);
  } finally {
    await emulator.close();
  }
}

describe("the local service, driven through its clock", () => {
  test("takes exactly as long as the simulation for the same arrivals and tests", async () => {
    const happened = await live("1");
    expect(happened).toHaveLength(120);
    const setup = makeSetup({
      pullRequests: PULL_REQUESTS,
      singleMode: "one-line",
      settings: { concurrency: CONCURRENCY },
      load: { arrivals: ARRIVALS },
    });
    expect(runReplication(setup).minutesToMerge).toEqual(happened);
  });
});
