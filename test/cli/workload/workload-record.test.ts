import { fail, onOperation } from "../../../src/emulator/faults";
import { type OpenEmulator, startOpenEmulator } from "../../../src/emulator/start-emulator";
import type { QueueWorkload, Workload } from "../../../src/foresight/workload";
import { parseQueueId } from "../../../src/queue/parse-queue-id";
import type { Running } from "../fake-context";
import { configure, createQueue, QUEUE_ID, runOn, submit, TOKEN } from "../support/run-on-service";
import { directory, onDirectory } from "../support/stage";

const HOUR_MS = 3_600_000;

/** A Monday. */
const START_MS = Date.UTC(2026, 0, 5);

/** A pull request is submitted this often. */
const SUBMIT_EVERY_MS = 3 * HOUR_MS;

/** Lets a service live whose tests take 40 to 80 minutes and fail for a fifth of the changes. */
function pass(ms: number): void {
  const endMs = emulator.clock.nowMs + ms;
  for (let nextMs = START_MS + SUBMIT_EVERY_MS; nextMs <= endMs; nextMs += SUBMIT_EVERY_MS) {
    emulator.clock.set(nextMs);
    submit(emulator, (nextMs - START_MS) / SUBMIT_EVERY_MS);
  }
  emulator.clock.set(endMs);
}

let emulator: OpenEmulator;

onDirectory();

beforeEach(async () => {
  aheadMs = 0;
  emulator = await startOpenEmulator({
    token: TOKEN,
    clock: "manual",
    now: () => START_MS,
    seed: "workload",
    auto: { durationSeconds: [2400, 4800], failureRate: 0.2, seed: "workload" },
  });
  createQueue(emulator, QUEUE_ID, { mode: "parallel", concurrency: 4 });
  configure(emulator, { testingTimeoutMinutes: 100 });
});

afterEach(() => emulator.close());

/** How far the service's clock is ahead of the machine's. */
let aheadMs = 0;

function record(args: string): Running {
  return runOn(emulator, ["workload", "record", QUEUE_ID, ...args.split(" ").filter((each) => each !== "")], {
    workingDirectory: directory,
    nowMs: () => emulator.clock.nowMs - aheadMs,
  });
}

function toQueueWorkload(text: string): QueueWorkload {
  const [first] = (JSON.parse(text) as Workload).queues;
  if (first === undefined) throw new Error("The workload has a queue.");
  return first;
}

/** The shares of what really happened. */
function countFailed(): { failed: number; concluded: number } {
  const states = emulator.findQueue(parseQueueId(QUEUE_ID))?.pullRequests.map(({ state }) => state) ?? [];
  const failed = states.filter((state) => state === "failed").length;
  return { failed, concluded: failed + states.filter((state) => state === "merged").length };
}

describe("mergequeue workload record", () => {
  test("--since leaves out what left the queue before", async () => {
    pass(28 * 24 * HOUR_MS);
    const { out } = await record("--since 15d");
    expect(toQueueWorkload(out).arrivalsPerHour?.conclusions).toBeLessThanOrEqual(15 * 8);
  });

  test("takes durations and failure rate from test runs, arrivals from timelines, and forecasts its last third", async () => {
    pass(29 * 24 * HOUR_MS);
    const { out, error } = await record("").endsWith(0);
    const { arrivalsPerHour, backtest, failureRate, testMinutes } = toQueueWorkload(out);
    const { failed, concluded } = countFailed();
    expect(concluded).toBeGreaterThan(100);
    expect(failureRate).toMatchObject({ source: "results", conclusions: concluded, days: 21 });
    expect(failureRate?.value).toBeCloseTo(failed / concluded, 5);
    expect(arrivalsPerHour).toMatchObject({ source: "timelines", conclusions: 29 * 8 - 1 });
    expect(arrivalsPerHour?.value).toBeCloseTo(1 / 3, 2);
    expect(testMinutes).toMatchObject({ source: "results", conclusions: concluded });
    expect(testMinutes?.value).toBeCloseTo(60, -1);
    expect(backtest).toMatchObject({
      settings: { mode: "parallel", concurrency: 4, testingTimeoutMinutes: 100 },
      settingsFrom: "queue",
      singleMode: "one-at-a-time",
      keepsUp: true,
    });
    expect(error).toBe("");
  });

  test.each([404, 405, 501])(
    "of a service that answers %d to testing results, takes what it lists",
    async (status) => {
      emulator.setFaults(onOperation(["listMergeQueueTestingResults"], fail(status)));
      pass(21 * 24 * HOUR_MS);
      const { out, error } = await record("").endsWith(0);
      const { failureRate, testMinutes } = toQueueWorkload(out);
      expect(failureRate).toMatchObject({ source: "interface", conclusions: countFailed().concluded });
      expect(testMinutes).toBeUndefined();
      expect(error).toMatch(
        /^Note: The service does not list testing results\. [^\n]*\nNote: Not backtested: [^\n]*\nNote: No forecast yet: workload.json has no test durations/,
      );
    },
  );
});
