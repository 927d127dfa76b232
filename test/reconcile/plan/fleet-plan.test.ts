import { changesQueue, hasChanges } from "../../../src/reconcile/plan/fleet-plan";
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
