import { type Fault, fail } from "../../../src/emulator/faults";
import { requireCurrent } from "../../../src/plan/apply/require-current";
import { applyPlan } from "../../../src/plan/apply-plan";
import type { Plan, QueueAtService } from "../../../src/plan/plan";
import type { JsonValue } from "../../../src/queue/additional-settings";
import { isMergeQueueError, type MergeQueueError } from "../../../src/queue/merge-queue-error";
import { formatQueueId } from "../../../src/queue/queue-identity";
import type { QueueSettings } from "../../../src/queue/settings";
import { PlanStage } from "../support/plan-stage";
import { API, DOCS, WEB } from "../support/queue-ids";
import { textWith } from "../support/text-with";

let stage: PlanStage;

beforeEach(() => {
  stage = new PlanStage();
});

/** Plans, lets something happen, and applies. @returns the error, if any */
async function applyAfter(
  members: readonly QueueAtService[],
  meanwhile: () => void,
  mode: Plan["mode"] = "apply",
): Promise<MergeQueueError | undefined> {
  const prepared = await stage.plan(members, mode);
  meanwhile();
  try {
    await applyPlan(prepared, stage.options);
    return undefined;
  } catch (error) {
    if (isMergeQueueError(error)) return error;
    throw error;
  }
}

/** Leaves fields out of every response. */
function hideFields(...names: readonly string[]): Fault {
  return async (_request, next) => {
    const delivery = await next();
    if (delivery.kind === "dropped") return delivery;
    const body = JSON.parse(delivery.answer.body) as Record<string, unknown>;
    for (const name of names) Reflect.deleteProperty(body, name);
    return { ...delivery, answer: { ...delivery.answer, body: JSON.stringify(body) } };
  };
}

