import { HeldRequests } from "../support/e2e/held-requests";
import {
  attachStage,
  createStage,
  declareQueue,
  HEAD,
  listGuardingBlocks,
  onStages,
  QUEUE,
  QUEUE_ID,
  stage,
} from "../support/e2e/queue-stage";
import { isTerraformSince } from "../support/e2e/read-terraform-version";
import { flatten } from "../support/e2e/terraform-workspace";
import { waitFor } from "../support/wait-for";

onStages();

// Actions came with Terraform 1.14. OpenTofu has none.
const describeActions = isTerraformSince(14) ? describe : describe.skip;

function declareAction(type: string): string {
  return `
action "mergequeue_${type}" "web" {
  config {
    repo          = { host = "github.com", owner = "acme", name = "web" }
    target_branch = "main"
  }
}
`;
}

const TRIGGERS = `
  lifecycle {
    action_trigger {
      events  = [before_update]
      actions = [action.mergequeue_pause.web]
    }
    action_trigger {
      events  = [after_update]
      actions = [action.mergequeue_resume.web]
    }
  }`;

describeActions("actions, from Terraform 1.14 on", () => {
  /** Returns the changes that the provider makes meanwhile. */
  async function recordWrites(action: () => Promise<unknown>): Promise<unknown[]> {
    return (await stage.recordWrites(action)).map(({ operation, body }) => {
      const fields = Object.entries(body as object).filter(([name]) => !(name in QUEUE));
      return { operation, ...Object.fromEntries(fields) };
    });
  }

  test("a queue is paused before it changes, and resumed afterwards", async () => {
    const declare = (concurrency: number): string =>
      declareQueue(`  mode = "parallel"\n  concurrency = ${concurrency}${TRIGGERS}`) +
      declareAction("pause") +
      declareAction("resume");
    await attachStage(declare(2));
    await stage.workspace.apply();
    await stage.declare(declare(4));

    let output = "";
    const writes = await recordWrites(async () => {
      ({ output } = await stage.workspace.apply());
    });

    expect(writes).toEqual([
      { operation: "updateQueue", state: "paused" },
      { operation: "updateQueue", concurrency: 4 },
      { operation: "updateQueue", state: "running" },
    ]);
    expect(flatten(output)).toContain(`Queue ${QUEUE_ID} is paused now; it was running.`);
    expect(flatten(output)).toContain(`Queue ${QUEUE_ID} is running now; it was paused.`);
    await stage.workspace.expectEmptyPlan();
  });

  test("the actions in docs/guides/guarding-deployments.md run", async () => {
    const acting = listGuardingBlocks().filter((block) => block.includes("action_trigger"));
    expect(acting).toHaveLength(1);
    await attachStage(HEAD + acting.join("\n"));
    await stage.call("createQueue");

    const writes = await recordWrites(() => stage.workspace.apply());

    expect(writes).toEqual([
      { operation: "updateQueue", state: "paused" },
      { operation: "updateQueue", state: "running" },
    ]);
  });

  // Terraform 1.15 crashes if it gets progress after it has called StopProvider.
  describe("F-13c: an interrupt does not crash Terraform, and the queue is in the state that is shown", () => {
    test.each([
      ["pause", "its read is on its way", 1, "running", "Operation interrupted"],
      ["resume", "its write is on its way", 2, "running", "is running now; it was paused."],
      ["drain", "it reads again", 3, "running", "It was set back to running."],
    ] as const)("mergequeue_%s, while %s", async (type, _moment, time, state, message) => {
      await createStage(HEAD + declareAction(type));
      await stage.call("createQueue");
      await stage.call("submitPullRequest", { pr: { number: 41 } });
      if (type === "resume") await stage.call("updateQueue", { state: "paused" });
      const held = new HeldRequests([{ queue: "web", time, phase: "effect" }]);
      stage.emulator.setFaults(held.fault);

      const running = stage.workspace.start(
        ["apply", "-auto-approve", `-invoke=action.mergequeue_${type}.web`],
        { TF_LOG_PROVIDER: "trace" },
      );
      await waitFor(() => held.missing.length === 0, "the request");
      running.child.kill("SIGINT");
      await waitFor(() => running.output().includes("tf_rpc=StopProvider"), "the provider to be stopped");
      held.release();
      const { status, output } = await running.finished;

      expect(status).toBe(1);
      expect(output).not.toContain("panic:");
      expect(flatten(output)).toContain(message);
      expect(await stage.call("getQueue")).toMatchObject({ state });
    });
  });
});
