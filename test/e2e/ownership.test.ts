import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { dropAfterCommit, type Fault, fail, firstTimes, onOperation } from "../../src/emulator/faults";
import { attachStage, declareQueue, onStages, QUEUE, stage } from "../support/e2e/queue-stage";
import { flatten } from "../support/e2e/terraform-workspace";
import { isRead } from "../support/is-read";

onStages();

/** What the provider's requests are called, and how a run ends that finds another queue. */
const FACES = [
  {
    face: "first",
    update: "updateQueue",
    remove: "deleteQueue",
    drain: "updateQueue",
    written: QUEUE,
    releasing: "deleteRequiredStatuses",
    remade: ["Queue created but not configured", "concurrency is 9"],
    replaced: ["Outcome of the request unknown", "concurrency is 9"],
    drained: ["concurrency is 9 and was 2", "It was left as it is"],
  },
  {
    face: "second",
    update: "PATCH /merge-queues/{id}/config",
    remove: "DELETE /merge-queues/{id}",
    drain: "POST /merge-queues/{id}/drain",
    written: {},
    releasing: "apply required_statuses = [] once",
    remade: ["Queue not created", "no longer exists"],
    replaced: ["Queue replaced outside Terraform"],
    drained: ["Queue replaced outside Terraform"],
  },
] as const;

