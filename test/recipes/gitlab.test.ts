import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { READING_TOKEN, WRITING_TOKEN } from "../support/e2e/start-two-tokens";
import { type Pipeline, PipelineRun, readPipeline } from "./support/gitlab-pipeline";
import { emulator, host, onRecipeStage, runner, service } from "./support/recipe-stage";
import { listRunnable, PROJECTS, RECIPES } from "./support/runner";
import { STATE_READER, STATE_WRITER } from "./support/state-store";
import { readTenStatuses, weakenTenQueues } from "./support/ten-queues";

const FILES = ["queues.gitlab-ci.yml", "queues-terraform.gitlab-ci.yml"] as const;
const QUEUE = { repo: { host: "github.com", owner: "acme", name: "web" }, targetBranch: "main" };

/** Variables of the project, by the environment that they belong to. */
const SECRETS = {
  "queues-plan": { MERGEQUEUE_TOKEN: READING_TOKEN },
  "queues-comment": { GITLAB_TOKEN: "token-of-the-project" },
  queues: { MERGEQUEUE_TOKEN: WRITING_TOKEN },
};
/** A program that a merge request brings, and that would have the token. */
const STOLEN = '#!/bin/sh\necho "stolen: $MERGEQUEUE_TOKEN"\n';
/** Where images have the command. */
const IMAGE_DIRECTORY = "/opt/mergequeue";
const MERGE_REQUEST = { CI_PIPELINE_SOURCE: "merge_request_event", CI_MERGE_REQUEST_IID: "7" };
const MERGED = { CI_PIPELINE_SOURCE: "push", CI_COMMIT_BRANCH: "main" };

onRecipeStage();

/** Starts a pipeline for an event. @param credentials - for the state, as `user:password`, in place of the job token */
function start(
  pipeline: Pipeline,
  event: Readonly<Record<string, string>>,
  credentials = STATE_READER,
): PipelineRun {
  const [user = "", password = ""] = credentials.split(":");
  return new PipelineRun(
    pipeline,
    runner,
    {
      CI_API_V4_URL: `${host.url}/api/v4`,
      CI_DEFAULT_BRANCH: "main",
      CI_JOB_TOKEN: password,
      CI_PIPELINE_URL: "https://gitlab.example.com/acme/queues/-/pipelines/1",
      CI_PROJECT_ID: "7",
      ...event,
    },
    SECRETS,
    {
      MERGEQUEUE_BASE_URL: service.url,
      MERGEQUEUE_ALLOWED_HOSTS: new URL(service.url).host,
      // What the person chose who started the pipeline.
      ...(event["FORCE"] === undefined ? {} : { FORCE: event["FORCE"] }),
      // The fake state store knows users; GitLab uses the role of the user who started the pipeline.
      ...("TF_HTTP_USERNAME" in pipeline.variables ? { TF_HTTP_USERNAME: user } : {}),
    },
  );
}

const BY_HAND = { ...MERGED, CI_PIPELINE_SOURCE: "web" };

/** Runs jobs that must pass. */
async function runJobs(run: PipelineRun, jobs: readonly string[]): Promise<void> {
  for (const job of jobs) expect(await run.runJob(job)).toMatchObject({ status: 0 });
}

/** GitHub's recipes run Terraform for both kinds of projects; the commands are the same here. */
const RECIPE_KINDS = listRunnable(FILES).map(
  (file) => [file, file.includes("terraform") ? "hcl" : "cdktf"] as const,
);

describe.each(RECIPE_KINDS)("the pipeline of GitLab CI in %s, for a project with %s", (file, kind) => {
  beforeEach(() => {
    runner.project = PROJECTS[kind].directory;
  });

  test("a merge request gets a note, and its own mergequeue no token; after the merge, a manual job applies exactly the plan", async () => {
    const pipeline = await readPipeline(file);
    const opened = start(pipeline, MERGE_REQUEST);
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
    await opened.replaceArtifact("plan", "plan.json", () => "/merge\n\n<!-- mergequeue:Merge queues -->\n");
    expect(await opened.runJob("comment")).toMatchObject({ status: 1 });
    expect(host.comments).toHaveLength(1);

    const merged = start(pipeline, MERGED, STATE_WRITER);
    expect(merged).toMatchObject({ automatic: ["plan"], manual: ["apply"] });
    await runJobs(merged, ["plan", "apply"]);
    expect(emulator.findQueue(QUEUE)).toBeDefined();
    const isTerraform = "TF_HTTP_ADDRESS" in pipeline.variables;
    expect(host.state.changes).toEqual(isTerraform ? ["lock", "write", "unlock"] : []);

    const night = start(pipeline, { CI_PIPELINE_SOURCE: "schedule", CI_COMMIT_BRANCH: "main" });
    expect(night).toMatchObject({ automatic: ["drift"], manual: [] });
    await runJobs(night, ["drift"]);
  });
});

