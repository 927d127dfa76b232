import { onOperation } from "../../src/emulator/faults";
import { applyPlan } from "../../src/plan/apply-plan";
import { bindPlan, fromPlanDocument } from "../../src/plan/from-plan-document";
import type { SavedPlan, Task } from "../../src/plan/plan";
import { createChecksum, toPlanDocument } from "../../src/plan/to-plan-document";
import { catchRejection } from "../api/support/catch-rejection";
import { PlanStage } from "./support/plan-stage";
import { API, DOCS, listIds, WEB } from "./support/queue-ids";

let stage: PlanStage;

beforeEach(() => {
  stage = new PlanStage({}, { path: "/v2" });
});

/** Saves a plan and reads it again. @param edit - changes what the document says of each queue */
function reopen(saved: SavedPlan, edit = (seen: object): object => seen): SavedPlan {
  const document = JSON.parse(JSON.stringify(toPlanDocument(saved))) as { queues: { seen: object }[] };
  const queues = document.queues.map(({ seen, ...queue }) => ({ ...queue, seen: edit(seen) }));
  const content = { ...document, queues };
  const text = JSON.stringify({ ...content, checksum: createChecksum(content) });
  return bindPlan(fromPlanDocument(text), () => (saved.tasks[0] as Task).service);
}

/** Makes a queue anew, with the settings that it had. */
function recreate(): void {
  stage.remove(WEB);
  stage.make(WEB, { concurrency: 2 });
}

describe("a plan of the second interface", () => {
  test.each([
    [[], "concurrency: The service takes 1 to 1000 "],
    [["concurrency"], "concurrency: The service does not accept this value (not shown)."],
  ])("refuses a value that the service does not take (sensitive: %j)", async (sensitive, problem) => {
    const declared = [stage.declare(WEB, { concurrency: 4000 }, { sensitive })];
    const { message } = await catchRejection(stage.plan(declared));
    expect(message).toContain(problem);
    expect(message.includes("4000")).toBe(sensitive.length === 0);
  });

  test.each([
    [[], '"ci/hidden"'],
    [["requiredStatuses"], "which is not shown"],
  ])(
    "says that an empty list means inherited, and what it removes (sensitive: %j)",
    async (sensitive, list) => {
      stage.make(API, { requiredStatuses: ["ci/hidden"] });
      const declare = (id: string) => stage.declare(id, { requiredStatuses: [] }, { sensitive });
      const { plan } = await stage.plan([declare(API), declare(WEB)]);
      const [changed, created] = plan.queues;
      expect(changed?.protection[0]?.message).toContain(`The queue's own list is removed: ${list}.`);
      expect(JSON.stringify(plan).includes("ci/hidden")).toBe(sensitive.length === 0);
      expect(created?.warnings[0]?.summary).toBe(`The required statuses of ${WEB} are inherited`);
    },
  );
});

describe("a plan of queues that have ids", () => {
  test.each([
    [300, 6],
    [2000, 25],
  ])("reads %i existing queues with at most %i requests", async (count, most) => {
    for (const id of listIds(count)) stage.make(id, { concurrency: 2 });
    const { plan } = await stage.plan(stage.declareMany(count, { concurrency: 2 }));
    expect(plan.counts).toMatchObject({ none: count, create: 0 });
    expect(stage.service.requests.length).toBeLessThanOrEqual(most);
  });

  test("before an apply, what changes is read alone: an outside change of this minute is seen", async () => {
    for (const id of [WEB, API, DOCS]) stage.make(id, { concurrency: 2 });
    const members = [WEB, API, DOCS].map((id) => stage.declare(id, { concurrency: id === WEB ? 9 : 2 }));
    const saved = await stage.plan(members);
    stage.change(WEB, { concurrency: 5 });
    expect(await catchRejection(applyPlan(saved, stage.options))).toMatchObject({ code: "plan_outdated" });
  });

  test.each([
    ["apply", "before the apply", "plan_outdated"],
    ["destroy", "before the apply", "plan_outdated"],
    ["apply", "during the apply", "queue_replaced"],
    ["destroy", "during the apply", "queue_replaced"],
  ] as const)("(%s) names both ids of one made again %s, and does not touch it", async (mode, when, code) => {
    stage.make(WEB, { concurrency: 2 });
    const declared = [stage.declare(WEB, { concurrency: 9 })];
    const saved = reopen(await stage.plan(declared, mode));
    let isLeft = when === "during the apply";
    if (!isLeft) recreate();
    stage.fault(
      onOperation(["GET /merge-queues/{id}", "PATCH /merge-queues/{id}/config"], async (_request, next) => {
        if (isLeft) recreate();
        isLeft = false;
        return next();
      }),
    );
    const error = await catchRejection(applyPlan(saved, stage.options));
    const [now] = (await stage.plan(declared, "destroy")).tasks;
    expect(error).toMatchObject({ details: { failures: [{ code }] } });
    for (const task of [saved.tasks[0], now])
      expect(error.message).toContain(`"${task?.seen?.queueId ?? ""}"`);
    expect(stage.find(WEB)).toMatchObject({ concurrency: 2 });
  });

  test("that was saved without ids keeps its digest and is applied", async () => {
    stage.make(WEB, { concurrency: 2 });
    const saved = await stage.plan([stage.declare(WEB, { concurrency: 9 })]);
    const old = reopen(saved, (seen) => ({ ...seen, queueId: undefined }));
    expect(old.plan.digest).toBe(saved.plan.digest);
    await applyPlan(old, stage.options);
    expect(stage.find(WEB)).toMatchObject({ concurrency: 9 });
  });
});
