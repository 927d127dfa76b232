import { attachStage, declareQueue, onStages, stage } from "../support/e2e/queue-stage";
import { flatten } from "../support/e2e/terraform-workspace";

onStages();

describe("destroying a queue under the real Terraform", () => {
  test.each([
    ["F-22: a queue with pull requests in it", "interface", "single"],
    // Without impacted targets they are not ready.
    [
      "F-47: a queue with pull requests that are not ready, and that the service does not show with it,",
      "live",
      "parallel",
    ],
  ] as const)("%s is kept, they are listed, and nothing is called", async (_, answers, mode) => {
    await attachStage(declareQueue(`  mode = "${mode}"`), { options: { answers } });
    const { workspace } = stage;
    await workspace.apply();
    await stage.call("submitPullRequest", { pr: { number: 42 } });

    const plan = await workspace.tryRun(["plan", "-destroy"]);
    expect(plan.status).toBe(0);
    expect(flatten(plan.output)).toContain("Queue to be deleted has pull requests in it");
    expect(flatten(plan.output)).toContain("#42");

    const calls = await stage.record(async () => {
      await workspace.refuse(
        ["destroy", "-auto-approve"],
        "Queue has pull requests in it",
        "#42",
        "draining",
      );
    });
    expect(calls.map(({ operation }) => operation)).not.toContain("deleteQueue");
    expect(await workspace.showState()).toHaveLength(1);

    await stage.call("cancelPullRequest", { pr: { number: 42 } });
    await workspace.run(["destroy", "-auto-approve"]);
    expect(stage.hasQueue()).toBe(false);
  });

  test('deletion_policy = "abandon" forgets the queue and does not change it', async () => {
    await attachStage(declareQueue('  deletion_policy = "abandon"'));
    await stage.workspace.apply();
    await stage.call("submitPullRequest", { pr: { number: 7 } });
    const calls = await stage.record(() => stage.workspace.run(["destroy", "-auto-approve"]));
    expect(calls.map(({ operation }) => operation)).toEqual(["getQueue"]);
    expect(stage.hasQueue()).toBe(true);
    expect(await stage.workspace.showState()).toEqual([]);
  });
});
