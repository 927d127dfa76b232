import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Clock, SYSTEM_CLOCK } from "../../../src/api/clock";
import type { StopSignal } from "../../../src/cli/command-session";
import { fail, onOperation } from "../../../src/emulator/faults";
import { type OpenEmulator, startOpenEmulator } from "../../../src/emulator/start-emulator";
import type { Queue } from "../../../src/engine/engine-state";
import type { QueueWorkload, Workload } from "../../../src/foresight/workload";
import { parseQueueId } from "../../../src/queue/parse-queue-id";
import { createGate } from "../../support/create-gate";
import type { Running } from "../fake-context";
import { configure, happen, QUEUE_ID, runOn, submit, TOKEN } from "../support/run-on-service";
import { directory, onDirectory } from "../support/stage";

const HOUR_MS = 3_600_000;

/** Between two looks. */
const INTERVAL_MS = 1_200_000;

/** A Monday. */
const START_MS = Date.UTC(2026, 0, 5);

/** A pull request is submitted this often. */
const SUBMIT_EVERY_MS = 3 * HOUR_MS;

/** A queue on a service whose tests take 40 to 80 minutes and fail for a fifth of the changes. */
class LivingQueue implements Clock {
  readonly emulator: OpenEmulator;
  #ms = START_MS;
  submitted = 0;
  /** Called after each wait, with the time since the start. */
  onPassed: (passedMs: number) => void = () => undefined;

  constructor(emulator: OpenEmulator) {
    this.emulator = emulator;
  }

  now(): number {
    return this.#ms;
  }

  async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    if (ms < INTERVAL_MS) {
      // A timeout of a request.
      await SYSTEM_CLOCK.sleep(ms, signal);
      return;
    }
    this.pass(ms);
    this.onPassed(this.#ms - START_MS);
    // A stop is noticed by promises.
    await new Promise((resolve) => setImmediate(resolve));
    signal?.throwIfAborted();
  }

  pass(ms: number): void {
    const endMs = this.#ms + ms;
    for (;;) {
      const nextMs = START_MS + (this.submitted + 1) * SUBMIT_EVERY_MS;
      const untilMs = Math.min(endMs, nextMs);
      this.emulator.clock.advance(untilMs - this.#ms);
      this.#ms = untilMs;
      if (nextMs > endMs) return;
      this.submitted += 1;
      submit(this.emulator, this.submitted);
    }
  }
}

function findEngineQueue(emulator: OpenEmulator): Queue {
  const found = emulator.engine.tryFindQueue(parseQueueId(QUEUE_ID));
  if (found === undefined) throw new Error("The service has the queue.");
  return found;
}

let emulator: OpenEmulator;
let queue: LivingQueue;

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
  happen(emulator, {
    type: "createQueue",
    identity: parseQueueId(QUEUE_ID),
    settings: { mode: "parallel", concurrency: 4 },
  });
  configure(emulator, { testingTimeoutMinutes: 100 });
  queue = new LivingQueue(emulator);
});

afterEach(() => emulator.close());

/** How far the service's clock is ahead of the machine's. */
let aheadMs = 0;

