import { TfNumber } from "../../src/plugin/tf-number";
import { SeenQueues } from "../../src/provider/seen-queues";
import { QUEUE } from "../reconcile/support/steps";
import { additional, state } from "./support/queue-values";

describe("SeenQueues", () => {
  const kept = state({
    concurrency: TfNumber.of(9007199254740993n),
    required_statuses: ["ci/build", "ci/täst"],
    additional_settings: additional({ flakyRetries: 2, labels: ["a", "b"], note: null }),
    timeouts: { create: "5m", read: null, update: null, delete: "1h" },
  });

  test("C-35: a state is kept encoded, and found as it was, with every value", () => {
    const seen = new SeenQueues();
    seen.add(QUEUE, kept);
    expect(seen.tryFindState(QUEUE)).toEqual(kept);
    expect(seen.tryFindState(QUEUE)).not.toBe(kept);
    expect(seen.tryFindDeleted(QUEUE)).toBeUndefined();
    expect(seen.tryFindState({ ...QUEUE, targetBranch: "release" })).toBeUndefined();
  });

  test("C-35: the state of a deleted queue is found until the queue exists again", () => {
    const seen = new SeenQueues();
    seen.add(QUEUE, kept);
    seen.remove(QUEUE, kept);
    expect(seen.tryFindState(QUEUE)).toBeUndefined();
    expect(seen.tryFindDeleted(QUEUE)).toEqual(kept);
    seen.add(QUEUE, kept);
    expect(seen.tryFindDeleted(QUEUE)).toBeUndefined();
  });
});
