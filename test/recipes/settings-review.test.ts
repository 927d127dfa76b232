import { join } from "node:path";
import { startEmulator } from "../../src/emulator/start-emulator";
import { startTwoTokens } from "../support/e2e/start-two-tokens";
import { type JobResult, readWorkflow, WorkflowRun } from "./support/github-workflow";
import { host, onRecipeStage, runner } from "./support/recipe-stage";
import { SECRETS } from "./support/start-workflow";

/** One short simulation, which ends in the same way as many long ones. */
const QUICK =
  "--keep mode --keep batch --keep canOptimisticallyMerge --keep concurrency --pull-requests 250 --replications 2 --workers 1";

onRecipeStage();

beforeEach(() => {
  runner.project = join(__dirname, "../../examples/foresight");
});

test("the monthly review opens one issue with the recommended settings, updates it, and opens none if nothing should change", async () => {
  const { workflow } = await readWorkflow("settings-review.yml");
  expect(Object.keys(workflow.on)).toEqual(["schedule", "workflow_dispatch"]);
  expect(workflow.permissions).toEqual({});
  expect(Object.values(workflow.jobs).map(({ permissions }) => permissions)).toEqual([
    { contents: "read" },
    { issues: "write" },
  ]);
  const { recommend: job = { steps: [] } } = workflow.jobs;
  // A queue with a history of 31 days.
  const emulator = await startEmulator({ token: "mqtest_recipes_0123456789", isDemo: true });
  const service = await startTwoTokens(emulator);
  const review = async (goal: string, skipped = ""): Promise<{ run: WorkflowRun; result: JobResult }> => {
    const recommend = { ...job, steps: job.steps.filter(({ name }) => name !== skipped) };
    const run = new WorkflowRun({ ...workflow, jobs: { ...workflow.jobs, recommend } }, SECRETS, {
      MERGEQUEUE_BASE_URL: service.url,
      MERGEQUEUE_ALLOWED_HOSTS: new URL(service.url).host,
      SEARCH: `${goal} ${QUICK}`,
    });
    const result = await run.runJob("recommend");
    expect(result).toMatchObject({ status: 0 });
    return { run, result };
  };
  try {
    const { run, result } = await review("--goal p90<1m");
    expect(result.summary).toMatch(/^None of 1 combination of settings meets `p90<1m`\./);
    expect(run.listJobs()).toEqual(["recommend", "issue"]);
    expect(await run.runJob("issue")).toMatchObject({ status: 0 });
    const title = "Review the settings of github.com/acme/web/main";
    const issue = { number: 1, title, author: "github-actions[bot]", body: result.summary.trimEnd() };
    expect(host.issues).toEqual([issue]);

    for (const open of host.issues) open.body = "Last month's.";
    expect(await run.runJob("issue")).toMatchObject({ status: 0 });
    expect(host.issues).toEqual([issue]);

    // With the workload of the project, because recording takes long.
    const kept = await review("--goal p90<9h", "Record");
    expect(kept.result.summary).toMatch(/^The current settings meet /);
    expect(kept.run.listJobs()).toEqual(["recommend"]);
    expect(service.refused).toEqual([]);
  } finally {
    await service.close();
    await emulator.close();
  }
});
