import type { PlannedQueue } from "../../src/plan/plan";
import { requireSafe } from "../../src/plan/require-safe";
import { makePlan, makePlannedQueue } from "./support/make-plan";

function harm(name: string, kind: "loss" | "pause"): Partial<PlannedQueue> {
  return { action: "update", protection: [{ name, kind, message: "What happens." }] };
}

const LOSS = harm("requiredStatuses", "loss");
const UNTESTED = harm("directMergeMode", "loss");
const PAUSE = harm("state", "pause");

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

  test("F-50: counts queues that are deleted, replaced, lose required statuses, merge untested, or are stopped", () => {
    const special = [{ action: "delete" }, { action: "replace" }, LOSS, UNTESTED, PAUSE] as const;
    for (const each of special) {
      expect(check(10, times(4, each))).toMatchObject({ code: "plan_unsafe" });
      expect(check(10, times(3, each))).toBeUndefined();
    }
    expect(check(10, special.slice(1))).toMatchObject({ code: "plan_unsafe" });
    expect(check(10, special.slice(2))).toBeUndefined();
  });

  test("counts nothing else: forgotten queues, and a new queue without anything to lose", () => {
    const others = [LOSS, UNTESTED, PAUSE].map((queue) => ({ ...queue, action: "create" }) as const);
    expect(check(13, [...others, ...times(10, { action: "forget" })])).toBeUndefined();
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

  test("F-50: says how many of how many, which queues, why, and what to do", () => {
    const protection = [LOSS, UNTESTED, PAUSE].flatMap((queue) => queue.protection ?? []);
    const rest = [LOSS, UNTESTED, PAUSE, { ...LOSS, protection }, ...times(5, PAUSE)];
    const error = check(12, [...times(2, { action: "delete" }), ...rest]);
    expect(error).toMatchObject({
      code: "plan_unsafe",
      message:
        "This plan changes 11 of 12 existing queues destructively: it deletes 2, and 2 lose required statuses, and 2 merge " +
        "pull requests untested, and it pauses or drains 7. That is more than 30 %. Nothing was changed." +
        [
          "r0: is deleted",
          "r1: is deleted",
          "r2: loses required statuses",
          "r3: merges pull requests untested",
          "r4: is paused or drained",
          "r5: loses required statuses, merges pull requests untested, is paused or drained",
          ...["r6", "r7", "r8"].map((name) => `${name}: is paused or drained`),
        ]
          .map((line) => `\n- github.com/acme/web/${line}`)
          .join("") +
        "\n- and 2 more\nReview the plan. To apply it, run the same command again with --force.",
    });
  });

  test("counts only what there is", () => {
    const sum = (...special: readonly Partial<PlannedQueue>[]): string =>
      /destructively: (.*?)\. That/.exec(String(check(10, special)))?.[1] ?? "";
    const deleted = times(4, { action: "delete" });
    expect(sum(...deleted)).toBe("it deletes 4");
    expect(sum(...times(5, LOSS))).toBe("5 lose required statuses");
    expect(sum(...deleted, LOSS)).toBe("it deletes 4, and 1 loses required statuses");
    expect(sum(...deleted, UNTESTED)).toBe("it deletes 4, and 1 merges pull requests untested");
  });

  test("passes if forced", () => {
    expect(check(10, times(10, { action: "delete" }), true)).toBeUndefined();
  });
});
