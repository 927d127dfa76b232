import { readWorkflow, WorkflowRun } from "../support/github-workflow";
import { host, onRecipeStage, runner } from "../support/recipe-stage";
import { ENVIRONMENT_SECRETS, FORESIGHT, PULL_REQUEST, SECRETS } from "../support/start-workflow";
import { readTenStatuses, weakenTenQueues } from "../support/ten-queues";

onRecipeStage();

describe("the workflow of GitHub Actions in queues.yml", () => {
  test("a plan that is stopped replaces the comment and fails; only a run by hand on main applies it", async () => {
    const { workflow } = await readWorkflow("queues.yml");
    const weaker = await weakenTenQueues();
    host.addComment("github-actions[bot]", "Harmless.\n\n<!-- mergequeue:Merge queues -->");
    const opened = new WorkflowRun(workflow, { ...PULL_REQUEST, ...SECRETS });
    expect(await opened.runJob("plan", weaker)).toMatchObject({ status: 1 });
    expect(await opened.runJob("comment")).toMatchObject({ status: 0 });
    expect(host.comments).toHaveLength(1);
    const [stopped = ""] = host.comments[0]?.body.split("\n") ?? [];
    expect(stopped).toMatch(/^\*\*⚠ Stopped: This plan changes 10 of 10 existing queues destructively: /);

    // The workflow of the forecasts does the same.
    runner.project = FORESIGHT;
    const forecast = new WorkflowRun((await readWorkflow("pull-request.yml", FORESIGHT)).workflow, {
      ...PULL_REQUEST,
      ...SECRETS,
    });
    expect(await forecast.runJob("plan", weaker)).toMatchObject({ status: 1 });
    expect(await forecast.runJob("comment")).toMatchObject({ status: 0 });
    expect(host.comments[1]?.body).toMatch(/^\*\*⚠ Stopped: [^]*Foresight -->$/);

    const merged = new WorkflowRun(workflow, { "github.event_name": "push", ...ENVIRONMENT_SECRETS });
    expect(await merged.runJob("apply", weaker)).toMatchObject({ status: 1 });
    const byHand = {
      "github.event_name": "workflow_dispatch",
      "inputs.force": "true",
      ...ENVIRONMENT_SECRETS,
    };
    expect(new WorkflowRun(workflow, { ...byHand, "github.ref": "refs/heads/mine" }).listJobs()).toEqual([]);
    expect(readTenStatuses()).toEqual(["ci/build", "ci/test"]);
    const reviewed = new WorkflowRun(workflow, byHand);
    expect(reviewed.listJobs()).toEqual(["apply"]);
    expect(await reviewed.runJob("apply", weaker)).toMatchObject({ status: 0 });
    expect(readTenStatuses()).toEqual(["ci/test"]);
  });
});
