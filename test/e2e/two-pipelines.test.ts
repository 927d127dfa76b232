import { type Fault, fail, onOperation } from "../../src/emulator/faults";
import { declareQueue, QUEUE, QueueStage } from "../support/e2e/queue-stage";
import { type Run, readRun } from "../support/e2e/read-run";
import { TerraformWorkspace } from "../support/e2e/terraform-workspace";
import { waitFor } from "../support/wait-for";

const FIRST = declareQueue('  mode = "parallel"\n  concurrency = 6\n  required_statuses = ["ci/first"]');
const SECOND = declareQueue(
  '  mode = "single"\n  concurrency = 2\n  merge_method = "squash"\n  required_statuses = ["ci/second"]',
);
const ADOPTING = FIRST.replace("target_branch", 'on_existing = "adopt"\n  target_branch');

/** Fails the first request of an operation, without effect, once the test says so. */
class HeldFailure {
  readonly fault: Fault;
  isHeld = false;
  fail = (): void => undefined;

  constructor(operation: "createQueue" | "updateQueue", status: number) {
    const released = new Promise<void>((resolve) => {
      this.fail = resolve;
    });
    this.fault = onOperation(operation, async (request, next) => {
      if (this.isHeld) return next();
      this.isHeld = true;
      await released;
      return fail(status)(request, next);
    });
  }
}

async function apply(workspace: TerraformWorkspace): Promise<Run> {
  return readRun(await workspace.tryRun(["apply", "-auto-approve", "-json"]));
}

describe("a queue that another pipeline creates, or takes over, while this one is interrupted by faults", () => {
  let stage: QueueStage;
  let other: TerraformWorkspace;

  beforeEach(async () => {
    stage = await QueueStage.create(SECOND);
    other = await TerraformWorkspace.create({
      files: { "main.tf": FIRST },
      env: { MERGEQUEUE_BASE_URL: stage.emulator.url, MERGEQUEUE_TOKEN: stage.emulator.token },
    });
  });

  afterEach(async () => {
    await stage.close();
    await other.remove();
  });

  /** Lets this pipeline's request fail while the other one applies. */
  async function applyDuring(held: HeldFailure, meanwhile: () => Promise<unknown>): Promise<Run> {
    stage.emulator.setFaults(held.fault);
    const running = apply(stage.workspace);
    await waitFor(() => held.isHeld, "the request that fails");
    await meanwhile();
    held.fail();
    return running;
  }

  async function expectLeftAlone(run: Run, summary: string, reason: string): Promise<void> {
    const errors = run.diagnostics.filter(({ severity }) => severity === "error");
    expect(errors.map((error) => error.summary)).toEqual([summary]);
    for (const part of [reason, "terraform import", 'on_existing = "adopt"']) {
      expect(errors[0]?.detail).toContain(part);
    }
    expect(run.status).toBe(1);
    expect((await stage.workspace.readState()).size).toBe(0);
    expect(stage.emulator.findQueue(QUEUE)?.settings).toMatchObject({ mode: "parallel", concurrency: 6 });
    await other.expectEmptyPlan();
    // Nothing is in the state, so nothing is destroyed.
    await stage.workspace.run(["destroy", "-auto-approve"]);
    expect(stage.hasQueue()).toBe(true);
  }

  test("F-02b, I-3: a create whose response is lost does not take over the other pipeline's queue", async () => {
    const run = await applyDuring(new HeldFailure("createQueue", 503), async () => {
      await other.apply();
      await stage.call("submitPullRequest", { pr: { number: 7 } });
    });
    await expectLeftAlone(run, "Outcome of the request unknown", "it has pull requests in it");
  });

  test("F-08b, I-3: a create that fails does not delete the queue that the other pipeline has adopted", async () => {
    await other.write({ "main.tf": ADOPTING });
    const run = await applyDuring(new HeldFailure("updateQueue", 400), () => other.apply());
    await expectLeftAlone(run, "Queue created but not configured", 'its mode is "parallel" and not "single"');
  });
});
