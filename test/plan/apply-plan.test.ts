import { type Fault, fail, fromTime, onOperation, onQueue } from "../../src/emulator/faults";
import { applyPlan } from "../../src/plan/apply-plan";
import { planQueues } from "../../src/plan/create-plan";
import { parseQueueId } from "../../src/queue/parse-queue-id";
import { MemoryService } from "../conformance/support/memory-service";
import { PlanStage } from "./support/plan-stage";
import { API, DOCS, listIds, refer, WEB } from "./support/queue-ids";
import { textWith } from "./support/text-with";

let stage: PlanStage;

beforeEach(() => {
  stage = new PlanStage();
});

describe("applyPlan", () => {
  test("I-2: sends exactly what the plan shows, and nothing for queues without changes", async () => {
    stage = new PlanStage({ additionalSettings: { mergeTrain: "slow", spare: 1 } });
    stage.make(WEB, { concurrency: 2, mergeMethod: "merge_commit" });
    stage.make(DOCS, { concurrency: 3 });
    const additionalSettings = new Map(Object.entries({ mergeTrain: "fast", spare: 1 }));
    const members = [
      stage.declare(WEB, { concurrency: 4, mergeMethod: "merge_commit" }, { additionalSettings }),
      stage.declare(API, { mode: "parallel", mergeMethod: "rebase" }),
      stage.declare(DOCS, { concurrency: 3 }),
    ];
    const outcome = await stage.apply(members);
    expect(outcome).toEqual([
      { id: API, address: "mergequeue_queue.q2", result: "created" },
      { id: WEB, address: "mergequeue_queue.q1", result: "updated" },
    ]);
    const writes = stage.writes().map(({ operation, body }) => [operation, body]);
    expect(writes).toHaveLength(3);
    expect(writes).toEqual(
      expect.arrayContaining([
        ["createQueue", { ...refer(API), mode: "parallel" }],
        ["updateQueue", { ...refer(API), mergeMethod: "rebase" }],
        ["updateQueue", { ...refer(WEB), concurrency: 4, mergeTrain: "fast" }],
      ]),
    );
  });

  test("deletes, drains first if requested, and sends nothing for forgotten queues", async () => {
    for (const id of [WEB, API, DOCS]) stage.make(id);
    stage.submit(API, 7);
    const finish: Fault = (_request, next) => {
      stage.service.engine.apply({ type: "cancelPullRequest", identity: parseQueueId(API), number: 7 });
      return next();
    };
    stage.fault(onOperation("updateQueue", finish));
    const members = [
      stage.declare(API, {}, { deletionPolicy: "drain" }),
      stage.declare(WEB),
      stage.declare(DOCS, {}, { deletionPolicy: "abandon" }),
    ];
    const outcome = await stage.apply(members, "destroy");
    expect(outcome.map(({ id, result }) => [id, result])).toEqual([
      [API, "deleted"],
      [DOCS, "forgotten"],
      [WEB, "deleted"],
    ]);
    expect([API, DOCS, WEB].map((id) => stage.find(id) !== undefined)).toEqual([false, true, false]);
    expect(stage.writes().map(({ operation, body }) => [operation, body])).toEqual([
      ["deleteQueue", refer(WEB)],
      ["updateQueue", { ...refer(API), state: "draining" }],
      ["deleteQueue", refer(API)],
    ]);
  });

  test("F-22: a queue with pull requests in it is not deleted, and the others are", async () => {
    for (const id of [WEB, API]) stage.make(id);
    stage.submit(API, 7);
    const error = await stage.failToApply([stage.declare(API), stage.declare(WEB)], "destroy");
    expect(error).toMatchObject({
      code: "apply_incomplete",
      details: { failures: [{ part: API, code: "queue_not_empty" }], progress: { done: 1, total: 2 } },
    });
    expect(error.message).toMatch(
      /^The plan was not applied completely\.\nNot done:\n- .*#7.*\n1 of 2 queues done, 1 not done\. .*\n.*run mergequeue plan --destroy with the same options\.$/s,
    );
    expect(error.message).toContain("\nCancel these pull requests first, or let the ready ones merge");
    expect(stage.find(WEB)).toBeUndefined();
  });

  test("K-3: a queue that fails to drain gets its state back, within its own timeout", async () => {
    stage.make(WEB, { state: "paused" });
    stage.submit(WEB, 7);
    const more = { deletionPolicy: "drain", timeoutsMs: { delete: 60_000 } } as const;
    const error = await stage.failToApply([stage.declare(WEB, {}, more)], "destroy");
    expect(error.message).not.toContain("deletion_policy");
    expect(stage.find(WEB)).toMatchObject({ state: "paused" });
    expect(stage.clock.now()).toBeLessThanOrEqual(60_000);
    // Only pull requests are left that do not start, which is reported meanwhile.
    const events = stage.progress.filter(({ phase }) => phase === "apply");
    expect(events.map(({ event, ended }) => [event, ended])).toEqual([
      ["begun", 0],
      ["held", 0],
      ["failed", 1],
    ]);
    expect(events[1]?.notice).toContain("Cancel the waiting pull request");
  });

  test("the operations of a queue end at its own timeouts", async () => {
    stage.make(WEB);
    stage.fault(onOperation(["updateQueue", "createQueue"], fail(429)));
    const timeoutsMs = { update: 5_000, create: 7_000 };
    const error = await stage.failToApply([stage.declare(WEB, { concurrency: 2 }, { timeoutsMs })]);
    expect(error.details.failures).toMatchObject([{ code: "rate_limited" }]);
    expect(stage.clock.now()).toBeLessThanOrEqual(5_000);
    await stage.failToApply([stage.declare(API, {}, { timeoutsMs })]);
    expect(stage.clock.now()).toBeLessThanOrEqual(12_000);
  });

  test("reports every step: checked, started, and ended with or without success", async () => {
    stage.make(WEB);
    stage.make(DOCS);
    stage.submit(WEB, 7);
    const prepared = await stage.plan([stage.declare(WEB), stage.declare(DOCS)], "destroy");
    stage.progress.length = 0;
    await expect(applyPlan(prepared, stage.options)).rejects.toMatchObject({ code: "apply_incomplete" });
    const [web, docs] = [WEB, DOCS].map((id, index) => {
      return { id, address: `mergequeue_queue.q${index + 1}`, action: "delete", total: 2 };
    });
    expect(stage.progress.slice(0, 2)).toEqual([
      { ...docs, phase: "check", event: "done", ended: 1 },
      { ...web, phase: "check", event: "done", ended: 2 },
    ]);
    expect(stage.progress.slice(2)).toHaveLength(4);
    const ended = expect.any(Number) as unknown;
    const failure = { part: WEB, code: "queue_not_empty", message: textWith("#7") };
    expect(stage.progress).toEqual(
      expect.arrayContaining([
        { ...docs, phase: "apply", event: "begun", ended: 0 },
        { ...docs, phase: "apply", event: "done", ended },
        { ...web, phase: "apply", event: "failed", ended, failure },
      ]),
    );
  });

  test.each([
    ["a dozen", {}, 12],
    ["the user's number of", { parallelism: 30 }, 30],
  ])(
    "R-5: no more than %s requests are on their way, however many queues there are",
    async (_, more, expected) => {
      stage = new PlanStage({}, { maxInFlight: expected });
      let current = 0;
      let most = 0;
      stage.fault(async (_request, next) => {
        current += 1;
        most = Math.max(most, current);
        const delivery = await next();
        await new Promise(setImmediate);
        current -= 1;
        return delivery;
      });
      const members = stage.declareMany(100);
      const options = { ...stage.options, ...more };
      await applyPlan(await planQueues("apply", members, options), options);
      expect(most).toBe(expected);
    },
  );
});