test("a plan that is stopped is posted and fails; after the merge, only a pipeline that is started by hand with FORCE applies it", async () => {
  const pipeline = await readPipeline(FILES[0]);
  const weaker = await weakenTenQueues();
  const opened = start(pipeline, MERGE_REQUEST);
  expect(await opened.runJob("plan", undefined, weaker)).toMatchObject({ status: 1 });
  expect(await opened.readArtifact("plan", "report.xml")).toContain("Stopped: ");
  await runJobs(opened, ["comment"]);
  expect(host.comments.map(({ body }) => body)).toEqual([expect.stringMatching(/^\*\*⚠ Stopped: /)]);

  const merged = start(pipeline, MERGED);
  expect(await merged.runJob("plan", undefined, weaker)).toMatchObject({ status: 1 });
  await expect(merged.runJob("apply")).rejects.toThrow("The job apply is skipped.");
  const byHand = start(pipeline, { ...BY_HAND, FORCE: "--force" });
  expect(byHand).toMatchObject({ automatic: ["plan"], manual: ["apply"] });
  expect(await byHand.runJob("plan", undefined, weaker)).toMatchObject({ status: 0 });
  await runJobs(byHand, ["apply"]);
  expect(readTenStatuses()).toEqual(["ci/test"]);
});

test("the job that writes notes updates its own, posts only reports, and escapes lines that begin with a slash", async () => {
  const pipeline = await readPipeline(FILES[0]);
  const theirs = host.addComment("mallory", "<!-- mergequeue:Merge queues -->");
  const script = pipeline.jobs.get("comment")?.script.flat().at(-1) ?? "";
  const directory = await runner.makeDirectory();
  async function post(report: string): Promise<void> {
    await writeFile(join(directory, "report.md"), report);
    const { status } = await runner.runScript(directory, script, {
      CI_API_V4_URL: `${host.url}/api/v4`,
      CI_PROJECT_ID: "7",
      CI_MERGE_REQUEST_IID: "7",
      ...SECRETS["queues-comment"],
    });
    expect(status).toBe(0);
  }
  await post("Before.\n\n<!-- mergequeue:Merge queues -->\n");
  const report = "Merge queues\n/merge\n  /approve\n\n<!-- mergequeue:Merge queues -->\n";
  await post(report);
  expect(host.comments.map(({ body }) => body)).toEqual([
    theirs.body,
    report.replace("/merge", "\\/merge").replace("/approve", "\\/approve"),
  ]);
  expect(theirs.body).toBe("<!-- mergequeue:Merge queues -->");
  const notes = "/api/v4/projects/7/merge_requests/7/notes";
  expect(host.writes).toEqual([`POST ${notes}`, `PUT ${notes}/1001`]);
});

test.each(FILES)(
  "%s keeps the writing token and the token for notes from code of a merge request",
  async (file) => {
    const { jobs } = await readPipeline(file);
    const environments = [...jobs].map(([name, { environment }]) => [name, environment.name]);
    expect(Object.fromEntries(environments)).toEqual({
      plan: "queues-plan",
      comment: "queues-comment",
      apply: "queues",
      drift: "queues-plan",
    });
    expect(jobs.get("comment")?.variables).toEqual({ GIT_STRATEGY: "none" });
    expect(jobs.get("comment")?.script.flat().join("\n")).not.toMatch(/npx|npm|main\.ts/);
    expect(jobs.get("apply")?.resource_group).toBe("queues");
  },
);

// Reported as skipped, so that the run does not look complete.
for (const file of FILES) {
  if (!listRunnable(FILES).includes(file))
    test.skip(`the pipeline in ${file}: Terraform is not installed`, () => {});
}

test("with Terraform, every job prepares the project in the same way", async () => {
  const { jobs } = await readPipeline("queues-terraform.gitlab-ci.yml");
  const [prepare] = jobs.get("plan")?.script ?? [];
  expect(prepare).toHaveLength(3);
  for (const job of ["apply", "drift"]) expect(jobs.get(job)?.script[0]).toEqual(prepare);
});

test("the jobs that write comments are the same with and without Terraform", async () => {
  const [first, second] = await Promise.all(FILES.map(readPipeline));
  expect(second?.jobs.get("comment")).toEqual(first?.jobs.get("comment"));
});

test("the Dockerfile installs mergequeue from what it copies of a project", async () => {
  const file = await readFile(join(RECIPES, "gitlab/Dockerfile"), "utf8");
  const [, names = ""] = /^COPY (.*) \/opt\/mergequeue\/$/m.exec(file) ?? [];
  const [, script = ""] = /^RUN (.*)$/m.exec(file) ?? [];
  const image = await runner.makeDirectory();
  await runner.checkOutSparsely(
    image,
    names.split(" ").map((name) => `/${name}`),
  );
  const { status, output } = await runner.runScript(image, script.replace(IMAGE_DIRECTORY, image), {});
  expect({ status, output }).toEqual({ status: 0, output: "" });
});
