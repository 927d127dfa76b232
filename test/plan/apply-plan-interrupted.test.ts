import { dropAfterCommit, type Fault, fail, onOperation } from "../../src/emulator/faults";
import { applyPlan } from "../../src/plan/apply-plan";
import { isMergeQueueError } from "../../src/queue/merge-queue-error";
import { catchRejection } from "../api/support/catch-rejection";
import { createGate } from "../support/create-gate";
import { PlanStage } from "./support/plan-stage";
import { API, listIds, WEB } from "./support/queue-ids";

let stage: PlanStage;

beforeEach(() => {
  stage = new PlanStage();
});

function stopAtUpdate(): Fault {
  return onOperation("updateQueue", (_request, next) => {
    stage.stop.abort();
    return next();
  });
}

describe("applyPlan when it is interrupted", () => {
  test("K-7: before the check of the plan, nothing is changed", async () => {
    const prepared = await stage.plan([stage.declare(WEB), stage.declare(API)]);
    stage.stop.abort();
    const message = "Interrupted after reading 0 of 2 queues: nothing was changed.";
    await expect(applyPlan(prepared, stage.options)).rejects.toMatchObject({ code: "interrupted", message });
    expect(stage.writes()).toEqual([]);
  });

  test("K-7: at any moment the report is true: begun changes are finished or rolled back, the rest is not begun", async () => {
    const ids = listIds(20);
    // Half of them are created, which takes two writes, half are updated.
    const existing = ids.filter((_, index) => index % 2 === 0);
    const seen = new Set<string>();
    for (let moment = 1; moment <= 110; moment += 3) {
      stage = new PlanStage();
      for (const id of existing) stage.make(id, { mergeMethod: "rebase" });
      stage.fault((_request, next) => {
        if (stage.service.requests.length === moment) stage.stop.abort();
        return next();
      });
      const members = stage.declareMany(20, { mergeMethod: "merge_commit" });
      const result = await stage.apply(members).catch((error: unknown) => error);
      const done = ids.filter((id) => stage.find(id)?.mergeMethod === "merge_commit");
      if (!isMergeQueueError(result)) {
        expect(done).toEqual(ids);
        seen.add("done");
        continue;
      }
      const { code, details, message } = result;
      seen.add(message.startsWith("Interrupted after") ? message.replace(/^.*: /, "") : code);
      expect(code).toBe("interrupted");
      const failed = (details.failures ?? []).map(({ part }) => part);
      expect(message).not.toContain("Reading the queue");
      if (message.startsWith("Interrupted.\n")) {
        expect(failed.sort()).toEqual(ids.filter((id) => !done.includes(id)));
        expect(details.progress).toEqual({ done: done.length, total: 20 });
      } else {
        expect(stage.writes()).toEqual([]);
      }
      // There is no partial work.
      const created = ids.filter((id) => !existing.includes(id) && stage.find(id) !== undefined);
      expect(created.filter((id) => !done.includes(id))).toEqual([]);
    }
    const outcomes = ["done", "interrupted", "nothing was changed.", "there is no plan."];
    expect([...seen].sort()).toEqual(outcomes);
  });

  test("L-1: an interrupt after everything has begun and succeeded is reported with the counts", async () => {
    stage.make(WEB);
    stage.fault(stopAtUpdate());
    const error = await stage.failToApply([stage.declare(WEB, { concurrency: 2 })]);
    expect(error).toMatchObject({
      code: "interrupted",
      message: "Interrupted.\n1 of 1 queue done. Finished changes are kept.",
      details: { failures: [], progress: { done: 1, total: 1 } },
    });
    expect(stage.find(WEB)).toMatchObject({ concurrency: 2 });
  });

  test("L-1: an interrupt is reported in addition to another failure", async () => {
    stage.make(WEB);
    stage.fault(stopAtUpdate(), onOperation("updateQueue", fail(400)));
    const error = await stage.failToApply([stage.declare(WEB, { concurrency: 2 })]);
    expect(error).toMatchObject({ code: "interrupted", details: { failures: [{ code: "refused" }] } });
  });

  test("F-12: the second one ends immediately: changes in progress are unknown, the rest is not started, and nothing more is sent", async () => {
    const end = new AbortController();
    const gate = createGate();
    stage.fault(
      onOperation("createQueue", async (_request, next) => {
        stage.stop.abort();
        end.abort();
        await gate.opened;
        return next();
      }),
    );
    const members = stage.declareMany(30, { mergeMethod: "merge_commit" });
    const prepared = await stage.plan(members);
    const error = await catchRejection(applyPlan(prepared, { ...stage.options, endSignal: end.signal }));
    const { failures = [], progress } = error.details;
    const count = (code: string): number => failures.filter((failure) => failure.code === code).length;
    expect({ code: error.code, progress }).toEqual({ code: "interrupted", progress: { done: 0, total: 30 } });
    expect([count("outcome_unknown"), count("interrupted")]).toEqual([12, 18]);
    expect(error.message).toMatch(
      /^Interrupted\.\nUnknown: [^\n]*:(\n- github\S+){9}\n- and 3 more\nNot begun: [^\n]*:(\n- github\S+){9}\n- and 9 more\n0 of 30 queues done, 12 unknown, 18 not begun\./,
    );
    const eventCount = stage.progress.length;
    gate.open();
    for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate);
    expect(stage.operations()).not.toContain("updateQueue");
    expect(stage.progress).toHaveLength(eventCount);
  });

  test("K-7: an update with a lost response is never reported as not begun", async () => {
    stage.make(WEB);
    stage.fault(
      onOperation("updateQueue", async (request, next) => {
        const delivery = await dropAfterCommit(request, next);
        stage.stop.abort();
        return delivery;
      }),
    );
    const error = await stage.failToApply([stage.declare(WEB, { concurrency: 2 })]);
    expect(error.code).toBe("interrupted");
    expect(error.message).toMatch(/^Interrupted\.\nNot done:\n- /);
    expect(error.message).not.toContain("not begun");
  });

  test("K-3: a queue that was being drained says what its state is now", async () => {
    stage.make(WEB, { state: "paused" });
    stage.submit(WEB, 7);
    stage.fault(stopAtUpdate());
    const error = await stage.failToApply([stage.declare(WEB, {}, { deletionPolicy: "drain" })], "destroy");
    expect(error.code).toBe("interrupted");
    expect(error.message).toMatch(
      /^Interrupted\.\nNot done:\n- Interrupted while queue \S+ was draining; it was not deleted\. It was set back to paused\./,
    );
  });
});
