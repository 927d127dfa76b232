import { createPlanCounts, sortQueues } from "../../../src/reconcile/plan/create-plan";
import { findProtectionChanges } from "../../../src/reconcile/plan/find-protection-changes";
import { forEachLimited } from "../../../src/reconcile/plan/for-each-limited";
import { changesQueue, hasChanges } from "../../../src/reconcile/plan/plan";
import { makePlan, makePlannedQueue } from "./support/make-plan";
import { textWith } from "./support/text-with";

const STILL = makePlannedQueue("github.com/acme/web/main");

describe("hasChanges", () => {
  test("a plan does something if it does so with one of its queues", () => {
    const created = makePlannedQueue("github.com/acme/api/main", { action: "create" });
    expect(hasChanges(makePlan([]))).toBe(false);
    expect(hasChanges(makePlan([STILL]))).toBe(false);
    expect(hasChanges(makePlan([STILL, created]))).toBe(true);
  });

  test("a queue that is only taken into a state counts", () => {
    expect(changesQueue(STILL)).toBe(false);
    expect(changesQueue({ ...STILL, isImported: true })).toBe(true);
  });
});

const nextTurn = async (): Promise<void> => new Promise(setImmediate);

describe("forEachLimited", () => {
  test("runs all in their order, never more at once than allowed", async () => {
    const begun: number[] = [];
    let running = 0;
    let most = 0;
    await forEachLimited([1, 2, 3, 4, 5, 6, 7], 3, async (item) => {
      begun.push(item);
      running += 1;
      most = Math.max(most, running);
      await nextTurn();
      running -= 1;
    });
    expect(begun).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(most).toBe(3);
  });

  test("after an error, starts no further calls, waits for those in progress, and throws the first error", async () => {
    const ended: number[] = [];
    const running = forEachLimited([1, 2, 3, 4, 5], 2, async (item) => {
      await nextTurn();
      if (item === 1) throw new Error("first");
      await nextTurn();
      ended.push(item);
    });
    await expect(running).rejects.toThrow("first");
    expect(ended).toEqual([2]);
  });

  test("does nothing with nothing", async () => {
    const task = jest.fn<Promise<void>, [never]>();
    await forEachLimited([], 3, task);
    expect(task).not.toHaveBeenCalled();
  });
});

describe("sortQueues", () => {
  test("sorts by origin, id and address, by code units; unknown ones come first", () => {
    const make = (origin: string | undefined, id: string, address?: string) =>
      makePlannedQueue(id, { origin, address });
    const sorted = [
      make(undefined, "h/o/a/m"),
      make(undefined, "h/o/a/m", "a"),
      make("https://a", "h/o/B/m"),
      make("https://a", "h/o/a/m"),
      make("https://a", "h/o/ä/m", "a"),
      make("https://a", "h/o/ä/m", "b"),
      make("https://b", "h/o/a/m"),
    ];
    const given = [6, 3, 0, 5, 2, 4, 1].map((index) => sorted[index]).filter((queue) => queue !== undefined);
    expect(sortQueues(given)).toEqual(sorted);
    expect(given[0]).toBe(sorted[6]);
  });

  test("keeps equal ones in their order", () => {
    const [first, second] = [makePlannedQueue("h/o/a/m"), makePlannedQueue("h/o/a/m", { isImported: true })];
    expect(sortQueues([second, first])).toEqual([second, first]);
  });
});

describe("createPlanCounts", () => {
  test("counts the actions of a plan", () => {
    const actions = [
      "create",
      "update",
      "update",
      "replace",
      "delete",
      "delete",
      "delete",
      "forget",
      "none",
    ] as const;
    const queues = actions.map((action) => makePlannedQueue("h/o/a/m", { action }));
    expect(createPlanCounts(queues)).toEqual({
      create: 1,
      update: 2,
      replace: 1,
      delete: 3,
      forget: 1,
      none: 1,
    });
  });
});

describe("findProtectionChanges", () => {
  test("S-26: finds every loss of protection, with its message", () => {
    const before = { requiredStatuses: ["a", "b"], directMergeMode: "off" };
    const after = { requiredStatuses: ["b"], directMergeMode: "always" };
    expect(findProtectionChanges(before, after)).toEqual([
      { name: "requiredStatuses", kind: "loss", message: textWith('"a"') },
      { name: "directMergeMode", kind: "loss", message: textWith("without being tested") },
    ]);
  });

  test.each([
    ["running", "paused", true],
    ["running", "draining", true],
    ["draining", "paused", true],
    ["paused", "draining", false],
    ["paused", "paused", false],
    ["draining", "draining", false],
    ["paused", "running", false],
    ["running", undefined, false],
    [undefined, "paused", true],
    ["running", "unheard_of", false],
  ])("from %s to %s: a pause is %s", (before, after, isPause) => {
    const changes = findProtectionChanges(
      before === undefined ? {} : { state: before },
      after === undefined ? {} : { state: after },
    );
    expect(changes.map(({ name, kind }) => [name, kind])).toEqual(isPause ? [["state", "pause"]] : []);
  });

  test("says what a pause means, and what a drain does", () => {
    const [pause] = findProtectionChanges({ state: "running" }, { state: "paused" });
    const [drain] = findProtectionChanges({ state: "running" }, { state: "draining" });
    expect(pause?.message).toMatch(/^The queue will be paused: nothing in it merges/);
    expect(drain?.message).toMatch(/^The queue will drain: what is in it continues/);
  });

  test("more protection, or the same, is not a change of protection", () => {
    const before = { requiredStatuses: ["a"], directMergeMode: "always", state: "paused" };
    expect(
      findProtectionChanges(before, {
        requiredStatuses: ["a", "b"],
        directMergeMode: "off",
        state: "running",
      }),
    ).toEqual([]);
    expect(findProtectionChanges(before, {})).toEqual([]);
  });
});
