import { compareQueues } from "../../src/plan/create-plan";
import { changesQueue, hasChanges } from "../../src/plan/plan";
import { makePlan, makePlannedQueue } from "./support/make-plan";

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

describe("compareQueues", () => {
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
    for (const queues of [given, sorted.toReversed(), [...sorted]])
      expect(queues.sort(compareQueues)).toEqual(sorted);
  });
});
