import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  MERGE_REQUEST,
  MERGED,
  PIPELINES,
  PipelineRun,
  readPipeline,
  runJobs,
  SECRETS_OF_JOBS,
} from "../support/gitlab-pipeline";
import { host, onRecipeStage, runner } from "../support/recipe-stage";
import { RECIPES } from "../support/runner";
import { readTenStatuses, weakenTenQueues } from "../support/ten-queues";

/** Where images have the command. */
const IMAGE_DIRECTORY = "/opt/mergequeue";

const BY_HAND = { ...MERGED, CI_PIPELINE_SOURCE: "web" };

onRecipeStage();

test("a plan that is stopped is posted and fails; after the merge, only a pipeline that is started by hand with FORCE applies it", async () => {
  const pipeline = await readPipeline(PIPELINES[0]);
  const weaker = await weakenTenQueues();
  const opened = new PipelineRun(pipeline, MERGE_REQUEST);
  expect(await opened.runJob("plan", undefined, weaker)).toMatchObject({ status: 1 });
  expect(await opened.readArtifact("plan", "report.xml")).toContain("Stopped: ");
  await runJobs(opened, ["comment"]);
  expect(host.comments.map(({ body }) => body)).toEqual([expect.stringMatching(/^\*\*⚠ Stopped: /)]);

  const merged = new PipelineRun(pipeline, MERGED);
  expect(await merged.runJob("plan", undefined, weaker)).toMatchObject({ status: 1 });
  await expect(merged.runJob("apply")).rejects.toThrow("The job apply is skipped.");
  const byHand = new PipelineRun(pipeline, { ...BY_HAND, FORCE: "--force" });
  expect(byHand).toMatchObject({ automatic: ["plan"], manual: ["apply"] });
  expect(await byHand.runJob("plan", undefined, weaker)).toMatchObject({ status: 0 });
  await runJobs(byHand, ["apply"]);
  expect(readTenStatuses()).toEqual(["ci/test"]);
});

test("the job that writes notes updates its own, posts only reports, and escapes lines that begin with a slash", async () => {
  const pipeline = await readPipeline(PIPELINES[0]);
  const theirs = host.addComment("mallory", "<!-- mergequeue:Merge queues -->");
  const script = pipeline.jobs.get("comment")?.script.flat().at(-1) ?? "";
  const directory = await runner.makeDirectory();
  async function post(report: string): Promise<void> {
    await writeFile(join(directory, "report.md"), report);
    const { status } = await runner.runScript(directory, script, {
      CI_API_V4_URL: `${host.url}/api/v4`,
      CI_PROJECT_ID: "7",
      CI_MERGE_REQUEST_IID: "7",
      ...SECRETS_OF_JOBS["queues-comment"],
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

test.each(PIPELINES)(
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

test("with Terraform, every job prepares the project in the same way", async () => {
  const { jobs } = await readPipeline("queues-terraform.gitlab-ci.yml");
  const [prepare] = jobs.get("plan")?.script ?? [];
  expect(prepare).toHaveLength(3);
  for (const job of ["apply", "drift"]) expect(jobs.get(job)?.script[0]).toEqual(prepare);
});

test("the jobs that write comments are the same with and without Terraform", async () => {
  const [first, second] = await Promise.all(PIPELINES.map(readPipeline));
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
