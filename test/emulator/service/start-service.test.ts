import { hash } from "node:crypto";
import { copyFile, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { StartOptions } from "../../../src/emulator/emulator";
import { resolveOptions } from "../../../src/emulator/emulator-options";
import { toQueueResponse } from "../../../src/emulator/responses/queue-response";
import { startService } from "../../../src/emulator/service/start-service";
import { DATA_VERSION, formatLine } from "../../../src/emulator/store/data-line";
import { tryReadDataFile } from "../../../src/emulator/store/load-data";
import type { Submission } from "../../../src/engine/engine-state";
import { createSortedMap } from "../../../src/engine/sorted-map";
import { catchRejection } from "../../api/support/catch-rejection";
import { makeScratch } from "../../support/make-scratch";

type QueueService = Awaited<ReturnType<typeof startService>>;

const MAIN = { repo: { host: "github.com", owner: "acme", name: "web" }, targetBranch: "main" };
const START_MS = Date.UTC(2026, 0, 5, 8);

let directory = "";
let data = "";
const running: QueueService[] = [];

beforeEach(() => {
  directory = makeScratch();
  data = join(directory, "queues.data");
});

afterEach(async () => {
  await Promise.allSettled(running.splice(0).map((service) => service.close()));
});

async function start(changes: StartOptions = {}): Promise<QueueService> {
  const defaults: StartOptions = { now: () => START_MS, clock: "manual", seed: "seed", data };
  const service = await startService(resolveOptions(changes.options), { ...defaults, ...changes });
  running.push(service);
  return service;
}

/** Everything that happens in a busy queue, within one hour by its clock. */
function live({ engine, clock }: QueueService): void {
  engine.apply({ type: "createQueue", identity: MAIN, settings: { mode: "parallel", concurrency: 3 } });
  const settings = { batch: true, batchingMinSize: 2, requiredStatuses: ["ci/build", "ci/test"] };
  engine.apply({ type: "updateQueue", identity: MAIN, settings });
  for (let number = 1; number <= 20; number += 1) {
    const targets = number % 3 === 0 ? "ALL" : [`//app${number % 4}`];
    engine.apply({ type: "setImpactedTargets", identity: MAIN, number, targets });
    const rank = { priority: number % 5 === 0 ? "high" : undefined, noBatch: number % 7 === 0 };
    engine.apply({ type: "submitPullRequest", identity: MAIN, number, ...rank });
    clock.advance(4_000);
  }
  engine.apply({ type: "cancelPullRequest", identity: MAIN, number: 20 });
  const pullRequest = { number: 19, sha: "f00d", title: "Changed $ __proto__" };
  engine.apply({ type: "declarePullRequest", repo: MAIN.repo, pullRequest });
}

/** Copies the service's file as a killed service would have left it. */
async function copyData(service: QueueService): Promise<string> {
  await service.keep();
  const copy = join(directory, "copy.data");
  await copyFile(data, copy);
  return copy;
}

async function writeLines(...values: readonly unknown[]): Promise<void> {
  await writeFile(data, values.map(formatLine).join(""));
}

const REFUSAL = { code: "invalid_configuration", details: { argument: "data" } };

/** Expects that the file is refused with this message, and not changed. */
async function expectRefused(message: string, cause = /./): Promise<void> {
  const content = await readFile(data);
  const error = await catchRejection(start());
  expect(error).toMatchObject(REFUSAL);
  expect(String(error)).toContain(message);
  expect(String(error)).toMatch(cause);
  expect(await readFile(data)).toEqual(content);
}

function show(service: QueueService): string {
  return formatLine(service.engine.state);
}

test("a stopped service leaves the same state, and no lock", async () => {
  const first = await start();
  live(first);
  const before = show(first);
  await first.close();
  const second = await start({ now: () => START_MS + 99_000_000, seed: "another" });
  expect(show(second)).toBe(before);
  expect(second.clock.mode).toBe("manual");
  expect(second.clock.nowMs).toBe(first.clock.nowMs);
});

test("a clock that is ahead of the machine's stays ahead", async () => {
  const first = await start({ clock: "real" });
  first.clock.advance(60_000);
  const second = await start({ data: await copyData(first), clock: "real", now: () => START_MS + 5_000 });
  expect(second.clock.nowMs).toBe(START_MS + 65_000);
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
});

test("reads are not journalled, so that an open page does not make the file grow; a reset is kept", async () => {
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
  service.reset();
  const second = await start({ data: await copyData(service) });
  expect(second.engine.state.queues.size).toBe(0);
  expect(second.clock.nowMs).toBe(START_MS);
});

test("F-34: a file that version 1.6 closed is continued, and gets the present format", async () => {
  await copyFile(join(__dirname, "../store/support/version-1.6.data"), data);
  const options = resolveOptions({ additionalSettings: { labels: {} } });
  const service = await start({ options });
  const queue = service.engine.tryFindQueue(MAIN);
  expect(queue?.additionalSettings.get("labels")).toEqual({ $: 1 });
  expect(Array.from(queue?.submissions.values() ?? [], ({ number, state }) => [number, state])).toEqual([
    [1, "merged"],
    [2, "testing"],
    [3, "testing"],
    [4, "not_ready"],
  ]);
  // What it did not know then it has from now on.
  expect(queue?.id).toMatch(/^[A-Za-z0-9]{8}$/);
  expect(queue).toMatchObject({ createdAtMs: service.engine.state.nowMs, managedState: "manual" });
  const kept = show(service);
  await service.close();
  expect((await tryReadDataFile(data))?.header.version).toBe(DATA_VERSION);
  expect(show(await start({ options }))).toBe(kept);
});

test("a journal is never replayed with other rules", async () => {
  const first = await start();
  live(first);
  const copy = await copyData(first);
  const content = await readFile(copy);
  const options = { maxBatchSize: 7 };
  const error = await catchRejection(start({ data: copy, options }));
  expect(error).toMatchObject(REFUSAL);
  expect(String(error)).toContain("Start and stop that version once with those options");
  expect(await readFile(copy)).toEqual(content);
  // A snapshot does not depend on the rules.
  await first.close();
  expect((await start({ options })).engine.state.queues.size).toBe(1);
});

test("a snapshot of another version that contradicts itself is refused, and not changed", async () => {
  const service = await start();
  live(service);
  await service.close();
  const { header, snapshot } = (await tryReadDataFile(data)) ?? {};
  const submissions = createSortedMap<number, Submission>();
  const queues = Array.from(
    service.engine.state.queues,
    ([key, queue]) => [key, { ...queue, submissions }] as const,
  );
  const state = { ...service.engine.state, queues: new Map(queues) };
  await writeLines({ ...header, product: "9.0.0", rules: "others" }, { ...snapshot, state });
  await expectRefused(
    `The data file ${data} was written by version 9.0.0, and its snapshot`,
    /The queue has no submission/,
  );
});

test("a new field of the state or of a queue needs a new DATA_VERSION", async () => {
  const { engine } = await start();
  engine.apply({ type: "createQueue", identity: MAIN, settings: {} });
  const fields = [engine.state, ...engine.state.queues.values()].flatMap(Object.keys).sort();
  expect([DATA_VERSION, hash("sha256", fields.join()).slice(0, 8)]).toEqual([7, "fecbeb96"]);
});

test("a change of the journal that cannot be replayed is refused with its number, and the file is not changed", async () => {
  await (await start()).close();
  const stored = await tryReadDataFile(data);
  const record = { kind: "event", nowMs: START_MS, event: { type: "wish" } };
  await writeLines(stored?.header, stored?.snapshot, [record]);
  await expectRefused(`${data} is damaged: change 1 of its journal cannot be replayed`);
});

test("a file is refused with the demonstration, before it is made; a refused file is unlocked", async () => {
  const refusal = { code: "invalid_configuration", details: { argument: "demo" } };
  await expect(start({ isDemo: true })).rejects.toMatchObject(refusal);
  expect(await readdir(directory)).toEqual([]);
  await writeFile(data, "Dear diary,\n");
  await expect(start()).rejects.toMatchObject({ code: "invalid_configuration" });
  await rm(data);
  await expect(start()).resolves.toBeDefined();
});