describe("a plan that is applied later", () => {
  test("names every queue that moved, each setting, the value it was planned from and the present one; nothing is sent", async () => {
    stage = new PlanStage({ additionalSettings: { mergeTrain: "slow", webhookSecret: "s3cr3t-old" } });
    for (const id of [WEB, API, DOCS]) stage.make(id, { concurrency: 2, requiredStatuses: ["a"] });
    const values = { mergeTrain: "fast", webhookSecret: "s3cr3t-new" };
    const more = { additionalSettings: new Map(Object.entries(values)), sensitive: ["webhookSecret"] };
    const members = [
      stage.declare(WEB, { concurrency: 9, requiredStatuses: ["b"], mergeMethod: "squash" }, more),
      stage.declare(API, { concurrency: 2 }),
      stage.declare(DOCS, { concurrency: 4 }),
    ];
    const others = new Map(Object.entries({ mergeTrain: "stopped", webhookSecret: "s3cr3t-other" }));
    const error = await applyAfter(members, () => {
      stage.change(
        WEB,
        { concurrency: 3, requiredStatuses: ["a", "c"], mergeMethod: "merge_commit" },
        others,
      );
      stage.change(API, { concurrency: 5 });
    });
    const failures = [API, WEB].map((part) => ({ part, code: "plan_outdated" }));
    expect(error).toMatchObject({ code: "plan_outdated", details: { failures } });
    expect(error?.message).toBe(
      "2 queues of 3 changed after the plan was made:\n" +
        `- ${API}: concurrency was 2 and is 5 now\n` +
        `- ${WEB}: concurrency was 2 and is 3 now; required_statuses was ["a"] and is ["a","c"] now; ` +
        'merge_method was "squash" and is "merge_commit" now; mergeTrain was "slow" and is "stopped" now; ' +
        "webhookSecret has another value, which is not shown\n" +
        "Nothing was changed. Make a new plan and review it.",
    );
    expect(stage.writes()).toEqual([]);
  });

  test("settings that are not managed may move, and so may pull requests", async () => {
    stage.make(WEB, { concurrency: 2 });
    const error = await applyAfter([stage.declare(WEB, { concurrency: 3 })], () => {
      stage.change(WEB, { mergeMethod: "merge_commit", state: "paused" });
      stage.submit(WEB, 7);
    });
    expect(error).toBeUndefined();
    expect(stage.find(WEB)).toMatchObject({ concurrency: 3, mergeMethod: "merge_commit", state: "paused" });
  });

  test("F-25: switching_modes is not a move, before or after; another state is", async () => {
    const wanted = { state: "running", concurrency: 3 } as const;
    stage = new PlanStage({ switchingModes: { reads: 1, refusesWrites: false } });
    stage.make(WEB);
    stage.change(WEB, { mode: "parallel" });
    expect(await applyAfter([stage.declare(WEB, wanted)], () => undefined)).toBeUndefined();

    stage = new PlanStage({ switchingModes: { reads: 3, refusesWrites: false } });
    stage.make(WEB, { state: "paused" });
    const error = await applyAfter([stage.declare(WEB, wanted)], () => {
      stage.change(WEB, { mode: "parallel" });
    });
    expect(error).toBeUndefined();
    expect(stage.find(WEB)).toMatchObject(wanted);

    stage = new PlanStage({ switchingModes: { reads: 1, refusesWrites: false } });
    stage.make(WEB);
    stage.change(WEB, { mode: "parallel" });
    const refusal = await applyAfter([stage.declare(WEB, wanted)], () => {
      stage.change(WEB, { state: "draining" });
    });
    expect(refusal?.message).toContain('state was "running" and is "draining" now');
  });

  test("returns the current state of each queue, or its last non-transient one", async () => {
    stage = new PlanStage({ switchingModes: { reads: 2, refusesWrites: false } });
    for (const id of [WEB, API]) stage.make(id);
    const prepared = await stage.plan([stage.declare(WEB), stage.declare(API)]);
    stage.change(WEB, { state: "paused" });
    stage.change(API, { mode: "parallel" });
    const states = await requireCurrent(prepared, stage.options);
    const found = [...states].map(([task, state]) => [formatQueueId(task.queue.identity), state]);
    expect(Object.fromEntries(found)).toEqual({ [WEB]: "paused", [API]: "running" });
  });

  test("a setting that was not shown and is now, or the other way round, has moved", async () => {
    stage = new PlanStage({ additionalSettings: { mergeTrain: "slow" } });
    stage.make(WEB);
    const more = { additionalSettings: new Map([["mergeTrain", "fast"]]) };
    const member = stage.declare(WEB, { batch: true }, more);
    const hide = (): void => {
      stage.fault(hideFields("mergeTrain", "batch"));
    };
    const hidden = await applyAfter([member], hide);
    expect(hidden?.message).toContain(
      'batch was false and is not shown now; mergeTrain was "slow" and is not shown now',
    );
    const back = await applyAfter([member], () => {
      stage.fault();
    });
    expect(back?.message).toContain(
      'batch was not shown and is false now; mergeTrain was not shown and is "slow" now',
    );
  });

  test("F-23: a queue that is gone, and one that was created meanwhile", async () => {
    stage.make(WEB);
    const members = [stage.declare(WEB, { concurrency: 3 }), stage.declare(API)];
    const error = await applyAfter(members, () => {
      stage.remove(WEB);
      stage.make(API);
    });
    expect(error?.message).toContain(
      `- ${API}: it did not exist and exists now\n- ${WEB}: it existed and is gone\nNothing was changed.`,
    );
    expect(stage.writes()).toEqual([]);
  });

  test("F-23: a queue to be deleted may already be gone, but must not have been created again", async () => {
    stage.make(WEB);
    stage.make(DOCS);
    const members = [
      stage.declare(WEB, { concurrency: 3 }),
      stage.declare(DOCS, {}, { deletionPolicy: "abandon" }),
      stage.declare(API),
    ];
    const remove = (): void => {
      for (const id of [WEB, DOCS]) stage.remove(id);
    };
    expect(await applyAfter(members, remove, "destroy")).toBeUndefined();
    expect(stage.writes()).toEqual([]);
    const make = (): void => {
      stage.make(API);
    };
    const there = await applyAfter(members, make, "destroy");
    expect(there?.message).toContain(`- ${API}: it did not exist and exists now`);
  });

  test("F-15: if it cannot be checked, nothing is changed", async () => {
    stage.make(WEB);
    const error = await applyAfter([stage.declare(WEB, { concurrency: 3 })], () => {
      stage.fault(fail(401));
    });
    const message = textWith(/^1 of 1 queue could not be read, so nothing was changed:\n- /);
    expect(error).toMatchObject({ code: "unauthorized", message });
    expect(stage.writes()).toEqual([]);
  });

  test.each([
    ["I-6: a queue that appears", 3, undefined, { concurrency: 5 }, "queue_exists"],
    ["F-23: a queue that vanishes", 2, {}, undefined, "queue_gone"],
  ])("%s after the check is a failure, and not written", async (_, checkedAt, before, after, code) => {
    if (before) stage.make(WEB, before);
    const prepared = await stage.plan([stage.declare(WEB, { concurrency: 3 })]);
    stage.fault(async (_request, next) => {
      const delivery = await next();
      if (stage.service.requests.length !== checkedAt) return delivery;
      if (after) stage.make(WEB, after);
      else stage.remove(WEB);
      return delivery;
    });
    const details = { failures: [{ part: WEB, code }] };
    const applying = applyPlan(prepared, stage.options);
    await expect(applying).rejects.toMatchObject({ code: "apply_incomplete", details });
    expect(stage.find(WEB)?.concurrency).toBe(after?.concurrency);
  });

  describe("F-44: a queue to be deleted", () => {
    const secret = { additionalSettings: new Map([["mergeTrain", "any"]]), sensitive: ["mergeTrain"] };

    test.each<[string, QueueSettings, Record<string, JsonValue>, string | undefined]>([
      ["has another value", { concurrency: 5 }, {}, "concurrency was 2 and is 5 now"],
      ["has other statuses", { requiredStatuses: ["a"] }, {}, 'required_statuses was [] and is ["a"] now'],
      ["has another secret", {}, { mergeTrain: "fast" }, "mergeTrain has another value, which is not shown"],
      ["has another undeclared field", {}, { windows: 7 }, undefined],
      ["is paused", { state: "paused" }, {}, undefined],
    ])("%s: it is refused, or the difference does not count", async (_what, settings, more, reason) => {
      stage = new PlanStage({ additionalSettings: { mergeTrain: "slow", windows: 1 } });
      stage.make(WEB, { concurrency: 2 });
      const member = stage.declare(WEB, { concurrency: 9 }, secret);
      const meanwhile = (): void => {
        stage.change(WEB, settings, new Map(Object.entries(more)));
      };
      const error = await applyAfter([member], meanwhile, "destroy");
      expect(error?.message.split("\n")[1]).toBe(reason && `- ${WEB}: ${reason}`);
      expect(stage.find(WEB) === undefined).toBe(reason === undefined);
    });

    test.each<[string, Fault[], Fault[]]>([
      ["is not shown any more", [], [hideFields("batch")]],
      ["is shown now", [hideFields("batch")], []],
    ])("a setting that %s proves nothing", async (_what, before, after) => {
      stage.make(WEB);
      stage.fault(...before);
      const swap = (): void => {
        stage.fault(...after);
      };
      expect(await applyAfter([stage.declare(WEB)], swap, "destroy")).toBeUndefined();
      expect(stage.find(WEB)).toBeUndefined();
    });

    test("that changes after the check is kept, too; one that is only forgotten may change", async () => {
      for (const id of [WEB, API]) stage.make(id, { concurrency: 2 });
      const members = [stage.declare(WEB), stage.declare(API, {}, { deletionPolicy: "abandon" })];
      const meanwhile = (): void => {
        stage.change(API, { concurrency: 5 });
        const seen = stage.service.requests.length;
        stage.fault(async (_request, next) => {
          const delivery = await next();
          if (stage.service.requests.length === seen + 2) stage.change(WEB, { concurrency: 5 });
          return delivery;
        });
      };
      const error = await applyAfter(members, meanwhile, "destroy");
      expect(error?.details.failures).toMatchObject([{ part: WEB, code: "plan_outdated" }]);
      expect(error?.message).toContain("its concurrency is 5 and was 2");
      expect(stage.find(WEB)).toBeDefined();
    });
  });
});
