import { copyFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type EmulatorOptionsInput, resolveOptions } from "../../../src/emulator/emulator-options";
import { toQueueResponse } from "../../../src/emulator/responses/queue-response";
import {
  type QueueService,
  type QueueServiceOptions,
  startService,
} from "../../../src/emulator/service/start-service";
import { formatLine } from "../../../src/emulator/store/data-line";
import { encodeStored } from "../../../src/emulator/store/encode-value";
import { tryReadDataFile } from "../../../src/emulator/store/read-data-file";
import { findTestRun, listRunIds } from "../../../src/engine/draft/queue-draft";
import type { EngineState } from "../../../src/engine/engine-state";
import { createSortedMap } from "../../../src/engine/sorted-map";
import { catchRejection } from "../../api/support/catch-rejection";

const MAIN = { repo: { host: "github.com", owner: "acme", name: "web" }, targetBranch: "main" };
/** All queues were in use when that service was stopped. */
const OF_VERSION_1_1 = join(__dirname, "../store/fixtures/version-1.1.data");
const START_MS = Date.UTC(2026, 0, 5, 8);

let directory = "";
let data = "";
const running: QueueService[] = [];

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "service-"));
  data = join(directory, "queues.data");
});

afterEach(async () => {
  await Promise.allSettled(running.splice(0).map((service) => service.close()));
  await rm(directory, { recursive: true, force: true });
});

async function start(
  changes: Partial<Omit<QueueServiceOptions, "options">> & { readonly options?: EmulatorOptionsInput } = {},
): Promise<QueueService> {
  const service = await startService({
    now: () => START_MS,
    clock: "manual",
    isDemo: false,
    seed: "seed",
    auto: undefined,
    data,
    ...changes,
    options: resolveOptions(changes.options),
  });
  running.push(service);
  return service;
}

/** Everything that happens in a busy queue, within one hour by its clock. */
function live({ engine, clock }: QueueService): void {
  engine.apply({ type: "createQueue", identity: MAIN, settings: { mode: "parallel", concurrency: 3 } });
  engine.apply({
    type: "updateQueue",
    identity: MAIN,
    settings: { batch: true, batchingMinSize: 2, requiredStatuses: ["ci/build", "ci/test"] },
    deletesRequiredStatuses: false,
  });
  for (let number = 1; number <= 20; number += 1) {
    engine.apply({
      type: "setImpactedTargets",
      identity: MAIN,
      number,
      sha: undefined,
      targets: number % 3 === 0 ? "ALL" : [`//app${number % 4}`],
    });
    engine.apply({
      type: "submitPullRequest",
      identity: MAIN,
      number,
      priority: number % 5 === 0 ? "high" : undefined,
      noBatch: number % 7 === 0,
    });
    clock.advance(4_000);
  }
  engine.apply({ type: "cancelPullRequest", identity: MAIN, number: 20 });
  engine.apply({
    type: "declarePullRequest",
    repo: MAIN.repo,
    pullRequest: { number: 19, sha: "f00d", title: "Changed $ __proto__" },
  });
}

/** Copies the service's file as a killed service would have left it. */
async function copyData(service: QueueService): Promise<string> {
  await service.keep();
  const copy = join(directory, "copy.data");
  await copyFile(data, copy);
  return copy;
}

/** Writes a data file with valid checksums. */
async function writeChain(header: unknown, head: unknown, ...lines: readonly unknown[]): Promise<void> {
  const first = formatLine(encodeStored(header));
  let { link } = first;
  const rest = lines.map((line) => {
    const formatted = formatLine(encodeStored(line), link);
    link = formatted.link;
    return formatted.text;
  });
  await writeFile(data, [first.text, formatLine(head).text, ...rest].join(""));
}

function changeQueues({ queues }: EngineState, changes: object): Map<string, object> {
  return new Map(Array.from(queues, ([key, queue]) => [key, { ...queue, ...changes }]));
}

