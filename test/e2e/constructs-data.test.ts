import { join } from "node:path";
import { App, Op, TerraformOutput, TerraformStack, Testing } from "cdktf";
import {
  DataMergeQueue,
  DataMergeQueueMetrics,
  DataMergeQueuePullRequest,
  DataMergeQueuePullRequests,
  DataMergeQueueTestRun,
  MergeQueueProvider,
} from "../../src/constructs";
import { attachStage, onStages, QUEUE, QUEUE_ID, stage } from "../support/e2e/queue-stage";

onStages();

const REPO = "github.com/acme/web";

describe("constructs of data sources with the real Terraform", () => {
  beforeEach(async () => {
    await attachStage("");
    await stage.call("createQueue", { mode: "parallel", concurrency: 2 });
    await stage.call("updateQueue", { requiredStatuses: ["ci/test"] });
    await stage.call("setImpactedTargets", { pr: { number: 7 }, impactedTargets: ["//web"] });
    await stage.call("submitPullRequest", { pr: { number: 7 } });
  });

  /** Synthesizes a stack for the workspace. */
  async function write(declare: (stack: TerraformStack) => void): Promise<void> {
    const stack = new TerraformStack(new App({ outdir: join(stage.workspace.directory, "out") }), "stack");
    new MergeQueueProvider(stack, "mergequeue", { plugin: false });
    declare(stack);
    await stage.workspace.write({ "cdk.tf.json": Testing.synth(stack, true) });
  }

  /** Applies a stack with one output for each value, and returns what the outputs show. */
  async function show(
    declare: (stack: TerraformStack) => Readonly<Record<string, unknown>>,
  ): Promise<Record<string, unknown>> {
    await write((stack) => {
      for (const [name, value] of Object.entries(declare(stack)))
        new TerraformOutput(stack, `shown_${name}`, { value }).overrideLogicalId(name);
    });
    await stage.workspace.apply();
    return stage.workspace.readOutputs();
  }

  /** Id of the test run that tests the pull request of this test. */
  function findTestRunId(): string {
    const queue = stage.emulator.engine.tryFindQueue(QUEUE);
    const testRunId = queue?.submissions.get(queue.latestByNumber.get(7) ?? 0)?.testRunId;
    if (testRunId === undefined) throw new Error("pull request 7 is not tested");
    return testRunId;
  }

  test("every construct reads, and its getters return what it read", async () => {
    const testRunId = findTestRunId();
    const shown = await show((stack) => {
      const queue = new DataMergeQueue(stack, "queue", { repo: REPO, targetBranch: "main" });
      const identity = { repo: queue.repo, targetBranch: queue.targetBranch };
      const byNumber = new DataMergeQueuePullRequest(stack, "one", { ...identity, number: 7 });
      const all = new DataMergeQueuePullRequests(stack, "all", { ...identity, state: "testing" });
      const run = new DataMergeQueueTestRun(stack, "run", { ...identity, testRunId });
      const metrics = new DataMergeQueueMetrics(stack, "metrics", { repo: REPO });
      return {
        id: queue.id,
        concurrency: queue.concurrency,
        statuses: queue.requiredStatuses,
        waiting: queue.enqueuedPullRequests.count,
        first: queue.enqueuedPullRequests.get(0).number,
        numbers: `\${[for it in ${queue.enqueuedPullRequests.fqn} : it.number]}`,
        additional: queue.additionalSettings,
        state: byNumber.state,
        is_in_queue: byNumber.isCurrentlySubmittedToQueue,
        mergeability: byNumber.readiness.hostMergeability,
        can_start: byNumber.canStartTesting,
        all: all.pullRequests.count,
        all_first: all.pullRequests.get(0).number,
        run_status: run.status,
        run_statuses: run.requiredStatuses,
        check: run.checkSuites.get(0).checkRuns.get(0).name,
        checks: run.checkSuites.get(0).checkRuns.count,
        details: run.additionalDetails,
        has_samples: Op.gte(metrics.samples.count, 1),
        sample: metrics.samples.get(0).valueText,
        // Labels are the service's choice: as a map of no matter what.
        labels: metrics.samples.get(0).labels,
      };
    });

    expect(shown).toMatchObject({
      id: QUEUE_ID,
      concurrency: 2,
      statuses: ["ci/test"],
      waiting: 1,
      first: 7,
      numbers: [7],
      state: "testing",
      is_in_queue: true,
      mergeability: "mergeable",
      can_start: true,
      all: 1,
      all_first: 7,
      run_status: "in_progress",
      run_statuses: ["ci/test"],
      check: "ci/test",
      checks: 1,
      details: { impactedTargets: ["//web"] },
      has_samples: true,
      sample: expect.stringMatching(/^-?\d/) as unknown,
      labels: expect.any(Object) as unknown,
    });
    expect(shown["additional"] ?? null).toBeNull();
    await stage.workspace.run(["plan"]);
  });
});
