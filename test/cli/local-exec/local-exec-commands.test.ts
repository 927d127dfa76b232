import { parseQueueId } from "../../../src/queue/parse-queue-id";
import { isRead } from "../../support/is-read";
import type { Running } from "../fake-context";
import { configure, happen, QUEUE_ID } from "../support/run-on-service";
import { call, emulator, onStage } from "../support/stage";

/** The queue that the service has. */
const { repo, targetBranch } = parseQueueId(QUEUE_ID);
const NEW_ID = "github.com/acme/api/main";
const NEW_QUEUE = { repo: { ...repo, name: "api" }, target_branch: "main", address: 'null_resource.b["x"]' };
const OLD_QUEUE = { repo, target_branch: targetBranch, address: "null_resource.main" };

onStage();

type Changes = NonNullable<Parameters<typeof call>[1]>;

function create(document: object, changes: Changes = {}): Running {
  return execute("create", { MERGEQUEUE_QUEUE: JSON.stringify(document) }, changes);
}

function configureBy(document: object, changes: Changes = {}): Running {
  return execute("configure", { MERGEQUEUE_QUEUE: JSON.stringify(document) }, changes);
}

function destroyBy(task: "delete" | "release", deletion: object, id = QUEUE_ID, list?: string): Running {
  return execute(task, {
    MERGEQUEUE_QUEUE_ID: id,
    MERGEQUEUE_DELETION: JSON.stringify(deletion),
    ...(list === undefined ? {} : { MERGEQUEUE_REQUIRED_STATUSES: list }),
  });
}

function execute(task: string, env: Readonly<Record<string, string>>, changes: Changes = {}): Running {
  return call(["local-exec", task], { ...changes, environment: env });
}

/** The writes that were made, as the operation with the fields that were sent. */
function listWrites(): unknown[] {
  return emulator.requests
    .filter(({ operation }) => !isRead(operation))
    .map(({ operation, body }) => {
      const own = Object.entries(body as object).filter(([name]) => !["repo", "targetBranch"].includes(name));
      return [operation, Object.fromEntries(own)];
    });
}

function hasQueue(id: string): boolean {
  return emulator.findQueue(parseQueueId(id)) !== undefined;
}

describe("mergequeue local-exec create", () => {
  test("F-09: leaves a queue alone that exists, and says in this mode's words what to do", async () => {
    const { error } = await create({ ...OLD_QUEUE, concurrency: 9 }).fails();
    expect(error).toBe(
      `Error: Queue ${QUEUE_ID} exists already. It was not changed. To adopt it and apply the declared ` +
        'settings, set onExisting: "adopt" and apply again. If an interrupted apply of this stack created it, ' +
        'run terraform untaint "null_resource.main" and apply again.\n',
    );
    expect(listWrites()).toEqual([]);
  });

  test("S-12: lists everything that is wrong with its input, and sends nothing", async () => {
    const { error } = await create({
      ...NEW_QUEUE,
      target_branch: "a b",
      address: 1,
      repo: { host: "a/b", owner: "" },
      color: "red",
      on_existing: "take",
      deletion_policy: 3,
      ["__proto__x"]: 1,
    }).fails();
    for (const text of [
      "MERGEQUEUE_QUEUE is invalid:",
      "address: Must be a string.",
      'color: A queue has no attribute "color".',
      '__proto__x: A queue has no attribute "__proto__x".',
      "repo.host: ",
      "repo.name: ",
      "target_branch: ",
      "on_existing: Must be ",
      "deletion_policy: Must be ",
      "install the same version of both.",
    ]) {
      expect(error).toContain(text);
    }
    expect(emulator.requests).toEqual([]);
  });

  test.each([
    ["", "MERGEQUEUE_QUEUE is not set."],
    ["{", "MERGEQUEUE_QUEUE cannot be read: it is not valid JSON"],
    ["[]", "MERGEQUEUE_QUEUE is not a JSON object."],
    ['{"__proto__":{"polluted":1}}', "the key __proto__ is not allowed"],
  ])("S-12: refuses %j", async (text, message) => {
    await execute("create", { MERGEQUEUE_QUEUE: text }).fails(message);
    expect({}).not.toHaveProperty("polluted");
  });

  test("says where to set address and token in this mode", async () => {
    const queue = JSON.stringify(NEW_QUEUE);
    const running = execute("create", {
      MERGEQUEUE_QUEUE: queue,
      MERGEQUEUE_TOKEN: "",
      MERGEQUEUE_BASE_URL: "",
    });
    await running.fails("The token comes only from the environment variable MERGEQUEUE_TOKEN.");
  });

  test("K-7: an orphaned command starts nothing", async () => {
    const catchStop = () => new Promise<never>(() => undefined);
    await create(NEW_QUEUE, { awaitOrphaned: () => Promise.resolve(), catchStop }).endsWith(130);
    expect(hasQueue(NEW_ID)).toBe(false);
  });
});

