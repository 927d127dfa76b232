import { waitFor } from "../../../test/support/wait-for";
import type { ApplyStage } from "./apply-stage";
import { type ApplyStep, BRANCHES, declareConfiguration } from "./declare-step";

const PULL_REQUEST = 7;

/**
 * Applies a step with its disturbance, and compares the service with the configuration.
 * @param isReattached - whether to use the long-running provider
 * @throws Error about the first difference
 */
export async function runStep(stage: ApplyStage, step: ApplyStep, isReattached: boolean): Promise<void> {
  const { service } = stage;
  const { disturbance, fault } = step;
  const busy = disturbance === "busy" ? await enqueueSomewhere(stage) : undefined;
  const queues = step.queues.filter(({ branch }) => branch !== busy);
  if (disturbance === "drift") await driftAway(stage);
  if (disturbance === "fault") await service.setFaults(fault);
  await stage.workspace.write({ "main.tf": declareConfiguration(queues) });

  const apply = stage.start(["apply", "-auto-approve"], isReattached);
  if (disturbance === "interrupt") {
    let hasEnded = false;
    void apply.finished.finally(() => {
      hasEnded = true;
    });
    const hasBegun = (): boolean => /: (Creating|Modifying|Destroying)\.\.\./.test(apply.output());
    await waitFor(() => hasEnded || hasBegun(), "the apply to change something");
    apply.child.kill("SIGINT");
  }
  const { status, output } = await apply.finished;
  await service.setFaults();

  if (busy !== undefined) {
    if (status === 0 || !output.includes(`#${PULL_REQUEST}`)) {
      throw new Error(`Terraform did not refuse to delete a queue with a pull request:\n${output}`);
    }
    await service.call("cancelPullRequest", busy, { pr: { number: PULL_REQUEST } });
    return;
  }
  // The next apply completes an interrupted one.
  if (disturbance === "interrupt") return;
  if (status !== 0) throw new Error(`The apply ended with status ${status}:\n${output}`);
  for (const branch of BRANCHES) {
    const declared = queues.find((queue) => queue.branch === branch);
    const answer = await service.call("getQueue", branch);
    const found = answer.status === 200 ? (JSON.parse(answer.text) as { concurrency: number }) : undefined;
    if (found?.concurrency !== declared?.concurrency) {
      throw new Error(
        `The queue of ${branch} differs from its declaration: ${answer.status} ${answer.text}\n${output}`,
      );
    }
  }
}

/**
 * Kills Terraform while it plans. Its providers must notice and end.
 * @param isReading - whether to wait until a provider reads queues, or only until it starts
 */
export async function killPlan(stage: ApplyStage, isReading: boolean): Promise<void> {
  const plan = stage.start(["plan", "-lock=false"], false);
  await waitFor(
    () => (isReading ? plan.output().includes("Refreshing state...") : stage.listProcesses().length > 1),
    "Terraform to use a provider",
  );
  plan.child.kill("SIGKILL");
  await plan.finished;
  await waitFor(() => stage.listProcesses().length === 0, "the providers of a killed Terraform to end");
}

/** Submits a pull request to any queue except the first. @returns the queue's branch */
async function enqueueSomewhere({ service }: ApplyStage): Promise<string | undefined> {
  for (const branch of BRANCHES.slice(1)) {
    const { status } = await service.call("submitPullRequest", branch, { pr: { number: PULL_REQUEST } });
    if (status === 200) return branch;
  }
  return undefined;
}

/** Changes three queues and deletes one. */
async function driftAway({ service }: ApplyStage): Promise<void> {
  for (const branch of BRANCHES.slice(0, 3)) {
    await service.call("updateQueue", branch, { concurrency: 50, requiredStatuses: ["drift"] });
  }
  await service.call("deleteQueue", BRANCHES[3] ?? "");
}
