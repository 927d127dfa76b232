import { fail, firstTimes, onOperation } from "../../src/emulator/faults";
import { callService } from "../support/call-service";
import {
  attachStage,
  createStage,
  declareQueue,
  HEAD,
  onStages,
  QUEUE,
  QUEUE_ID,
  stage,
} from "../support/e2e/queue-stage";
import { isTerraformSince } from "../support/e2e/read-terraform-version";
import { flatten } from "../support/e2e/terraform-workspace";

onStages();

const SECOND = { face: "second" } as const;
const SETTINGS =
  '  concurrency = 3\n  mode = "parallel"\n  merge_method = "rebase"\n  required_statuses = ["ci/a"]';

/** The service's own id of the queue. */
function getId(): string {
  return String(stage.emulator.engine.tryFindQueue(QUEUE)?.id);
}

/** Another hand deletes the queue and makes it again. */
async function remake(settings: object = { concurrency: 9 }): Promise<void> {
  await stage.call("deleteQueue");
  await stage.call("createQueue", settings);
}

async function readValues(): Promise<Readonly<Record<string, unknown>>> {
  return { ...(await stage.workspace.showState())[0]?.values };
}

describe("moving from one interface to the other", () => {
  test("plans are empty there and back, and the id appears and disappears without a change", async () => {
    await attachStage(declareQueue(SETTINGS));
    const { workspace, emulator } = stage;
    await workspace.converge();
    expect(await readValues()).toMatchObject({ queue_id: null, concurrency: 3 });
    const there = { MERGEQUEUE_BASE_URL: emulator.secondUrl };
    for (const [env, id] of [
      [there, getId()],
      [{}, null],
      [there, getId()],
    ] as const) {
      await workspace.attach(env);
      await workspace.expectEmptyPlan();
      await workspace.apply();
      expect(await readValues()).toMatchObject({ queue_id: id });
    }
    await stage.declare(declareQueue(SETTINGS.replace("= 3", "= 4")));
    await workspace.apply();
    expect(await readValues()).toMatchObject({ queue_id: getId() });
    expect(await stage.call("getQueue")).toMatchObject({ concurrency: 4, mergeMethod: "rebase" });
    await workspace.run(["destroy", "-auto-approve"]);
    expect(stage.hasQueue()).toBe(false);
  });
});