describe("mergequeue local-exec configure", () => {
  test("I-2: sends only the differences, and does not print values", async () => {
    const settings = { mode: "parallel", concurrency: 7, required_statuses: ["a"] };
    const { out } = await configureBy({ ...OLD_QUEUE, ...settings });
    expect(out).toBe(`Queue ${QUEUE_ID} was changed: concurrency, requiredStatuses.\n`);
    expect(listWrites()).toEqual([["updateQueue", { concurrency: 7, requiredStatuses: ["a"] }]]);
  });

  test("S-26: says what protects less afterwards", async () => {
    configure(emulator, { directMergeMode: "off" });
    const { out } = await configureBy({ ...OLD_QUEUE, direct_merge_mode: "always" });
    expect(out).toContain(`Queue ${QUEUE_ID} is less protected: Pull requests that are up to date`);
  });

  test("sends nothing if no setting is declared", async () => {
    await configureBy(OLD_QUEUE).succeeds(`No setting of queue ${QUEUE_ID} is declared.\n`);
    expect(emulator.requests).toEqual([]);
  });

  test("F-23: a deleted queue is an error that says how to create it again", async () => {
    await configureBy({ ...NEW_QUEUE, concurrency: 7 }).fails(
      `Queue ${NEW_ID} is gone: it was deleted outside Terraform. Nothing was changed.`,
      `run terraform apply -replace='null_resource.b["x"]'.`,
    );
  });
});

describe("mergequeue local-exec delete", () => {
  test("K-3: deletes an empty queue, and succeeds if it was already deleted", async () => {
    await destroyBy("delete", { policy: "refuse" }).succeeds(`Queue ${QUEUE_ID} was deleted.\n`);
    await destroyBy("delete", {}).succeeds(`Queue ${QUEUE_ID} was already gone.\n`);
  });

  test("K-3: deletes a queue that was created with a branch which is refused today", async () => {
    const identity = { ...parseQueueId(QUEUE_ID), targetBranch: "refs/heads/main" };
    happen(emulator, { type: "createQueue", identity, settings: {} });
    await destroyBy("delete", {}, "github.com/acme/web/refs/heads/main").succeeds();
    expect(emulator.findQueue(identity)).toBeUndefined();
  });

  test("with the policy abandon, forgets the queue without a call", async () => {
    await destroyBy("delete", { policy: "abandon" }).succeeds(
      `Queue ${QUEUE_ID} is kept, but Terraform no longer manages it.\n`,
    );
    expect(emulator.requests).toEqual([]);
  });

  test("S-12: refuses input that it does not understand", async () => {
    const wrong = { policy: "keep", timeout: "soon", connection: { token: "x", more: null }, more: 1 };
    const { error } = await destroyBy("delete", wrong).fails();
    for (const text of [
      "policy: Must be",
      "timeout: Must be",
      "connection.token: There is no field of this name.",
      "connection.more: There is no field of this name.",
      "more: There is no field",
    ]) {
      expect(error).toContain(text);
    }
    const { error: missing } = await execute("delete", { MERGEQUEUE_DELETION: "{}" });
    expect(missing).toContain("MERGEQUEUE_QUEUE_ID is not set.");
    expect(hasQueue(QUEUE_ID)).toBe(true);
  });
});

describe("mergequeue local-exec release", () => {
  const RELEASED = `The required statuses of queue ${QUEUE_ID} come from branch protection or the configuration file again.\n`;
  const NONE = `Queue ${QUEUE_ID} has no required statuses of its own: nothing was sent.\n`;

  test.each([
    ["the list that the stack has set, as a set", ["b", "a"], '["a","b","b"]', RELEASED, ""],
    ["no list that someone else has set", ["security", "a"], '["a"]', "", 'this stack has set ["a"]'],
    ["no list of a state that remembers none", ["a"], undefined, "", "Terraform's state does not say"],
    ["no list of a state that remembers none", ["a"], "", "", "Terraform's state does not say"],
    ["no list that is already gone", [], '["a"]', NONE, ""],
    ["no list where there is none", [], undefined, NONE, ""],
  ])("F-45: releases %s (%j, remembers %s)", async (_what, live, own, message, reason) => {
    const write = ["updateQueue", { deleteRequiredStatuses: true }];
    configure(emulator, { requiredStatuses: live });
    const { exitStatus, out, error } = await destroyBy("release", {}, QUEUE_ID, own);
    expect([exitStatus, out]).toEqual([0, message]);
    expect(listWrites()).toEqual(message === RELEASED ? [write] : []);
    const warning = `Warning: Queue ${QUEUE_ID} keeps its required statuses. They are ${JSON.stringify(live)}, and ${reason}`;
    expect(error.slice(0, warning.length)).toBe(reason === "" ? "" : warning);
    if (reason !== "")
      expect(error).toMatch(/ To remove them, run:\n {2}curl .*"deleteRequiredStatuses":true/);
  });

  test.each(["{", "{}", '["a",1]', "null"])("F-45: refuses a list that is %s", async (list) => {
    await destroyBy("release", {}, QUEUE_ID, list).fails(
      "MERGEQUEUE_REQUIRED_STATUSES is not a JSON array of strings.",
    );
    expect(emulator.requests).toEqual([]);
  });

  test("says of a queue that was deleted that it is gone", async () => {
    await destroyBy("release", {}, NEW_ID, '["a"]').succeeds(`Queue ${NEW_ID} is gone.\n`);
  });

  test("a queue with the policy abandon keeps them", async () => {
    await destroyBy("release", { policy: "abandon" }).succeeds(
      `Queue ${QUEUE_ID} keeps its required statuses: its deletionPolicy is "abandon".\n`,
    );
    expect(emulator.requests).toEqual([]);
  });
});
