import { resolveOptions } from "../../../src/emulator/emulator-options";
import { startService } from "../../../src/emulator/service/start-service";
import type { Queue, Submission } from "../../../src/engine/engine-state";

type QueueService = Awaited<ReturnType<typeof startService>>;

const NOW_MS = Date.UTC(2026, 2, 18, 3, 30);
const DAY_MS = 86_400_000;

function start(): Promise<QueueService> {
  return startService(resolveOptions(), { now: () => NOW_MS, isDemo: true });
}

describe("the demonstration", () => {
  let service: QueueService;
  let queues: readonly Queue[];

  beforeAll(async () => {
    service = await start();
    queues = [...service.engine.state.queues.values()];
  });

  function listStates(queue: Queue): string[] {
    return Array.from(queue.submissions.values(), ({ state }: Submission) => state);
  }

  test("has 20 queues, whose history begins 31 days ago and ends now, by a clock that is not ahead", () => {
    expect(queues).toHaveLength(20);
    expect(service.clock).toMatchObject({ mode: "real", nowMs: NOW_MS });
    const submitted = queues.flatMap(({ submissions }) =>
      Array.from(submissions.values(), ({ submittedAtMs }) => submittedAtMs),
    );
    expect(submitted.length).toBeGreaterThan(2_000);
    const first = submitted.reduce((a, b) => Math.min(a, b));
    const last = submitted.reduce((a, b) => Math.max(a, b));
    expect(first).toBeGreaterThanOrEqual(NOW_MS - 31 * DAY_MS);
    expect(first).toBeLessThan(NOW_MS - 30 * DAY_MS);
    expect(last).toBeLessThanOrEqual(NOW_MS);
    expect(last).toBeGreaterThan(NOW_MS - 600_000);
  });

  test("every queue has merged and failed pull requests, and none lacks impacted targets", () => {
    for (const queue of queues) {
      const states = listStates(queue);
      expect(states).toContain("merged");
      expect(states).not.toContain("not_ready");
    }
    expect(queues.flatMap(listStates)).toContain("failed");
    const parallel = queues.filter(({ settings }) => settings.mode === "parallel");
    expect(parallel.length).toBeGreaterThan(3);
    for (const queue of parallel) expect(queue.impactedTargets.size).toBeGreaterThan(0);
  });

  test("shows trouble: one paused queue with waiting pull requests, one that fails, and several with a line", () => {
    const paused = queues.filter(({ settings }) => settings.state === "paused");
    expect(paused.map((queue) => listStates(queue).slice(-3))).toEqual([["pending", "pending", "pending"]]);
    const failing = queues.filter((queue) => listStates(queue).slice(-3).join() === "failed,failed,failed");
    expect(failing.map(({ identity }) => identity.repo.name)).toEqual(["payments"]);
    const waiting = queues.filter((queue) => listStates(queue).includes("pending"));
    expect(waiting.length).toBeGreaterThan(5);
    expect(queues.filter((queue) => listStates(queue).includes("testing")).length).toBeGreaterThan(5);
  });

  test("the same seed makes the same history", async () => {
    const again = await start();
    expect([...again.engine.state.queues.values()].map(listStates)).toEqual(queues.map(listStates));
  });
});
