import type { QueueIdentity } from "../../src/queue/queue-identity";
import {
  attachStage,
  declareQueue,
  declareResource,
  onStages,
  QUEUE,
  stage,
} from "../support/e2e/queue-stage";
import { flatten } from "../support/e2e/terraform-workspace";
import { isRead } from "../support/is-read";
import { waitFor } from "../support/wait-for";

onStages();

/** Three queues that are drained before they are deleted, by what becomes of that. */
const DRAINED = `${declareQueue('  deletion_policy = "drain"')}${declareResource("late", "late", '  deletion_policy = "drain"\n  timeouts = { delete = "5s" }')}
${declareResource("interrupted", "interrupted", '  state = "paused"\n  deletion_policy = "drain"')}`;

describe('deletion_policy = "drain" under the real Terraform', () => {
  function findState(targetBranch: string): string | undefined {
    return stage.emulator.findQueue(identify(targetBranch))?.settings.state;
  }

  test("F-22, F-11: waits until a queue is empty and deletes it; in time, or at an interrupt, the state before is set back", async () => {
    await attachStage(DRAINED, { options: { answers: "live", inheritedStatuses: ["ci/test"] } });
    const { workspace, emulator } = stage;
    await workspace.apply();
    for (const [targetBranch, number] of [
      ["main", 41],
      ["late", 42],
      ["interrupted", 43],
    ] as const) {
      await stage.call("submitPullRequest", { targetBranch, pr: { number } });
    }

    const before = emulator.requests.length;
    const destroy = workspace.start(["destroy", "-auto-approve"]);
    const isDraining = (branch: string) => findState(branch) === "draining";
    // On a slow machine the time of one may be over before the last of them begins.
    const wasSetToDrain = (branch: string) =>
      emulator.requests.slice(before).some(({ body, isCommitted }) => {
        const { targetBranch, state } = body as QueueIdentity & { readonly state?: string };
        return isCommitted && targetBranch === branch && state === "draining";
      });
    await waitFor(() => ["main", "late", "interrupted"].every(wasSetToDrain), "the queues to drain");
    expect(stage.hasQueue()).toBe(true);
    await stage.call("cancelPullRequest", { pr: { number: 41 } });
    await waitFor(() => !stage.hasQueue() && !isDraining("late"), "the first two to come to their end");
    expect(isDraining("interrupted")).toBe(true);
    destroy.child.kill("SIGINT");
    const { status, output } = await destroy.finished;

    expect(status).toBe(1);
    const text = flatten(output);
    expect(text).toContain("Queue to be deleted will be drained first");
    expect(text).toContain("waits at most 60m until");
    expect(text).toContain("waits at most 5s until");
    expect(text).toContain("It is paused now");
    expect(text).toMatch(/acme\/web\/late was not deleted: it was not empty after/);
    expect(text).toMatch(/It was set back to running\. 1 pull request is in it: #42/);
    expect(text).toContain("Interrupted while queue github.com/acme/web/interrupted was draining");
    expect(text).toContain("It was set back to paused");
    expect([findState("late"), findState("interrupted")]).toEqual(["running", "paused"]);
    const writes = emulator.requests
      .slice(before)
      .filter(({ headers, operation }) => headers["x-source"] === "terraform" && !isRead(operation))
      .map(({ operation, body }) => [(body as QueueIdentity).targetBranch, operation]);
    expect(writes.filter(([branch]) => branch === "main")).toEqual([
      ["main", "updateQueue"],
      ["main", "deleteQueue"],
    ]);
    expect(writes.filter(([branch]) => branch !== "main").map(([, operation]) => operation)).toEqual(
      Array.from({ length: 4 }, () => "updateQueue"),
    );

    const kept = ["-target=mergequeue_queue.late", "-target=mergequeue_queue.interrupted"];
    const plan = await workspace.tryRun(["plan", "-detailed-exitcode", ...kept]);
    expect(plan.status).toBe(0);
    expect((await workspace.readState()).size).toBe(2);
  });
});

function identify(targetBranch: string): QueueIdentity {
  return { ...QUEUE, targetBranch };
}