describe("the lifecycle of a queue through the second interface", () => {
  test("settings, mode and state are written in this order, and drift is shown and mended", async () => {
    await attachStage(declareQueue(`${SETTINGS}\n  state = "paused"`), SECOND);
    const { workspace } = stage;
    const calls = await stage.recordWrites(() => workspace.converge());
    expect(calls.map(({ operation }) => operation)).toEqual([
      "POST /merge-queues",
      "PATCH /merge-queues/{id}/config",
      "POST /merge-queues/{id}/pause",
    ]);
    expect(await readValues()).toMatchObject({ queue_id: getId(), state: "paused", mode: "parallel" });
    await stage.call("updateQueue", { concurrency: 8, state: "running", mode: "single" });
    expect(flatten((await workspace.run(["plan"])).output)).toMatch(/concurrency += 8 -> 3/);
    const mended = await stage.recordWrites(() => workspace.converge());
    expect(mended.map(({ operation }) => operation)).toEqual([
      "PATCH /merge-queues/{id}/config",
      "POST /merge-queues/{id}/switch-modes",
      "POST /merge-queues/{id}/pause",
    ]);
    expect(mended[0]?.body).toEqual({ concurrency: 3 });
  });

  const imports: [what: string, args: () => readonly string[], block: string][] = [
    ["import id", () => ["import", "mergequeue_queue.main", getId()], ""],
    ["id of coordinates", () => ["import", "mergequeue_queue.main", QUEUE_ID], ""],
    ["import block with the service's id", () => ["apply", "-auto-approve"], "id"],
    ["import block with an identity", () => ["apply", "-auto-approve"], "identity"],
  ];

  test.each(imports.filter(([, , block]) => block !== "identity" || isTerraformSince(12, 12)))(
    "is imported: %s",
    async (_what, args, block) => {
      await attachStage(declareQueue(SETTINGS), SECOND);
      await stage.call("createQueue", { concurrency: 3, mode: "parallel" });
      await stage.call("updateQueue", { mergeMethod: "rebase", requiredStatuses: ["ci/a"] });
      const identity = '{ host = "github.com", owner = "acme", name = "web", target_branch = "main" }';
      const from = block === "id" ? `id = "${getId()}"` : `identity = ${identity}`;
      const more = block === "" ? "" : `\nimport {\n  to = mergequeue_queue.main\n  ${from}\n}\n`;
      await stage.declare(declareQueue(SETTINGS) + more);
      await stage.workspace.run(args());
      await stage.workspace.expectEmptyPlan();
      expect(await readValues()).toMatchObject({ id: QUEUE_ID, queue_id: getId() });
    },
  );

  test("an adopted queue is written by its id, and destroyed after it was drained", async () => {
    const policies = '  on_existing = "adopt"\n  deletion_policy = "drain"';
    await attachStage(declareQueue(`${SETTINGS}\n${policies}`), SECOND);
    const { workspace } = stage;
    await stage.call("createQueue", { concurrency: 9 });
    await workspace.converge();
    await stage.call("submitPullRequest", { pr: { number: 7 } });
    const cancel = onOperation(
      "POST /merge-queues/{id}/drain",
      firstTimes(1, async (_request, next) => {
        const delivery = await next();
        await stage.call("cancelPullRequest", { pr: { number: 7 } });
        return delivery;
      }),
    );
    stage.emulator.setFaults(cancel);
    await workspace.run(["destroy", "-auto-approve"]);
    expect(stage.hasQueue()).toBe(false);
  });

  test("an empty list of required statuses means inherited: the plan says so, and the next one is empty", async () => {
    await attachStage(declareQueue(SETTINGS), SECOND);
    const { workspace } = stage;
    await workspace.converge();
    await stage.declare(declareQueue(SETTINGS.replace('["ci/a"]', "[]")));
    expect(flatten((await workspace.run(["plan"])).output)).toContain('means "inherited" at this service');
    await workspace.converge();
    expect(await stage.call("getQueue")).toMatchObject({ requiredStatuses: [] });
  });

  test("a value beyond its bounds is refused by the plan, but not one that was there before", async () => {
    await attachStage(declareQueue("  concurrency = 1001"), SECOND);
    await stage.workspace.refuse(["plan"], "1 to 1000", "concurrency");
    await stage.call("createQueue", { concurrency: 1001 });
    await stage.workspace.run(["import", "mergequeue_queue.main", QUEUE_ID]);
    await stage.workspace.expectEmptyPlan();
    await stage.declare(declareQueue('  concurrency = 1001\n  merge_method = "rebase"'));
    await stage.workspace.converge();
  });

  test("a part of an update that fails shows in the next plan", async () => {
    await attachStage(declareQueue(SETTINGS), SECOND);
    const { workspace } = stage;
    await workspace.converge();
    await stage.declare(declareQueue(`${SETTINGS.replace("= 3", "= 4")}\n  state = "paused"`));
    stage.emulator.setFaults(
      onOperation("POST /merge-queues/{id}/pause", firstTimes(1, fail(403, { body: "no" }))),
    );
    await workspace.refuse(["apply", "-auto-approve"], "a part of the change is stored");
    expect(await readValues()).toMatchObject({ concurrency: 4, state: "running" });
    await workspace.converge();
    expect(await stage.call("getQueue")).toMatchObject({ concurrency: 4, state: "paused" });
  });

  test("a queue that switches modes for a while is waited for", async () => {
    const switchingModes = { reads: 4, refusesWrites: true };
    await attachStage(declareQueue(SETTINGS), { ...SECOND, options: { switchingModes } });
    const { workspace } = stage;
    await workspace.converge();
    await stage.declare(declareQueue(SETTINGS.replace("parallel", "single")));
    await workspace.apply();
    await stage.declare(declareQueue(`${SETTINGS.replace("parallel", "single")}\n  state = "paused"`));
    await workspace.converge();
    expect(await stage.call("getQueue")).toMatchObject({ mode: "single", state: "paused" });
  });

  test("a key that is revoked in the middle of an apply leaves a state that the next apply completes", async () => {
    const two = ["a", "b"].map(
      (name) =>
        `resource "mergequeue_queue" "${name}" {\n  repo = { host = "github.com", owner = "acme", name = "${name}" }\n` +
        '  target_branch = "main"\n  concurrency = 2\n  merge_method = "rebase"\n}\n',
    );
    await attachStage(HEAD + two.join(""), { ...SECOND, keys: { pipeline: ["settings"] } });
    const { workspace, emulator } = stage;
    await workspace.attach({ MERGEQUEUE_TOKEN: String(emulator.keys["pipeline"]) });
    let creates = 0;
    emulator.setFaults(async (request, next) => {
      if (request.operation === "POST /merge-queues" && ++creates === 2) {
        await callService(emulator, "../control/revokeKey", { label: "pipeline" });
      }
      return next();
    });
    const { status, output } = await workspace.tryRun(["apply", "-auto-approve", "-parallelism=1"]);
    expect(status).toBe(1);
    expect(flatten(output)).toContain("Token not accepted by the merge queue service");
    expect(await workspace.showState()).toHaveLength(1);
    emulator.setFaults();
    await workspace.attach({});
    await workspace.converge();
    expect(await workspace.showState()).toHaveLength(2);
  });
});

