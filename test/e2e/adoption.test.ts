import { onOperation, rewriteRequest } from "../../src/emulator/faults";
import { declareQueue, QUEUE, QueueStage } from "../support/e2e/queue-stage";
import { flatten } from "../support/e2e/terraform-workspace";

/** Two queues that exist already. */
const ADOPTED = `${declareQueue(`  on_existing       = "adopt"
  deletion_policy   = "abandon"
  concurrency       = 4
  mode              = "parallel"
  required_statuses = ["ci/build"]`)}
resource "mergequeue_queue" "limited" {
  repo          = { host = "github.com", owner = "acme", name = "web" }
  target_branch = "limited"
  on_existing   = "adopt"
  concurrency   = 500
  lifecycle { create_before_destroy = true }
}
`;

/** As a service that limits concurrency. */
const LIMIT = onOperation(
  "updateQueue",
  rewriteRequest((body) => {
    const { concurrency = 0, ...rest } = body as { readonly concurrency?: number };
    return { ...rest, concurrency: Math.min(concurrency, 100) };
  }),
);

describe('on_existing = "adopt" under the real Terraform', () => {
  let stage: QueueStage;

  afterEach(async () => {
    await stage.close();
  });

  test("K-1 (2), I-3: changes only declared settings, as its plan says; a queue that cannot be adopted is not changed and is adopted later", async () => {
    stage = await QueueStage.attach(ADOPTED);
    const { workspace, emulator } = stage;
    for (const targetBranch of ["main", "limited"]) {
      await stage.call("createQueue", { targetBranch, mode: "parallel", concurrency: 9 });
    }
    await stage.call("updateQueue", {
      state: "paused",
      mergeMethod: "squash",
      requiredStatuses: ["ci/test", "ci/build"],
    });
    const before = await stage.call("getQueue");

    emulator.setFaults(LIMIT);
    const calls = await stage.record(async () => {
      const { status, output } = await workspace.tryRun(["apply", "-auto-approve"]);
      expect(status).toBe(1);
      const text = flatten(output.replaceAll("│", ""));
      expect(text).toContain("Queue exists and will be adopted");
      expect(text).toContain(
        'and nothing else: concurrency: 9 -> 4 required_statuses: ["ci/test","ci/build"] -> 1 declared (0 to add, 1 to remove) ',
      );
      expect(text).toContain("and nothing else: concurrency: 9 -> 500 ");
      expect(text).toContain("Merge protection shrinks");
      expect(text).toContain("Queue not adopted");
      expect(text).toContain('terraform import ADDRESS "github.com/acme/web/limited"');
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
      merge_method: "squash",
      concurrency: 4,
    });

    emulator.setFaults();
    await workspace.apply();
    await workspace.expectEmptyPlan();

    await stage.call("updateQueue", { concurrency: 5 });
    await workspace.run(["taint", "mergequeue_queue.main"]);
    const replaced = await workspace.run(["plan"]);
    const text = flatten(replaced.output.replaceAll("│", ""));
    expect(text).toContain("destroying it there only forgets it");
    expect(text).toContain("and nothing else: concurrency: 5 -> 4 ");

    // Adopted by the new object, and only then destroyed by the old one.
    const { output } = await workspace.apply("-replace=mergequeue_queue.limited");
    expect(flatten(output.replaceAll("│", ""))).toContain("Queue was kept: github.com/acme/web/limited");
    expect(emulator.findQueue({ ...QUEUE, targetBranch: "limited" })).toBeDefined();
    expect((await workspace.readState()).size).toBe(2);
  });
});
