import { rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseQueueId } from "../../../src/queue/parse-queue-id";
import { answerLike, configure, QUEUE_ID } from "../support/run-on-service";
import { call, directory, emulator, onStage } from "../support/stage";
import { writeStack } from "../support/write-stack";

const API_ID = "github.com/acme/api/main";

onStage();

function find(id: string): unknown {
  return emulator.findQueue(parseQueueId(id))?.settings;
}

function listWrites(): (string | undefined)[] {
  return emulator.requests
    .map(({ operation }) => operation)
    .filter((name) => !/^(get|list|probe)/.test(name ?? ""));
}

describe("mergequeue apply", () => {
  test("shows the plan, applies it, reports what was done to each queue, and finds nothing more to do", async () => {
    const api = { mode: "single", merge_method: "squash" };
    writeStack(directory, { [QUEUE_ID]: { concurrency: 4 }, [API_ID]: api });
    const { out } = await call("apply --auto-approve").succeeds();
    expect(out).toContain("Plan: 1 to create, 1 to change, 0 to destroy.\n");
    expect(out).toContain(`${API_ID}: created\n`);
    expect(out).toContain(`${QUEUE_ID}: changed\n`);
    expect(out).toMatch(/\nDone: 1 created, 1 changed, 0 destroyed\.\n$/);
    expect(find(QUEUE_ID)).toMatchObject({ concurrency: 4 });
    expect(find(API_ID)).toMatchObject({ mode: "single", mergeMethod: "squash" });
    expect(await call("plan --detailed-exitcode")).toMatchObject({ exitStatus: 0 });
    const before = emulator.requests.length;
    await call("apply").succeeds("No changes. All 2 queues are as declared.\n");
    const sent = emulator.requests.slice(before);
    expect(sent.map(({ operation }) => operation)).toEqual(["getQueue", "getQueue"]);
  });

  test("L-4: asks with the service, and does it after a yes only", async () => {
    writeStack(directory, { [QUEUE_ID]: { concurrency: 4 } });
    const no = await call("apply", answerLike("no")).endsWith(1);
    expect(no.out).toContain("concurrency = 2 -> 4\n");
    expect(no.error).toContain(`Apply this plan at ${new URL(emulator.url).origin}? [y/N] `);
    expect(no.error).toContain("Error: Nothing was changed.");
    expect(listWrites()).toEqual([]);
    expect(await call("apply", answerLike("yes"))).toMatchObject({ exitStatus: 0 });
    expect(find(QUEUE_ID)).toMatchObject({ concurrency: 4 });
  });

  test("L-2: --json prints one document with the results; the plan for the question is on standard error", async () => {
    writeStack(directory, { [QUEUE_ID]: { concurrency: 4 }, [API_ID]: {} });
    const { out, error } = await call("apply --json", answerLike("y"));
    expect(error).toContain("Plan: 1 to create, 1 to change, 0 to destroy.");
    expect(JSON.parse(out)).toEqual({
      format: "mergequeue-apply",
      version: 1,
      mode: "apply",
      digest: expect.stringMatching(/^sha256:[0-9a-f]{64}$/) as string,
      queues: [
        { id: API_ID, address: "mergequeue_queue.q1", result: "created" },
        { id: QUEUE_ID, address: "mergequeue_queue.q0", result: "updated" },
      ],
    });
    const again = await call("apply --json --auto-approve");
    expect(again.error).toBe("");
    expect(JSON.parse(again.out)).toMatchObject({ queues: [] });
  });
});

