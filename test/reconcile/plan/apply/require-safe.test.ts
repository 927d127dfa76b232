import { requireSafe } from "../../../../src/reconcile/plan/apply/require-safe";
import type { PlannedQueue } from "../../../../src/reconcile/plan/plan";
import { makePlan, makePlannedQueue } from "../support/make-plan";

const LOSS: Partial<PlannedQueue> = {
  action: "update",
  protection: [{ name: "requiredStatuses", kind: "loss", message: "Required statuses will be removed." }],
};

/** Checks a plan of so many queues, of which the first ones are as given. */
function check(total: number, special: readonly Partial<PlannedQueue>[], isForced = false): unknown {
  const queues = Array.from({ length: total }, (_, index) =>
    makePlannedQueue(`github.com/acme/web/r${index}`, { settings: { concurrency: 1 }, ...special[index] }),
  );
  try {
    requireSafe(makePlan(queues), { isForced });
    return undefined;
  } catch (error) {
    return error;
  }
}

function times(count: number, queue: Partial<PlannedQueue>): Partial<PlannedQueue>[] {
  return Array.from({ length: count }, () => queue);
}

describe("requireSafe", () => {
  test.each([
    [9, 9, "passes"],
    [10, 3, "passes"],
    [10, 4, "stops"],
    [11, 3, "passes"],
    [11, 4, "stops"],
    [20, 6, "passes"],
    [20, 7, "stops"],
    [1000, 300, "passes"],
    [1000, 301, "stops"],
    [10, 10, "stops"],
    [0, 0, "passes"],
  ])("of %i queues, %i that are deleted: %s", (total, deleted, outcome) => {
    const result = check(total, times(deleted, { action: "delete" }));
    expect(result === undefined ? "passes" : "stops").toBe(outcome);
  });

  test("counts queues that are deleted, replaced, or lose required statuses", () => {
    const special = [
      ...times(1, { action: "delete" }),
      ...times(1, { action: "replace" }),
      ...times(2, LOSS),
    ];
    expect(check(10, special)).toMatchObject({ code: "plan_unsafe" });
    expect(check(10, special.slice(1))).toBeUndefined();
  });

  test("counts nothing else: other protection, a pause, forgotten queues, and a new queue without anything to lose", () => {
    const others: Partial<PlannedQueue>[] = [
      { action: "update", protection: [{ name: "directMergeMode", kind: "loss", message: "Untested." }] },
      { action: "update", protection: [{ name: "state", kind: "pause", message: "Paused." }] },
      { ...LOSS, action: "create" },
      ...times(7, { action: "forget" }),
    ];
    expect(check(10, others)).toBeUndefined();
  });

  test("counts a fraction of the existing queues, without new ones and those already gone", () => {
    const others = [...times(24, { action: "create" }), ...times(5, { action: "none", settings: {} })];
    expect(check(39, [...times(4, LOSS), ...others])).toMatchObject({ code: "plan_unsafe" });
    expect(check(39, [...times(3, LOSS), ...others])).toBeUndefined();
    expect(check(38, [...times(9, LOSS), ...others])).toBeUndefined();
  });

  test("counts a queue that is both deleted and has lost protection once", () => {
    expect(check(10, times(3, { ...LOSS, action: "delete" }))).toBeUndefined();
  });

  test("says how many of how many, which, and what to do", () => {
    const error = check(12, [...times(4, { action: "delete" }), ...times(3, LOSS)]);
    expect(error).toMatchObject({
      code: "plan_unsafe",
      message:
        "This plan changes 7 of 12 existing queues destructively: it deletes 4, and 3 lose required statuses. That is more " +
        "than 30 %. Nothing was changed.\n  github.com/acme/web/r0\n  github.com/acme/web/r1\n" +
        "  github.com/acme/web/r2\n  github.com/acme/web/r3\n  github.com/acme/web/r4\n  and 2 more\n" +
        "Review the plan. To apply it, run the same command again with --force.",
    });
  });

  test("counts only what there is", () => {
    const deleted = check(10, times(5, { action: "delete" })) as Error;
    expect(deleted.message).toContain("destructively: it deletes 5. That is more");
    const open = check(10, times(5, LOSS)) as Error;
    expect(open.message).toContain("destructively: 5 lose required statuses. That is more");
    const both = check(10, [...times(4, { action: "delete" }), ...times(1, LOSS)]) as Error;
    expect(both.message).toContain(
      "destructively: it deletes 4, and 1 loses required statuses. That is more",
    );
  });

  test("passes if forced", () => {
    expect(check(10, times(10, { action: "delete" }), true)).toBeUndefined();
  });
});
