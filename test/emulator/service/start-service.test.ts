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
import { encodeValue } from "../../../src/emulator/store/encode-value";
import { catchRejection } from "../../api/support/catch-rejection";

const MAIN = { repo: { host: "github.com", owner: "acme", name: "web" }, targetBranch: "main" };
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

describe("startService with a data file", () => {
  test("F-34: the journal of a killed service is replayed to the same state", async () => {
    const first = await start({ auto: { durationSeconds: [5, 40], failureRate: 0.3 } });
    live(first);
    expect(first.engine.state.queues.size).toBe(1);
    const copy = await copyData(first);
    const second = await start({ data: copy, auto: { durationSeconds: [5, 40], failureRate: 0.3 } });
    expect(encodeValue(second.engine.state)).toEqual(encodeValue(first.engine.state));
    expect(second.clock.nowMs).toBe(first.clock.nowMs);
    // Both continue in the same way.
    expect(second.clock.runUntilIdle()).toEqual(first.clock.runUntilIdle());
    expect(encodeValue(second.engine.state)).toEqual(encodeValue(first.engine.state));
  });

  test("a stopped service leaves the same state, and no lock", async () => {
    const first = await start();
    live(first);
    const before = encodeValue(first.engine.state);
    await first.close();
    const second = await start({ now: () => START_MS + 99_000_000, seed: "another" });
    expect(encodeValue(second.engine.state)).toEqual(before);
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

  test("a refused file is unlocked", async () => {
    await writeFile(data, "Dear diary,\n");
    await expect(start()).rejects.toMatchObject({ code: "invalid_configuration" });
    await rm(data);
    await expect(start()).resolves.toBeDefined();
  });
});