describe("applyPlan when something fails", () => {
  test("the failure of one queue does not stop the others", async () => {
    const ids = listIds(20);
    for (const id of ids) stage.make(id);
    stage.fault(onQueue(parseQueueId(ids[3] ?? ""), onOperation("updateQueue", fail(400))));
    const error = await stage.failToApply(stage.declareMany(20, { concurrency: 9 }));
    expect(error).toMatchObject({
      code: "apply_incomplete",
      details: { failures: [{ part: ids[3], code: "refused" }], progress: { done: 19, total: 20 } },
    });
    expect(error.message).toMatch(
      /\n19 of 20 queues done, 1 not done\. Finished changes are kept\.\nTo see what is left, run mergequeue plan with the same options\.$/,
    );
    expect(ids.filter((id) => stage.find(id)?.concurrency !== 9)).toEqual([ids[3]]);
  });

  test.each([401, 403])(
    "F-15: a token that is no longer accepted (%i) stops changes that have not started",
    async (status) => {
      const ids = listIds(80);
      for (const id of ids) stage.make(id);
      stage.fault(onOperation("updateQueue", fromTime(5, fail(status))));
      const error = await stage.failToApply(stage.declareMany(80, { concurrency: 9 }));
      const done = ids.filter((id) => stage.find(id)?.concurrency === 9);
      expect(done).toHaveLength(4);
      expect(stage.writes().length).toBeLessThanOrEqual(16);
      const details = { progress: { done: 4, total: 80 } };
      expect(error).toMatchObject({ code: "apply_incomplete", details });
      const { failures = [] } = error.details;
      expect(failures.map(({ part }) => part).sort()).toEqual(ids.filter((id) => !done.includes(id)).sort());
      const code = status === 401 ? "unauthorized" : "forbidden";
      expect(new Set(failures.map((failure) => failure.code))).toEqual(new Set([code]));
      expect(error.message).toMatch(
        /\nNot begun: nothing was sent for:(\n- github.com\S+){9}\n- and \d+ more\n4 of 80 queues done, \d+ not done, \d+ not begun\./,
      );
    },
  );

  test("F-08: what led to a failure counts: a create that was rolled back because of the token stops the others", async () => {
    stage.fault(onOperation("updateQueue", fail(401)));
    const members = stage.declareMany(40, { mergeMethod: "merge_commit" });
    const error = await stage.failToApply(members);
    expect(error.details.failures?.[0]).toMatchObject({ code: "create_rolled_back" });
    expect(stage.operations().filter((name) => name === "createQueue").length).toBeLessThanOrEqual(12);
    expect(
      members.filter(({ queue }) => stage.service.engine.tryFindQueue(queue.identity) !== undefined),
    ).toEqual([]);
  });

  test("F-15: one service that is lost does not stop the queues of another", async () => {
    const other = new MemoryService({});
    const members = stage.declareMany(30);
    const others = stage.declareMany(30, {}, other);
    stage.fault(onOperation("createQueue", fail(401)));
    const error = await stage.failToApply([...members, ...others]);
    expect(error.details.progress).toEqual({ done: 30, total: 60 });
    expect(others.every(({ queue }) => other.engine.tryFindQueue(queue.identity) !== undefined)).toBe(true);
  });

  test("many failures take ten lines, the rest as a count; the details have all of them", async () => {
    stage.fault(onOperation("createQueue", fail(400, { body: "never" })));
    const error = await stage.failToApply(stage.declareMany(60));
    expect(error.message.match(/never/g)).toHaveLength(9);
    expect(error.message).toContain("\n- and 51 more\n0 of 60 queues done, 60 not done.");
    expect(error.details.failures).toHaveLength(60);
  });

  test("a bug is thrown unchanged", async () => {
    const prepared = await stage.plan([stage.declare(WEB)]);
    const tasks = prepared.tasks.map((task) => {
      const create = (): Promise<never> => Promise.reject(new TypeError("a bug"));
      const { reconciler } = task.service;
      const broken = { read: reconciler.read.bind(reconciler), create } as unknown as typeof reconciler;
      return { ...task, service: { ...task.service, reconciler: broken } };
    });
    await expect(applyPlan({ ...prepared, tasks }, stage.options)).rejects.toThrow(new TypeError("a bug"));
  });
});
