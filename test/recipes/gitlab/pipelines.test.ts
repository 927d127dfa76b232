import {
  MERGE_REQUEST,
  MERGED,
  PIPELINES,
  PipelineRun,
  readPipeline,
  runJobs,
} from "../support/gitlab-pipeline";
import { emulator, host, onRecipeStage, runner, service } from "../support/recipe-stage";
import { listRunnable, PROJECTS, skipOthers } from "../support/runner";
import { QUEUE } from "../support/start-workflow";
import { STATE_WRITER } from "../support/state-store";

/** A program that a merge request brings, and that would have the token. */
const STOLEN = '#!/bin/sh\necho "stolen: $MERGEQUEUE_TOKEN"\n';

onRecipeStage();

/** GitHub's recipes run Terraform for both kinds of projects; the commands are the same here. */
const RECIPE_KINDS = listRunnable(PIPELINES).map(
  (file) => [file, file.includes("terraform") ? "hcl" : "cdktf"] as const,
);

describe.each(RECIPE_KINDS)("the pipeline of GitLab CI in %s, for a project with %s", (file, kind) => {
  beforeEach(() => {
    runner.project = PROJECTS[kind];
  });

  test("a merge request gets a note, and its own mergequeue no token; after the merge, a manual job applies exactly the plan", async () => {
    const pipeline = await readPipeline(file);
    const opened = new PipelineRun(pipeline, MERGE_REQUEST);
    expect(opened).toMatchObject({ automatic: ["plan", "comment"], manual: [] });
    const planned = await opened.runJob("plan", STOLEN);
    expect(planned).toMatchObject({ status: 0 });
    expect(planned.output).not.toContain("stolen");
    await runJobs(opened, ["comment"]);
    expect(host.comments.map(({ body }) => body)).toEqual([
      expect.stringMatching(/^\*\*Merge queues: 1 to create, /),
    ]);
    expect(await opened.readArtifact("plan", "report.xml")).toContain("<testsuite");
    expect(service.refused).toEqual([]);
    // Whatever the merge request makes of the plan, only a report is posted.
    await opened.replaceArtifact("plan", "plan.json", "/merge\n\n<!-- mergequeue:Merge queues -->\n");
    expect(await opened.runJob("comment")).toMatchObject({ status: 1 });
    expect(host.comments).toHaveLength(1);

    const merged = new PipelineRun(pipeline, MERGED, STATE_WRITER);
    expect(merged).toMatchObject({ automatic: ["plan"], manual: ["apply"] });
    await runJobs(merged, ["plan", "apply"]);
    expect(emulator.findQueue(QUEUE)).toBeDefined();
    const isTerraform = "TF_HTTP_ADDRESS" in pipeline.variables;
    expect(host.state.changes).toEqual(isTerraform ? ["lock", "write", "unlock"] : []);

    const night = new PipelineRun(pipeline, { CI_PIPELINE_SOURCE: "schedule", CI_COMMIT_BRANCH: "main" });
    expect(night).toMatchObject({ automatic: ["drift"], manual: [] });
    await runJobs(night, ["drift"]);
  });
});

skipOthers(PIPELINES);