describe("a queue that another hand has deleted and made again", () => {
  const stands = async (): Promise<void> => {
    expect(await stage.call("getQueue")).toMatchObject({ concurrency: 9, state: "running" });
  };

  test("F-49: is named by every plan, with the commands that take it over, and these work", async () => {
    await attachStage(declareQueue(SETTINGS), SECOND);
    const { workspace } = stage;
    await workspace.converge();
    const before = getId();
    await remake();
    for (const args of [["plan"], ["plan", "-destroy"]]) {
      await workspace.refuse(args, before, getId(), "terraform state rm", "import {");
    }
    await stands();
    expect(await readValues()).toMatchObject({ queue_id: before, concurrency: 3 });
    await workspace.run(["state", "rm", "mergequeue_queue.main"]);
    await workspace.run(["import", "mergequeue_queue.main", QUEUE_ID]);
    await workspace.converge();
    expect(await stage.call("getQueue")).toMatchObject({ concurrency: 3 });
  });

  test.each([
    ["an update", SETTINGS.replace("= 3", "= 4"), []],
    ["a destroy", SETTINGS, ["-destroy"]],
    ["a drain", `${SETTINGS}\n  deletion_policy = "drain"`, ["-destroy"]],
  ])("F-49: between plan and apply, is not touched by %s", async (_what, settings, args) => {
    const first = settings.includes("drain") ? settings : SETTINGS;
    await attachStage(declareQueue(first), SECOND);
    const { workspace } = stage;
    await workspace.converge();
    await stage.declare(declareQueue(settings));
    await workspace.run(["plan", ...args, "-out=tfplan"]);
    await remake();
    const other = getId();
    await workspace.refuse(["apply", "tfplan"], "Queue replaced outside Terraform", other);
    await stands();
    expect(getId()).toBe(other);
  });

  test("F-49: is named after a way through the first interface, too", async () => {
    await attachStage(declareQueue(SETTINGS), SECOND);
    const { workspace, emulator } = stage;
    await workspace.converge();
    await workspace.attach({ MERGEQUEUE_BASE_URL: emulator.url });
    await workspace.apply();
    await remake({ concurrency: 3, mode: "parallel" });
    await workspace.attach({});
    await workspace.refuse(["plan"], getId());
  });
});

describe("many queues", () => {
  test("R-9: a plan of two pages takes at most 5 requests, also with a page of the list that fails once", async () => {
    const count = 101;
    const main =
      `${HEAD}\nresource "mergequeue_queue" "all" {\n  count = ${count}\n` +
      '  repo = { host = "github.com", owner = "acme", name = "web-${count.index}" }\n  target_branch = "main"\n  concurrency = 2\n}\n';
    await createStage(main, SECOND);
    const { workspace, emulator } = stage;
    await workspace.run(["apply", "-auto-approve", "-parallelism=50"]);
    const countRequests = async (): Promise<number> =>
      (await stage.record(() => workspace.expectEmptyPlan())).length;
    // A busy machine may read a second queue alone before the list is there.
    expect(await countRequests()).toBeLessThanOrEqual(5);
    const failing = onOperation("GET /merge-queues", firstTimes(1, fail(503)));
    emulator.setFaults(failing);
    expect(await countRequests()).toBeLessThanOrEqual(5);
  });
});