describe("startService with a data file", () => {
  test("F-34: the journal of a killed service is replayed to the same state", async () => {
    const first = await start({ auto: { durationSeconds: [5, 40], failureRate: 0.3 } });
    live(first);
    expect(first.engine.state.queues.size).toBe(1);
    const copy = await copyData(first);
    const second = await start({ data: copy, auto: { durationSeconds: [5, 40], failureRate: 0.3 } });
    expect(encodeStored(second.engine.state)).toEqual(encodeStored(first.engine.state));
    expect(second.clock.nowMs).toBe(first.clock.nowMs);
    // Both continue in the same way.
    expect(second.clock.runUntilIdle()).toEqual(first.clock.runUntilIdle());
    expect(encodeStored(second.engine.state)).toEqual(encodeStored(first.engine.state));
  });

  test("a stopped service leaves the same state, and no lock", async () => {
    const first = await start();
    live(first);
    const before = encodeStored(first.engine.state);
    await first.close();
    const second = await start({ now: () => START_MS + 99_000_000, seed: "another" });
    expect(encodeStored(second.engine.state)).toEqual(before);
    expect(second.clock.mode).toBe("manual");
    expect(second.clock.nowMs).toBe(first.clock.nowMs);
  });

  test("a clock that is ahead of the machine's stays ahead", async () => {
    const first = await start({ clock: "real" });
    first.clock.advance(60_000);
    const second = await start({ data: await copyData(first), clock: "real", now: () => START_MS + 5_000 });
    expect(second.clock.nowMs).toBe(START_MS + 65_000);
  });

  test("checks that came due while the service was stopped conclude at their own times", async () => {
    const auto = { durationSeconds: 10, failureRate: 0 };
    const first = await start({ clock: "real", auto });
    first.engine.apply({ type: "createQueue", identity: MAIN, settings: {} });
    for (const number of [1, 2]) {
      first.engine.apply({
        type: "submitPullRequest",
        identity: MAIN,
        number,
        priority: undefined,
        noBatch: false,
      });
    }
    await first.close();
    const second = await start({ clock: "real", auto, now: () => START_MS + 86_400_000 });
    second.clock.passTime();
    const submissions = [...(second.engine.tryFindQueue(MAIN)?.submissions.values() ?? [])];
    expect(submissions.map(({ state, stateChangedAtMs }) => [state, stateChangedAtMs - START_MS])).toEqual([
      ["merged", 10_000],
      ["merged", 20_000],
    ]);
  });

  test("settings of a newer service are kept if the next service has them", async () => {
    const first = await start({ options: { additionalSettings: { labels: 1, old: 1 } } });
    first.engine.apply({ type: "createQueue", identity: MAIN, settings: {} });
    const additionalSettings = new Map([["labels", { a: [null] }]]);
    const change = { settings: {}, additionalSettings, deletesRequiredStatuses: false };
    first.engine.apply({ type: "updateQueue", identity: MAIN, ...change });
    await first.close();
    const options = resolveOptions({ additionalSettings: { labels: 9, fresh: 2 } });
    const queue = (await start({ options })).engine.tryFindQueue(MAIN);
    if (queue === undefined) throw new Error("the queue was not kept");
    const response = toQueueResponse(queue, options);
    expect(response).toMatchObject({ labels: { a: [null] }, fresh: 2 });
    expect(response).not.toHaveProperty("old");
    // A version that had no such settings kept none.
    expect(toQueueResponse({ ...queue, additionalSettings: undefined }, options)).toMatchObject({
      labels: 9,
    });
  });

  test("a reset is kept as well", async () => {
    const first = await start();
    live(first);
    first.reset();
    const second = await start({ data: await copyData(first) });
    expect(second.engine.state.queues.size).toBe(0);
    expect(second.clock.nowMs).toBe(START_MS);
  });

  test("reads are not journalled, so that an open page does not make the file grow", async () => {
    const service = await start();
    live(service);
    await service.keep();
    const before = await readFile(data);
    for (let n = 0; n < 50; n += 1) {
      service.clock.passTime();
      service.engine.apply({ type: "readQueue", identity: MAIN });
    }
    await service.keep();
    expect(await readFile(data)).toEqual(before);
  });

  test("a journal is never replayed with other rules", async () => {
    const first = await start();
    live(first);
    const copy = await copyData(first);
    const content = await readFile(copy);
    const options = { maxBatchSize: 7 };
    const error = await catchRejection(start({ data: copy, options }));
    expect(error).toMatchObject({ code: "invalid_configuration", details: { argument: "data" } });
    expect(String(error)).toContain("Start and stop that version once");
    expect(await readFile(copy)).toEqual(content);
    // A snapshot does not depend on the rules.
    await first.close();
    expect((await start({ options })).engine.state.queues.size).toBe(1);
  });

  test("a file of version 1.1 is loaded: nothing is lost, and its queues continue by the rules of this version", async () => {
    await copyFile(OF_VERSION_1_1, data);
    const options = { additionalSettings: { experimental: true } };
    const { engine } = await start({ options });
    const states = Object.fromEntries(
      Array.from(engine.state.queues.values(), ({ identity, submissions }) => [
        identity.targetBranch,
        Array.from(submissions.values(), ({ number, state }) => `${number} ${state}`).join(", "),
      ]),
    );
    // What has changed since the service stopped: #4 and #7, and #15 to #18.
    expect(states).toEqual({
      main: "1 merged, 2 failed, 3 cancelled, 4 pending, 5 pending, 6 pending, 7 testing, 8 not_ready",
      batches:
        "11 testing, 12 testing, 13 testing, 14 testing, 15 testing, 16 testing, 17 testing, 18 testing, 19 pending",
      parallel: "21 pending_failure, 22 testing, 23 testing, 24 testing, 25 not_ready",
      draining: "31 testing, 32 pending, 33 pending",
      paused: "41 testing, 42 pending",
      switching: "51 testing, 52 testing, 53 pending",
    });
    const [main] = engine.state.queues.values();
    expect(main?.additionalSettings).toEqual(new Map([["experimental", false]]));
    expect(main?.settings).toMatchObject({ concurrency: 1, enqueueingLabel: "", extensionEnabled: true });
    expect(main?.totals).toMatchObject({ merged: 1, failed: 1, cancelled: 1 });
    expect(Array.from(engine.state.trackedEvents.values(), ({ events }) => events.size)).toEqual([1]);
    // The first change of #11 is broken; everything else passes.
    for (let round = 0; round < 12; round += 1) {
      for (const queue of engine.state.queues.values()) {
        for (const testRunId of listRunIds(queue)) {
          const isBroken = findTestRun(queue, testRunId).sequences.some(
            (sequence) => queue.submissions.get(sequence)?.number === 11,
          );
          const conclusion = isBroken ? "failure" : "success";
          engine.apply({ type: "reportCheck", testRunId, name: "ci", conclusion });
        }
      }
    }
    const left = Array.from(engine.state.queues.values(), ({ identity, submissions }) => [
      identity.targetBranch,
      Array.from(submissions.values())
        .filter(({ state }) => state !== "merged")
        .map(({ number, state }) => `${number} ${state}`)
        .join(", "),
    ]);
    expect(Object.fromEntries(left)).toEqual({
      main: "2 failed, 3 cancelled, 8 not_ready",
      batches: "11 failed",
      parallel: "25 not_ready",
      draining: "32 pending, 33 pending",
      paused: "41 tests_passed, 42 pending",
      switching: "",
    });
  });

  test.each<[string, (state: EngineState) => object, string]>([
    ["lacks a part", ({ nowMs, queues }) => ({ nowMs, queues }), "it has no seed"],
    [
      "lacks a part of a queue",
      (state) => ({ ...state, queues: changeQueues(state, { line: undefined }) }),
      "the queue github.com/acme/web/main has no line",
    ],
    [
      "contains a part of a later version",
      (state) => ({ ...state, queues: changeQueues(state, { moods: [] }) }),
      "the queue github.com/acme/web/main has the unknown field moods",
    ],
    [
      "refers to something that it does not contain",
      (state) => ({ ...state, queues: changeQueues(state, { submissions: createSortedMap() }) }),
      "The queue has no submission",
    ],
  ])(
    "a snapshot of another version that %s is refused with file and line, and not changed",
    async (_, change, message) => {
      const stored = await tryReadDataFile(OF_VERSION_1_1);
      if (stored === undefined) throw new Error("The fixture is missing.");
      const { header, snapshot } = stored;
      await writeChain(
        header,
        { journalLines: "0000000000" },
        { ...snapshot, state: change(snapshot.state) },
      );
      const content = await readFile(data);
      const error = await catchRejection(start());
      expect(error).toMatchObject({ code: "invalid_configuration", details: { argument: "data" } });
      expect(String(error)).toContain(`The snapshot of the data file ${data}, which version 1.1.0 wrote`);
      expect(String(error)).toContain(message);
      expect(String(error)).toContain("(line 3)");
      expect(await readFile(data)).toEqual(content);
    },
  );

  test("a change of the journal that cannot be repeated is refused with its number, and the file is not changed", async () => {
    await (await start()).close();
    const stored = await tryReadDataFile(data);
    const record = { kind: "event", nowMs: START_MS, event: { type: "wish" } };
    await writeChain(stored?.header, { journalLines: "0000000001" }, stored?.snapshot, [record]);
    const content = await readFile(data);
    const error = await catchRejection(start());
    expect(error).toMatchObject({ code: "invalid_configuration", details: { argument: "data" } });
    expect(String(error)).toContain(`${data} is damaged: change 1 of its journal cannot be repeated`);
    expect(await readFile(data)).toEqual(content);
  });

  test("a refused file is unlocked", async () => {
    await writeFile(data, "Dear diary,\n");
    await expect(start()).rejects.toMatchObject({ code: "invalid_configuration" });
    await rm(data);
    await expect(start()).resolves.toBeDefined();
  });
});
