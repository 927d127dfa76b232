import type { ClockMode } from "../../../src/emulator/clock/time-keeper";
import { resolveOptions } from "../../../src/emulator/emulator-options";
import { startService } from "../../../src/emulator/service/start-service";
import type { Queue, Submission } from "../../../src/engine/engine-state";
import { isEnqueued } from "../../../src/engine/queue-contents";

type QueueService = Awaited<ReturnType<typeof startService>>;

const NOW_MS = Date.UTC(2026, 2, 18, 3, 30);
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

function start(clock: ClockMode = "real"): Promise<QueueService> {
  return startService(resolveOptions(), { now: () => NOW_MS, isDemo: true, clock });
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
    for (const states of queues.map(listStates)) {
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

  test("goes on with its clock, the same each time, and keeps its queues as they are; a reset ends it", async () => {
    const [one, other] = await Promise.all([start("manual"), start("manual")]);
    const show = ({ engine }: QueueService): string[][] => [...engine.state.queues.values()].map(listStates);
    expect(show(one)).toEqual(queues.map(listStates));
    one.clock.passTime();
    expect(show(one)).toEqual(show(other));
    for (const { clock } of [one, other]) for (let hour = 0; hour < 3; hour += 1) clock.advance(HOUR_MS);
    expect(show(one)).toEqual(show(other));
    const now = [...one.engine.state.queues.values()];
    const came = now.flatMap(listStates).length - queues.flatMap(listStates).length;
    expect(came).toBeGreaterThan(150);
    expect(came).toBeLessThan(300);
    const busy = now.map(({ submissions }) => [...submissions.values()].filter(isEnqueued).length);
    expect(Math.max(...busy)).toBeLessThan(20);
    expect(busy.filter((count) => count > 0).length).toBeGreaterThan(5);
    const failing = now.find(({ identity }) => identity.repo.name === "payments");
    expect(failing && listStates(failing).slice(-3)).toEqual(["failed", "failed", "failed"]);
    one.reset();
    one.clock.advance(HOUR_MS);
    expect(one.engine.state.pullRequests.size).toBe(0);
  });
});