function record(args: string, catchStop?: () => Promise<StopSignal>): Running {
  return runOn(emulator, ["workload", "record", QUEUE_ID, ...args.split(" ").filter((each) => each !== "")], {
    workingDirectory: directory,
    clock: queue,
    nowMs: () => queue.now() - aheadMs,
    ...(catchStop === undefined ? {} : { catchStop }),
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

describe("mergequeue workload record without --recording", () => {
  test("--since leaves out what left the queue before", async () => {
    queue.pass(28 * 24 * HOUR_MS);
    const { out } = await record("--since 15d");
    expect(toQueueWorkload(out).arrivalsPerHour?.conclusions).toBeLessThan(15 * 8);
  });

  test("takes durations and failure rate from test runs, and arrivals from the pull requests that left the queue", async () => {
    queue.pass(21 * 24 * HOUR_MS);
    const { out, error } = await record("").endsWith(0);
    const { arrivalsPerHour, failureRate, testMinutes } = toQueueWorkload(out);
    const { failed, concluded } = countFailed();
    expect(concluded).toBeGreaterThan(100);
    expect(failureRate).toMatchObject({ source: "results", conclusions: concluded, days: 15 });
    expect(failureRate?.value).toBeCloseTo(failed / concluded, 5);
    expect(arrivalsPerHour?.value).toBeCloseTo(1 / 3, 1);
    expect(testMinutes).toMatchObject({ source: "results", conclusions: concluded });
    expect(testMinutes?.value).toBeCloseTo(60, -1);
    expect(error).toMatch(/^Note: Testing results say neither [^\n]*\n$/);
  });

  test("a batch and each part of its bisection is one run; only the batch counts as a failure", async () => {
    configure(emulator, { batch: true, batchingMinSize: 4, batchingMaxWaitTimeMinutes: 800 });
    queue.pass(40 * 24 * HOUR_MS);
    const { out } = await record("--since 40d").endsWith(0);
    const { testMinutes, failureRate } = toQueueWorkload(out);
    const runs = [...findEngineQueue(emulator).testRuns.values()];
    const ended = runs.filter(({ status }) => status === "succeeded" || status === "failed");
    const batches = ended.filter(({ isBisection }) => !isBisection);
    expect(ended.length).toBeGreaterThan(batches.length + 60);
    expect(testMinutes).toMatchObject({ conclusions: ended.length });
    expect(failureRate).toMatchObject({ source: "results", conclusions: batches.length });
    const { failed, concluded } = countFailed();
    expect(failureRate?.value).toBeCloseTo(failed / concluded, 1);
  });

  test.each([404, 405, 501])(
    "of a service that answers %d to testing results, takes what it lists",
    async (status) => {
      emulator.setFaults(onOperation(["listMergeQueueTestingResults"], fail(status)));
      queue.pass(21 * 24 * HOUR_MS);
      const { out, error } = await record("").endsWith(0);
      const { failureRate, testMinutes } = toQueueWorkload(out);
      expect(failureRate).toMatchObject({ source: "interface", conclusions: countFailed().concluded });
      expect(testMinutes).toBeUndefined();
      expect(error).toMatch(/^Note: The service does not list testing results, [^\n]*\n$/);
    },
  );

  test("refuses times that have not come, and writes nothing", async () => {
    queue.pass(15 * 24 * HOUR_MS);
    aheadMs = 16 * 24 * HOUR_MS;
    const { error } = await record("--out workload.json").fails();
    expect(error).toMatch(
      /^Error: Pull request \d+ left the queue at 2026-01-\S+, which is \d+ d \d+ h ahead of this machine's clock \(2026-01-04T/,
    );
    expect(existsSync(join(directory, "workload.json"))).toBe(false);
  });
});

describe("mergequeue workload record with --recording", () => {
  test("watches a queue, and finds arrivals, durations and failures as they were", async () => {
    const { out, error } = await record(
      "--recording seen.jsonl --for 16d --every 40m --out workload.json",
    ).endsWith(0);
    expect(out).toBe(
      `arrivalsPerHour, testMinutes, failureRate, flakeRate of queue ${QUEUE_ID} were written to workload.json.\n`,
    );
    expect(error).toBe(`Watching queue ${QUEUE_ID} every 40 min for 16 d. Press Ctrl-C to stop.\n`);
    const workload = toQueueWorkload(readFileSync(join(directory, "workload.json"), "utf8"));
    const { failed, concluded } = countFailed();
    expect(workload.arrivalsPerHour).toMatchObject({ source: "recorder", conclusions: queue.submitted });
    expect(workload.arrivalsPerHour?.value).toBeCloseTo(1 / 3, 2);
    expect(workload.failureRate).toMatchObject({ source: "results", conclusions: concluded });
    expect(workload.failureRate?.value).toBeCloseTo(failed / concluded, 5);
    expect(workload.testMinutes?.low).toBeLessThan(60);
    expect(workload.testMinutes?.high).toBeGreaterThan(60);
    expect(workload.backtest).toMatchObject({
      settings: { mode: "parallel", concurrency: 4, testingTimeoutMinutes: 100 },
      settingsFrom: "recording",
      singleMode: "one-at-a-time",
      keepsUp: true,
    });
  });

  test("does not begin to watch a queue whose times have not come", async () => {
    queue.pass(3 * HOUR_MS);
    aheadMs = 16 * 24 * HOUR_MS;
    await record("--recording seen.jsonl --since 2026-02-01T00:00:00Z --every 30m --for 1d").fails(
      "Pull request 1 changed its state at 2026-01-05T03:00:00.000Z, which is 16 d ahead",
    );
    expect(readFileSync(join(directory, "seen.jsonl"), "utf8")).toBe("");
  });

  test("Ctrl-C ends it with status 130; the recording is kept and continued", async () => {
    const stop = createGate();
    queue.onPassed = (passedMs) => {
      if (passedMs >= 24 * HOUR_MS) stop.open();
    };
    const args = "--recording seen.jsonl --every 20m";
    const first = await record(args, async () => {
      await stop.opened;
      return "SIGINT";
    });
    expect({ exitStatus: first.exitStatus, out: first.out }).toEqual({ exitStatus: 130, out: "" });
    expect(first.error).toContain(
      'The recording "seen.jsonl" is kept: run the same command again to continue it.',
    );
    const linesBefore = readFileSync(join(directory, "seen.jsonl"), "utf8");

    queue.onPassed = () => undefined;
    queue.pass(24 * HOUR_MS);
    const second = await record(`${args} --for 4h`);
    expect(second.error).toContain("The history is too small");
    const lines = readFileSync(join(directory, "seen.jsonl"), "utf8");
    expect(lines.startsWith(linesBefore)).toBe(true);
    // What was not watched is between the two.
    expect(linesBefore).toMatch(/\{"event":"stop","at":"2026-01-05T23:40:00.000Z"\}\n$/);
    expect(lines.slice(linesBefore.length)).toMatch(
      /^[^\n]*"event":"start",[^\n]*"at":"2026-01-07T00:00:00.000Z"/,
    );
  });

  test("while the service is away, nothing is recorded and watching continues", async () => {
    queue.onPassed = (passedMs) => {
      const isAway = passedMs > 24 * HOUR_MS && passedMs < 48 * HOUR_MS;
      emulator.setFaults(...(isAway ? [fail(503)] : []));
    };
    const { error } = await record("--recording seen.jsonl --for 3d --every 60m --max-retries 0");
    expect(error.match(/Nothing is recorded until the service responds again\./g)).toHaveLength(1);
    const times = readFileSync(join(directory, "seen.jsonl"), "utf8")
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as { event: string; at: string })
      .filter(({ event }) => event === "start" || event === "stop")
      .map(({ event, at }) => `${event} ${at.slice(0, 13)}`);
    expect(times).toEqual([
      "start 2026-01-05T00",
      "stop 2026-01-06T00",
      "start 2026-01-07T00",
      "stop 2026-01-08T00",
    ]);
  });

  test("a recording never contains the token", async () => {
    const { repo } = parseQueueId(QUEUE_ID);
    emulator.declarePullRequest(repo, { number: 1, sha: TOKEN });
    queue.pass(3 * HOUR_MS);
    await record("--recording seen.jsonl --for 1h --every 20m");
    const text = readFileSync(join(directory, "seen.jsonl"), "utf8");
    expect(text).toContain('"number":1,"state":"merged"');
    expect(text).not.toContain(TOKEN);
  });

  test.each(["--for 8h", "--every 10s"])("refuses %s without --recording", async (option) => {
    await record(option).fails("--for and --every need --recording.");
  });
});
