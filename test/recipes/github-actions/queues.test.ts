import { callService } from "../../support/call-service";
import { type Job, readWorkflow, WorkflowRun } from "../support/github-workflow";
import { emulator, host, onRecipeStage, runner, service } from "../support/recipe-stage";
import { listRecipes, PROJECTS, STOLEN, skipOthers } from "../support/runner";
import {
  ENVIRONMENT_SECRETS,
  PULL_REQUEST,
  QUEUE,
  runAll,
  SECRETS,
  WORKFLOWS,
} from "../support/start-workflow";

onRecipeStage();

describe.each(listRecipes(WORKFLOWS))(
  "the workflow of GitHub Actions in %s, for a project with %s",
  (file, kind) => {
    beforeEach(() => {
      runner.project = PROJECTS[kind];
    });

    test("a pull request gets one comment, which later plans update, and its own mergequeue no token; the merge applies the plan; drift is reported", async () => {
      const { workflow } = await readWorkflow(file);
      for (let i = 0; i < 100; i += 1) host.addComment("reader", `Comment ${i}`);
      const theirs = host.addComment("mallory", "<!-- mergequeue:Merge queues -->");

      const opened = new WorkflowRun(workflow, { ...PULL_REQUEST, ...SECRETS });
      expect(opened.listJobs()).toEqual(["test", "plan"]);
      const planned = await opened.runJob("plan", undefined, STOLEN);
      expect(planned).toMatchObject({ status: 0 });
      expect(planned.output + planned.summary).not.toContain("stolen");
      expect(opened.listJobs()).toEqual(["test", "plan", "comment"]);
      expect(await opened.runJob("comment")).toMatchObject({ status: 0 });
      const [ours] = host.comments.slice(101);
      const report = ours?.body ?? "";
      expect(report).toMatch(/^\*\*Merge queues: 1 to create, /);
      expect(report).toContain("ci/test");

      if (ours !== undefined) ours.body = "Before.\n\n<!-- mergequeue:Merge queues -->";
      expect(await opened.runJob("comment")).toMatchObject({ status: 0 });
      expect(host.comments.slice(100).map(({ body }) => body)).toEqual([theirs.body, report]);
      expect(theirs.body).toBe("<!-- mergequeue:Merge queues -->");
      expect(host.writes).toEqual([
        "POST /repos/acme/queues/issues/7/comments",
        "PATCH /repos/acme/queues/issues/comments/1101",
      ]);
      expect(service.refused).toEqual([]);
      expect(host.state.changes).toEqual([]);

      // Where Terraform runs in a stack, the other jobs prepare it in the same way.
      if (file.includes("terraform") && kind === "cdktf") {
        const { plan, apply, drift } = workflow.jobs;
        for (const job of [apply, drift]) expect(listPreparation(job)).toEqual(listPreparation(plan));
        return;
      }

      const merged = new WorkflowRun(workflow, { "github.event_name": "push", ...ENVIRONMENT_SECRETS });
      expect(merged.listJobs()).toEqual(["apply"]);
      await runAll(merged);
      const locked = ["lock", "unlock", "lock", "write", "unlock"];
      expect(host.state.changes).toEqual("TF_HTTP_ADDRESS" in workflow.env ? locked : []);
      const requiredStatuses = ["ci/build", "ci/test"];
      expect(await callService(emulator, "getQueue", QUEUE)).toMatchObject({
        mode: "single",
        mergeMethod: "squash",
        requiredStatuses,
      });

      const night = new WorkflowRun(workflow, { "github.event_name": "schedule", ...SECRETS });
      expect(night.listJobs()).toEqual(["drift"]);
      await callService(emulator, "updateQueue", { ...QUEUE, mergeMethod: "rebase" });
      const drift = await night.runJob("drift");
      expect(drift).toMatchObject({ status: 2 });
      expect(drift.summary).toMatch(/^\*\*Merge queues: 0 to create, 1 to change, /);
    });
  },
);

skipOthers(WORKFLOWS);

function listPreparation(job: Job | undefined): (string | undefined)[] {
  const steps = job?.steps.filter(({ name }) => name === "Install" || name === "Synthesize") ?? [];
  expect(steps).toHaveLength(2);
  return steps.map(({ run }) => run);
}
