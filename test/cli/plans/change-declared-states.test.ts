import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { CommandProcess } from "../../../src/cli/command-session";
import { changeAnswer, fail, onOperation, onQueue } from "../../../src/emulator/faults";
import { parseQueueId } from "../../../src/queue/parse-queue-id";
import { createGate } from "../../support/create-gate";
import { LONGEST_POLL_MS, VirtualClock } from "../../support/virtual-clock";
import type { Running } from "../fake-context";
import { answerLike, createQueue, QUEUE_ID, submit } from "../support/run-on-service";
import { call, cancelInTurn, directory, emulator, onStage } from "../support/stage";
import { writeStack } from "../support/write-stack";

const API_ID = "github.com/acme/api/main";
const NEW_ID = "github.com/acme/new/main";

onStage(() => {
  createQueue(emulator, API_ID);
  writeStack(directory, { [QUEUE_ID]: { concurrency: 9 }, [API_ID]: { mode: "single" } });
});

function onStacks(words: string, changes: Partial<CommandProcess> = {}): Running {
  return call([...words.split(" "), "--stack", "."], { environment: { NO_COLOR: "1" }, ...changes });
}

function readStates(): unknown[] {
  return [QUEUE_ID, API_ID].map((id) => emulator.findQueue(parseQueueId(id))?.settings.state);
}

function listUpdates(): unknown[] {
  return emulator.requests.filter(({ operation }) => operation === "updateQueue").map(({ body }) => body);
}

describe("mergequeue queue pause --stack", () => {
  test("L-4: shows all queues in one list, asks once, and reports what became of each", async () => {
    const { out, error } = await onStacks("queue pause", answerLike("y")).endsWith(0);
    expect(error.match(/\[y\/N\]/g)).toHaveLength(1);
    expect(out).toMatch(`  ${API_ID}: running -> paused\n  ${QUEUE_ID}: running -> paused\n`);
    expect(error).toBe("Change the state of these 2 queues? [y/N] ");
    expect(out).toContain(`${API_ID}: paused\n`);
    expect(out).toContain(`${QUEUE_ID}: paused\n`);
    expect(readStates()).toEqual(["paused", "paused"]);
  });

  test("changes nothing but the state, whatever else the stack declares", async () => {
    await onStacks("queue pause --auto-approve");
    const references = [API_ID, QUEUE_ID].map(parseQueueId);
    expect(listUpdates()).toEqual(references.map((reference) => ({ ...reference, state: "paused" })));
  });

  test("F-50: pauses ten queues without --force, because it asks a question of its own", async () => {
    const ids = Array.from({ length: 10 }, (_, index) => `github.com/acme/many-${index}/main`);
    for (const id of ids) createQueue(emulator, id);
    writeStack(directory, Object.fromEntries(ids.map((id) => [id, {}])));
    const { error } = await onStacks("queue pause", answerLike("y")).endsWith(0);
    expect(error).toContain("Change the state of these 10 queues?");
  });

  test("a declared queue that does not exist is skipped, never created", async () => {
    writeStack(directory, { [QUEUE_ID]: {}, [NEW_ID]: {} });
    const { out } = await onStacks("queue pause --auto-approve").succeeds();
    expect(out).toContain(`Do not exist yet, skipped: ${NEW_ID}.\n`);
    expect(emulator.findQueue(parseQueueId(NEW_ID))).toBeUndefined();
    expect(readStates()).toEqual(["paused", "running"]);
  });

  test("queues that are paused already are not changed, without a question", async () => {
    await onStacks("queue pause --auto-approve");
    await onStacks("queue pause").succeeds(`Already paused: ${API_ID}, ${QUEUE_ID}.\nNothing was changed.\n`);
    const one = await onStacks(`queue pause --only **/api/main`);
    expect(one.out).toBe(`Already paused: ${API_ID}.\nNothing was changed.\n`);
  });

  test("F-25: a queue that is switching modes is named, because nothing is sent to it", async () => {
    const switching = changeAnswer({ set: { state: "switching_modes" } });
    emulator.setFaults(onQueue(parseQueueId(API_ID), onOperation("getQueue", switching)));
    const { out } = await onStacks("queue pause --auto-approve");
    expect(out).toContain(
      `Switching modes, so the state is not known; run the command again later: ${API_ID}`,
    );
    expect(readStates()).toEqual(["paused", "running"]);
  });

  test("leaves a draining queue alone and says so, unless it is told to pause it too", async () => {
    await call(`queue drain ${API_ID} --auto-approve`);
    const { out } = await onStacks("queue pause --auto-approve").succeeds();
    expect(out).toContain(`Draining, so not paused (--include-draining pauses these too): ${API_ID}.\n`);
    expect(readStates()).toEqual(["paused", "draining"]);
    await onStacks("queue pause --include-draining --auto-approve").succeeds();
    expect(readStates()).toEqual(["paused", "paused"]);
  });

  test("a stack without queues is an error", async () => {
    writeStack(directory, {});
    await onStacks("queue pause --auto-approve").fails("declare no queue");
  });

  test("L-2: one queue that fails does not keep the others from it, and --json names it", async () => {
    emulator.setFaults(onQueue(parseQueueId(API_ID), onOperation("updateQueue", fail(400))));
    const { out } = await onStacks("queue pause --auto-approve --json").fails(
      "Run the same command again for the other queues.",
    );
    expect(JSON.parse(out)).toMatchObject({
      error: { code: "apply_incomplete", failures: [{ part: API_ID }], progress: { done: 1, total: 2 } },
    });
    expect(readStates()).toEqual(["paused", "running"]);
  });
});