describe("mergequeue apply with a saved plan", () => {
  async function save(args: readonly string[] = []): Promise<void> {
    const { error } = await call(["plan", "--out", "plan.json", ...args]).endsWith(0);
    expect(error).toContain('\nThe plan was saved. To apply it, run: mergequeue apply "plan.json"\n');
  }

  test("applies exactly what was planned, without the stack and without an address in the environment", async () => {
    writeStack(directory, { [QUEUE_ID]: { concurrency: 4 }, [API_ID]: { mode: "single" } });
    await save();
    rmSync(join(directory, "main.tf.json"));
    const environment = { MERGEQUEUE_BASE_URL: "" };
    const { out } = await call("apply plan.json --auto-approve", { environment }).succeeds();
    expect(out).toContain("Plan: 1 to create, 1 to change, 0 to destroy.\n");
    expect(out).toMatch(/Done: 1 created, 1 changed, 0 destroyed\.\n$/);
    expect(find(QUEUE_ID)).toMatchObject({ concurrency: 4 });
    expect(find(API_ID)).toMatchObject({ mode: "single" });
  });

  test("is refused if a live queue has changed since, and says what changed", async () => {
    writeStack(directory, { [QUEUE_ID]: { concurrency: 4 } });
    await save();
    configure(emulator, { concurrency: 3 });
    const { out } = await call("apply plan.json --auto-approve --json").fails(
      `${QUEUE_ID}: concurrency was 2 and is 3 now`,
      "Nothing was changed. Make a new plan",
    );
    expect(JSON.parse(out)).toMatchObject({ error: { code: "plan_outdated" } });
    expect(listWrites()).toEqual([]);
  });

  test("only the user may read it: values of sensitive variables are in it", async () => {
    writeStack(directory, { [QUEUE_ID]: {} });
    await save();
    expect(statSync(join(directory, "plan.json")).mode & 0o777).toBe(0o600);
  });

  test("L-1: options for planning are refused with a saved plan, which already contains them", async () => {
    writeStack(directory, { [QUEUE_ID]: { concurrency: 4 } });
    await save();
    const before = emulator.requests.length;
    const planning = ["--only", "**", "--var", "a=b", "--var-file", "x.tfvars", "--base-url", emulator.url];
    const { out } = await call(["apply", "plan.json", "--auto-approve", "--json", ...planning]).fails(
      "Leave out --only, --var, --var-file, --base-url: a saved plan already contains",
    );
    expect(JSON.parse(out)).toMatchObject({ error: { code: "usage" } });
    expect(emulator.requests).toHaveLength(before);
  });

  test("a mistyped name is an error that names both kinds of arguments", async () => {
    await call("apply palan.json").fails(
      '"palan.json" does not exist',
      "Name a plan that mergequeue plan --out has saved, or the directory of",
    );
  });

  test("a plan whose stack gives the token does not use the environment's token", async () => {
    writeStack(directory, { [QUEUE_ID]: { concurrency: 4 } }, { token: emulator.token });
    await save();
    const before = emulator.requests.length;
    await call("apply plan.json --auto-approve").fails(
      "The token of this service comes from the stack, and a plan contains no token.",
      "Give it as --token-file.",
    );
    expect(emulator.requests).toHaveLength(before);
    writeFileSync(join(directory, "token"), emulator.token, { mode: 0o600 });
    await call("apply plan.json --auto-approve --token-file token").endsWith(0);
  });
});

describe("mergequeue destroy", () => {
  test("L-4: asks, and deletes the declared queues", async () => {
    writeStack(directory, { [QUEUE_ID]: {}, [API_ID]: {} });
    const { out, error } = await call("destroy", answerLike("yes")).endsWith(0);
    expect(error).toContain("Destroy these queues at http://127.0.0.1");
    expect(out).toContain(`${QUEUE_ID}: destroying…\n`);
    expect(out).toMatch(/Done: 0 created, 0 changed, 1 destroyed\.\n$/);
    expect(find(QUEUE_ID)).toBeUndefined();
    expect((await call("destroy")).out).toBe("No changes. All 2 queues are already gone.\n");
  });

  test("a queue with the policy abandon is not changed", async () => {
    writeStack(directory, { [QUEUE_ID]: { deletion_policy: "abandon" } });
    const { out } = await call("destroy --auto-approve").succeeds();
    expect(out).toContain(`${QUEUE_ID}: left as it is\n`);
    expect(out).toMatch(/Done: 0 created, 0 changed, 0 destroyed, 1 left as they are\.\n$/);
    expect(listWrites()).toEqual([]);
  });
});

test("a queue with prevent_destroy is never destroyed, even with --force; others can be chosen", async () => {
  writeStack(directory, { [QUEUE_ID]: { lifecycle: { prevent_destroy: true } }, [API_ID]: {} });
  expect(await call("apply --auto-approve")).toMatchObject({ exitStatus: 0, error: "" });
  for (const args of [
    ["destroy", "--auto-approve", "--force"],
    ["plan", "--destroy"],
  ]) {
    const { error } = await call(args).fails();
    expect(error).toMatch(/prevent_destroy protects mergequeue_queue\.\w+\. Nothing was changed/);
  }
  await call(`destroy --auto-approve --only ${API_ID}`);
  expect([QUEUE_ID, API_ID].map((id) => find(id) !== undefined)).toEqual([true, false]);
});