describe.each(FACES)("through the $face interface:", (names) => {
  const { face } = names;
  const attach = (main: string): Promise<void> => attachStage(main, { face });

  const DECLARED = '  concurrency = 2\n  merge_method = "rebase"\n  required_statuses = ["ci/a"]';
  const LATER = { mergeMethod: "rebase", requiredStatuses: ["ci/a"] };

  /** Another hand acts after the request took effect, if it does, and before its response is on its way. */
  function meanwhile(act: () => Promise<unknown>, fault: Fault): Fault {
    return firstTimes(1, async (request, next) => {
      const delivery = await fault(request, next);
      await act();
      return delivery;
    });
  }

  /** The other hand's ways. */
  const set = (settings: object) => () => stage.call("updateQueue", settings);
  const create = (settings: object) => () => stage.call("createQueue", settings);
  async function remake(settings: object = { concurrency: 9 }): Promise<void> {
    await stage.call("deleteQueue");
    await create(settings)();
  }

  const refusal = fail(400, { body: "no" });
  const limited = fail(429, { headers: { "retry-after": "2" } });

  /** After an update's 404, the first read finds nothing, and then another hand's queue is there. */
  function vanish(): Fault {
    let isGone = false;
    return async (request, next) => {
      if (request.operation === names.update && !isGone) {
        isGone = true;
        await stage.call("deleteQueue");
        return next();
      }
      const delivery = await next();
      if (isRead(request.operation) && isGone && !stage.hasQueue()) await create({ concurrency: 9 })();
      return delivery;
    };
  }

  /** What the other hand set, and whether the queue is this pipeline's in the state. */
  interface Kept {
    readonly says: readonly string[];
    readonly queue: object;
  }

  describe("a queue that another pipeline changes while a create fails", () => {
    test.each<[string, () => Fault, Kept]>([
      [
        "F-41: adopted with the same configuration: kept",
        () => onOperation(names.update, meanwhile(set(LATER), refusal)),
        { says: ["Queue created but not configured", "someone else may have changed it"], queue: LATER },
      ],
      [
        "F-41: with other required statuses: kept",
        () => onOperation(names.update, meanwhile(set({ requiredStatuses: ["theirs"] }), refusal)),
        {
          says: ["Queue created but not configured", "required_statuses"],
          queue: { requiredStatuses: ["theirs"] },
        },
      ],
      [
        "F-41: with a setting that is not declared: kept",
        () => onOperation(names.update, meanwhile(set({ commentsEnabled: false }), refusal)),
        {
          says: ["Queue created but not configured", "comments_enabled is false"],
          queue: { commentsEnabled: false },
        },
      ],
      [
        "F-42: deleted and made anew before the update is repeated: not written, not removed",
        () => onOperation(names.update, meanwhile(remake, fail(503))),
        { says: names.remade, queue: { concurrency: 9, mergeMethod: "squash" } },
      ],
      [
        "F-41: deleted, and made anew after a read: not removed",
        vanish,
        { says: ["Queue not created", "no longer exists"], queue: { concurrency: 9 } },
      ],
    ])("%s", async (_, fault, { says, queue }) => {
      await attach(declareQueue(DECLARED));
      stage.emulator.setFaults(fault());
      await stage.workspace.refuse(["apply", "-auto-approve"], ...says);
      expect(await stage.call("getQueue")).toMatchObject(queue);
      expect(await stage.workspace.showState()).toEqual([]);
    });

    test("F-08, F-41: nothing changed: removed again", async () => {
      await attach(declareQueue(DECLARED));
      stage.emulator.setFaults(onOperation(names.update, refusal));
      await stage.workspace.refuse(["apply", "-auto-approve"], "Queue not created", "removed again");
      expect(stage.hasQueue()).toBe(false);
    });
  });

  describe("a queue that another pipeline makes anew while a destroy waits", () => {
    const theirs = create({ concurrency: 9 });
    test.each<[string, () => Fault, boolean]>([
      ["F-40: after a delete whose connection broke off", () => meanwhile(theirs, dropAfterCommit), true],
      [
        "F-40: after a delete that was answered with 503",
        () => meanwhile(theirs, fail(503, { commits: true })),
        true,
      ],
      ["F-40: after a delete that was answered with 429", () => meanwhile(remake, limited), false],
    ])("%s: it stands", async (_, fault, isDeleted) => {
      await attach(declareQueue(DECLARED));
      await stage.workspace.apply();
      stage.emulator.setFaults(onOperation(names.remove, fault()));
      // The id shows that this resource's queue is gone.
      if (face === "second" && isDeleted) await stage.workspace.run(["destroy", "-auto-approve"]);
      else await stage.workspace.refuse(["destroy", "-auto-approve"], ...names.replaced);
      expect(await stage.call("getQueue")).toMatchObject({ concurrency: 9 });
    });

    test("F-43: at the end of a drain: it stands, and is not written", async () => {
      await attach(declareQueue(`${DECLARED}\n  deletion_policy = "drain"`));
      await stage.workspace.apply();
      const pr = { pr: { number: 7 } };
      await stage.call("submitPullRequest", pr);
      const act = async (): Promise<void> => {
        await stage.call("cancelPullRequest", pr);
        await remake();
      };
      stage.emulator.setFaults(
        onOperation(
          names.drain,
          meanwhile(act, (_request, next) => next()),
        ),
      );
      await stage.workspace.refuse(["destroy", "-auto-approve"], ...names.drained);
      expect(await stage.call("getQueue")).toMatchObject({ concurrency: 9, state: "running" });
    });
  });

  describe("a saved plan of a queue that has changed since", () => {
    /** Plans a change of an applied queue, lets another hand act, and expects the apply to be refused. */
    async function refusePlan(
      main: string,
      args: readonly string[],
      act: () => Promise<unknown>,
      ...says: string[]
    ) {
      await attach(declareQueue(DECLARED));
      const { workspace } = stage;
      await workspace.apply();
      await stage.declare(declareQueue(main));
      await workspace.run(["plan", ...args, "-out=tfplan"]);
      await act();
      const calls = await stage.recordWrites(() =>
        workspace.refuse(["apply", "tfplan"], "Queue changed since the plan", ...says),
      );
      expect(calls).toEqual([]);
    }

    const both = ['were ["ci/a"] when this was planned', 'are ["security/scan","ci/a"] now', "Plan again"];
    const more = set({ requiredStatuses: ["security/scan", "ci/a"] });
    test.each([
      [
        "F-44: a destroy is refused",
        DECLARED,
        ["-destroy"],
        set({ concurrency: 5 }),
        ["concurrency is 5 and was 2"],
      ],
      ["F-45: a release of required statuses is refused", "  concurrency = 3", [], more, both],
      ["F-45: a change of their list is refused", DECLARED.replace("ci/a", "ci/b"), [], more, both],
    ])("%s", async (_, main, args, act, says) => {
      await refusePlan(main, args, act, ...says);
    });
  });

  describe("required statuses that this resource does not remember", () => {
    /** Leaves the private state of version 1.6. */
    async function forget(): Promise<void> {
      const path = join(stage.workspace.directory, "terraform.tfstate");
      const text = await readFile(path, "utf8");
      const legacy = Buffer.from('{"managesRequiredStatuses":true}').toString("base64");
      await stage.workspace.write({
        "terraform.tfstate": text.replace(/"private": "[^"]*"/, `"private": "${legacy}"`),
      });
    }

    test("F-45: after version 1.6, leaving the list out keeps it, and the plan prints the command", async () => {
      await attach(declareQueue(DECLARED));
      await stage.workspace.apply();
      await forget();
      await stage.declare(declareQueue("  concurrency = 3"));
      const plan = flatten((await stage.workspace.run(["plan"])).output);
      expect(plan).toContain("Required statuses are kept");
      expect(plan).toContain(names.releasing);
      const calls = await stage.recordWrites(() => stage.workspace.apply());
      expect(calls).toEqual([{ operation: names.update, body: { ...names.written, concurrency: 3 } }]);
      expect(await stage.call("getQueue")).toMatchObject({ requiredStatuses: ["ci/a"] });
    });

    test("F-45: with ignore_changes, another hand's list is kept when the attribute is removed", async () => {
      const ignored = "  lifecycle {\n    ignore_changes = [required_statuses]\n  }";
      await attach(declareQueue(`${DECLARED}\n${ignored}`));
      await stage.workspace.apply();
      await set({ requiredStatuses: ["theirs"] })();
      await stage.declare(declareQueue(`${DECLARED.replace("= 2", "= 3")}\n${ignored}`));
      await stage.workspace.apply();
      await stage.declare(declareQueue("  concurrency = 4"));
      await stage.workspace.apply();
      expect(await stage.call("getQueue")).toMatchObject({ concurrency: 4, requiredStatuses: ["theirs"] });
    });
  });
});
