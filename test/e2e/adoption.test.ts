import { clampNumbers } from "../../src/emulator/faults";
import {
  attachStage,
  declareQueue,
  declareResource,
  onStages,
  QUEUE,
  stage,
} from "../support/e2e/queue-stage";
import { flatten } from "../support/e2e/terraform-workspace";

onStages();

/** Two queues that exist already. */
const ADOPTED = `${declareQueue(`  on_existing       = "adopt"
  deletion_policy   = "abandon"
  concurrency       = 4
  mode              = "parallel"
  required_statuses = ["ci/build"]`)}${declareResource(
  "limited",
  "limited",
  '  on_existing = "adopt"\n  concurrency = 500\n  lifecycle { create_before_destroy = true }',
)}`;

describe('on_existing = "adopt" under the real Terraform', () => {
  test("K-1 (2), I-3: changes only declared settings, as its plan says; a queue that cannot be adopted is not changed and is adopted later", async () => {
    await attachStage(ADOPTED);
    const { workspace, emulator } = stage;
    for (const targetBranch of ["main", "limited"]) {
      await stage.call("createQueue", { targetBranch, mode: "parallel", concurrency: 9 });
    }
    await stage.call("updateQueue", {
      state: "paused",
      mergeMethod: "merge_commit",
      requiredStatuses: ["ci/test", "ci/build"],
    });
    const before = await stage.call("getQueue");

    emulator.setFaults(clampNumbers({ concurrency: 100 }));
    const calls = await stage.record(async () => {
      await workspace.refuse(
        ["apply", "-auto-approve"],
        "Queue exists and will be adopted",
        'Only these declared settings change: concurrency: 9 -> 4 required_statuses: ["ci/test","ci/build"] -> 1 declared (0 to add, 1 to remove) ',
        "Only these declared settings change: concurrency: 9 -> 500 ",
        "Merge protection shrinks",
        "Queue not adopted",
        'terraform import ADDRESS "github.com/acme/web/limited"',
      );
    });
    const writes = calls.filter(({ operation }) => operation !== "getQueue");
    expect(writes).toHaveLength(2);
    expect(writes).toEqual(
      expect.arrayContaining([
        { operation: "updateQueue", body: { ...QUEUE, concurrency: 4, requiredStatuses: ["ci/build"] } },
        { operation: "updateQueue", body: { ...QUEUE, targetBranch: "limited", concurrency: 500 } },
      ]),
    );
    expect(await stage.call("getQueue")).toEqual({
      ...before,
      concurrency: 4,
      requiredStatuses: ["ci/build"],
    });
    expect(emulator.findQueue({ ...QUEUE, targetBranch: "limited" })).toBeDefined();
    const stored = await workspace.readState();
    expect([...stored.keys()]).toEqual(["mergequeue_queue.main"]);
    expect(stored.get("mergequeue_queue.main")?.attributes).toMatchObject({
      state: "paused",
      merge_method: "merge_commit",
      concurrency: 4,
    });

    emulator.setFaults();
    await workspace.converge();

    await stage.call("updateQueue", { concurrency: 5 });
    await workspace.run(["taint", "mergequeue_queue.main"]);
    const replaced = await workspace.run(["plan"]);
    const text = flatten(replaced.output);
    expect(text).toContain("the destroy only forgets it");
    expect(text).toContain("Only these declared settings change: concurrency: 5 -> 4 ");

    // Adopted by the new object, and only then destroyed by the old one.
    const { output } = await workspace.apply("-replace=mergequeue_queue.limited");
    expect(flatten(output)).toContain("Queue was kept: github.com/acme/web/limited");
    expect(emulator.findQueue({ ...QUEUE, targetBranch: "limited" })).toBeDefined();
    expect((await workspace.readState()).size).toBe(2);
  });
});
