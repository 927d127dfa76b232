import { onOperation } from "../../src/emulator/faults";
import { applyPlan } from "../../src/plan/apply-plan";
import { bindPlan, fromPlanDocument } from "../../src/plan/from-plan-document";
import type { SavedPlan } from "../../src/plan/plan";
import { createChecksum, toPlanDocument } from "../../src/plan/to-plan-document";
import { catchRejection } from "../api/support/catch-rejection";
import { PlanStage } from "./support/plan-stage";
import { API, DOCS, listIds, WEB } from "./support/queue-ids";

/** Saves a plan and reads it again. @param edit - changes the document */
function reopen(
  saved: SavedPlan,
  edit = (document: Record<string, unknown>): Record<string, unknown> => document,
): SavedPlan {
  const document = edit(JSON.parse(JSON.stringify(toPlanDocument(saved))) as Record<string, unknown>);
  const text = JSON.stringify({ ...document, checksum: createChecksum(document) });
  const [{ service }] = saved.tasks as [SavedPlan["tasks"][number]];
  return bindPlan(fromPlanDocument(text), () => service);
}

/** Makes a queue anew, with the settings that it had. */
function recreate(stage: PlanStage, id: string): void {
  const settings = stage.find(id);
  stage.remove(id);
  stage.make(id, { concurrency: Number(settings?.concurrency) });
}

describe("a plan of queues that have ids", () => {
  test.each([
    [300, 6],
    [2000, 25],
  ])("reads %i existing queues with at most %i requests", async (count, most) => {
    const stage = new PlanStage({}, { path: "/v2" });
    for (const id of listIds(count)) stage.make(id, { concurrency: 2 });
    const { plan } = await stage.plan(stage.declareMany(count, { concurrency: 2 }));
    expect(plan.counts).toMatchObject({ none: count, create: 0 });
    expect(stage.service.requests.length).toBeLessThanOrEqual(most);
  });

  test("before an apply, what changes is read alone: an outside change of this minute is seen", async () => {
    const stage = new PlanStage({}, { path: "/v2" });
    for (const id of [WEB, API, DOCS]) stage.make(id, { concurrency: 2 });
    const members = [WEB, API, DOCS].map((id) => stage.declare(id, { concurrency: id === WEB ? 9 : 2 }));
    const saved = await stage.plan(members);
    stage.change(WEB, { concurrency: 5 });
    expect(await catchRejection(applyPlan(saved, stage.options))).toMatchObject({ code: "plan_outdated" });
  });

  test.each(["apply", "destroy"] as const)(
    "(%s) of a queue that was made again is outdated, names both ids, and changes nothing",
    async (mode) => {
      const stage = new PlanStage({}, { path: "/v2" });
      stage.make(WEB, { concurrency: 2 });
      const saved = reopen(await stage.plan([stage.declare(WEB, { concurrency: 9 })], mode));
      const id = saved.tasks[0]?.seen?.queueId ?? "none";
      recreate(stage, WEB);
      const [now] = (await stage.plan([stage.declare(WEB, { concurrency: 9 })])).tasks;
      const error = await catchRejection(applyPlan(saved, stage.options));
      expect(error).toMatchObject({ code: "plan_outdated" });
      expect(error.message).toContain(
        `it was deleted and made again: its id was "${id}" and is "${String(now?.seen?.queueId)}" now`,
      );
      expect(stage.find(WEB)).toMatchObject({ concurrency: 2 });
    },
  );

  test.each(["apply", "destroy"] as const)(
    "(%s) of a queue that is made again during the apply touches only the queue of the plan",
    async (mode) => {
      const stage = new PlanStage({}, { path: "/v2" });
      stage.make(WEB, { concurrency: 2 });
      const saved = await stage.plan([stage.declare(WEB, { concurrency: 9 })], mode);
      let isDone = false;
      stage.fault(
        onOperation(["GET /merge-queues/{id}", "PATCH /merge-queues/{id}/config"], async (_request, next) => {
          if (!isDone) recreate(stage, WEB);
          isDone = true;
          return next();
        }),
      );
      const error = await catchRejection(applyPlan(saved, stage.options));
      expect(error).toMatchObject({ details: { failures: [{ code: "queue_replaced" }] } });
      expect(stage.find(WEB)).toMatchObject({ concurrency: 2 });
    },
  );

  test("that was saved without ids, or is applied with the first interface, is applied as before", async () => {
    const stage = new PlanStage({}, { path: "/v2" });
    stage.make(WEB, { concurrency: 2 });
    const saved = await stage.plan([stage.declare(WEB, { concurrency: 9 })]);
    const old = reopen(saved, ({ queues, ...rest }) => ({
      ...rest,
      queues: (queues as { seen: object }[]).map((queue) => ({
        ...queue,
        seen: { ...queue.seen, queueId: undefined },
      })),
    }));
    expect(old.plan.digest).toBe(saved.plan.digest);
    await applyPlan(old, stage.options);
    expect(stage.find(WEB)).toMatchObject({ concurrency: 9 });
  });
});