describe("mergequeue queue drain --stack --wait", () => {
  test("ends when all queues are empty", async () => {
    submit(emulator, 7, 8);
    const clock = cancelInTurn([7, 8]);
    const { out, error } = await onStacks("queue drain --wait --auto-approve", { clock }).endsWith(0);
    expect(out).toMatch(/\nAll 2 queues are empty\.\n$/);
    expect(error).toContain("1 queue not empty yet, pull requests left: 2\n");
    expect(readStates()).toEqual(["draining", "draining"]);
  });

  test("L-2: when the time is up, it names the queues that are not empty", async () => {
    submit(emulator, 7);
    const { out } = await onStacks("queue drain --wait --timeout 2m --auto-approve --json").fails();
    const { error } = JSON.parse(out) as { error: { message: string } };
    expect(error.message).toMatch(/^1 of 2 queues did not become empty:\n- Queue .*\/web\/main is not empty/);
    const left = { failures: [{ part: QUEUE_ID }], progress: { done: 1, total: 2 } };
    expect(error).toMatchObject({ code: "deadline_exceeded", ...left });
  });

  test("L-1: an interrupt is status 130, and they are still draining", async () => {
    submit(emulator, 7);
    const clock = new VirtualClock(LONGEST_POLL_MS);
    const { opened, open } = createGate();
    clock.onSleep = open;
    const catchStop = async () => opened.then(() => "SIGINT" as const);
    const drained = onStacks("queue drain --wait --auto-approve", { clock, catchStop });
    await drained.endsWith(130, `Queue ${QUEUE_ID} is still draining.`);
  });
});

describe("mergequeue queue resume --from", () => {
  const resume = (words = ""): Running =>
    call(`queue resume --from paused.json --auto-approve${words}`, { environment: { NO_COLOR: "1" } });
  const pause = (words = ""): Running => onStacks(`queue pause --record paused.json --auto-approve${words}`);

  test("gives back exactly the states that a pause has changed, with its reason, also after a second one", async () => {
    await call(`queue pause ${API_ID} --auto-approve`);
    const paused = await pause(" --reason Weekend. --owner release-team").succeeds();
    expect(paused.out).toContain("Reason: Weekend. Owner: release-team.\n");
    await pause().succeeds(`Already paused: ${API_ID}, ${QUEUE_ID}.\nNothing was changed.\n`);
    const { out } = await resume().succeeds();
    expect(out).toContain("Reason: Weekend. Owner: release-team.\n");
    expect(out).toContain(`  ${QUEUE_ID}: paused -> running\n`);
    expect(readStates()).toEqual(["running", "paused"]);
  });

  test("gives a draining queue its draining back, and leaves one alone whose state was changed meanwhile", async () => {
    await call(`queue drain ${API_ID} --auto-approve`);
    await pause(" --include-draining").succeeds();
    await call(`queue drain ${QUEUE_ID} --auto-approve`);
    const { out } = await resume().succeeds();
    expect(out).toContain(`Left alone: ${QUEUE_ID} is draining, not paused.\n`);
    expect(readStates()).toEqual(["draining", "draining"]);
  });

  test("a second pause of other queues adds to the record", async () => {
    await pause(" --only **/api/main").succeeds();
    await pause(" --only **/web/main").succeeds();
    await call(`queue resume ${API_ID} --auto-approve`);
    await pause(" --only **/web/main").succeeds();
    const { out } = await resume().succeeds();
    expect(out).toContain(`Left alone: ${API_ID} is running, not paused.\n`);
    expect(readStates()).toEqual(["running", "running"]);
  });

  const ENTRY = { id: "github.com/a/b/c", origin: "", before: "running", after: "paused" };
  const toRecord = (queue: unknown): string =>
    JSON.stringify({ format: "mergequeue-states", version: 1, queues: [queue] });
  test.each([
    ["{", "is not a record of states"],
    [toRecord({ ...ENTRY, id: "x" }), '"x"'],
    [toRecord({ ...ENTRY, before: "gone" }), "is not a record of states"],
    [toRecord(7), "is not a record of states"],
    [toRecord({ ...ENTRY, reason: 7 }), "is not a record of states"],
    [toRecord({ ...ENTRY, origin: "https://other.example" }), "queues at https://other.example"],
  ])("refuses the file %s", async (content, message) => {
    writeFileSync(join(directory, "paused.json"), content);
    await resume().fails(message);
    expect(listUpdates()).toEqual([]);
  });
});

test.each([
  ["queue resume --from a --stack b", "or --from with a record."],
  ["queue pause", "Give either one queue, or --stack"],
  [`queue pause ${QUEUE_ID} --stack cdktf.out`, "Give either one queue, or --stack"],
  [`queue pause ${QUEUE_ID} --only **`, "Options for many queues, such as --only and --var, need --stack."],
])("refuses %j", async (words, message) => {
  await call(words).fails(message);
  expect(emulator.requests).toEqual([]);
});
