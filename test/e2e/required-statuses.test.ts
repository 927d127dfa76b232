import { attachStage, declareQueue, onStages, QUEUE, QUEUE_ID, stage } from "../support/e2e/queue-stage";
import { flatten } from "../support/e2e/terraform-workspace";

onStages();

describe("required_statuses under the real Terraform", () => {
  test("once managed, leaving it out gives the statuses back, with a warning that names them", async () => {
    await attachStage(declareQueue('  required_statuses = ["ci/test", "ci/build"]'));
    const { workspace } = stage;
    await workspace.apply();
    await stage.declare(declareQueue('  required_statuses = ["ci/build", "ci/test", "ci/build"]'));
    await workspace.expectEmptyPlan();

    await stage.declare(declareQueue(""));
    const plan = await workspace.tryRun(["plan", "-detailed-exitcode"]);
    expect(plan.status).toBe(2);
    expect(flatten(plan.output)).toContain("Merge protection shrinks");
    expect(flatten(plan.output)).toContain('"ci/build", "ci/test"');
    expect(flatten(plan.output)).toContain("(known after apply)");
    const calls = await stage.recordWrites(() => workspace.apply());
    expect(calls).toEqual([{ operation: "updateQueue", body: { ...QUEUE, deleteRequiredStatuses: true } }]);
    await workspace.expectEmptyPlan();
  });

  test("after an import, leaving it out leaves the statuses alone", async () => {
    await attachStage(declareQueue("  concurrency = 3"));
    await stage.call("createQueue", { concurrency: 3 });
    await stage.call("updateQueue", { requiredStatuses: ["ci/test"] });
    await stage.workspace.run(["import", "mergequeue_queue.main", QUEUE_ID]);
    await stage.declare(declareQueue("  concurrency = 4"));
    await stage.workspace.apply();
    expect(await stage.call("getQueue")).toMatchObject({ requiredStatuses: ["ci/test"], concurrency: 4 });
  });
});
