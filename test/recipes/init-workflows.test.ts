import { mkdtemp } from "node:fs/promises";
import { join, resolve } from "node:path";
import { tryGetSkipReason } from "../../scripts/support/find-terraform";
import { run } from "../cli/fake-context";
import { READING_TOKEN, type TwoTokens } from "../support/e2e/start-two-tokens";
import { readWorkflow, WorkflowRun } from "./support/github-workflow";
import { onRecipeStage } from "./support/recipe-stage";
import type { Runner } from "./support/runner";

const ROOT = resolve(__dirname, "../..");
const testTerraform = tryGetSkipReason() === undefined ? test : test.skip;
const QUEUE_ID = "github.com/acme/web/main";

let runner: Runner;
let service: TwoTokens;

onRecipeStage((stage) => {
  ({ runner, service } = stage);
});

let base: string;
let recipes: string;

beforeEach(async () => {
  base = await runner.makeDirectory();
  recipes = runner.project;
});

afterEach(() => {
  runner.project = recipes;
});

/** Makes a project, and a pull request to it. */
async function openPullRequest(template: string, from: string): Promise<WorkflowRun> {
  runner.project = await mkdtemp(join(base, "project-"));
  const made = await run(
    ["init", "--template", template, "--queue", QUEUE_ID, "--required-status", "ci/build"],
    {
      codeDirectory: join(ROOT, "dist"),
      workingDirectory: runner.project,
      catchStop: () => new Promise(() => undefined),
    },
  );
  expect(made).toMatchObject({ exitStatus: 0 });
  const { workflow } = await readWorkflow("queues.yml", join(runner.project, ".github/workflows"));
  expect([workflow.on, workflow.permissions]).toEqual([{ pull_request: null }, {}]);
  for (const { permissions } of Object.values(workflow.jobs))
    expect(permissions).toEqual({ contents: "read" });
  const values = {
    "github.api_url": "https://api.example.com",
    "github.repository": "acme/queues",
    "github.event.pull_request.head.repo.full_name": from,
    "vars.MERGEQUEUE_BASE_URL": service.url,
    "vars.MERGEQUEUE_ALLOWED_HOSTS": new URL(service.url).host,
    "secrets.MERGEQUEUE_READING_TOKEN": READING_TOKEN,
  };
  return new WorkflowRun(workflow, runner, values, {});
}

describe.each(["cdktn", "cdktf"])("the workflow of mergequeue init --template %s", (template) => {
  test("tests a pull request, and plans it with the token that may only read", async () => {
    const opened = await openPullRequest(template, "acme/queues");
    expect(opened.listJobs()).toEqual(["test", "plan"]);
    expect(await opened.runJob("test")).toMatchObject({ status: 0 });
    const planned = await opened.runJob("plan");
    expect(planned).toMatchObject({ status: 0 });
    expect(planned.summary).toMatch(/^\*\*Merge queues: 1 to create, /);
    expect(planned.summary).toContain("ci/build");
    expect(service.refused).toEqual([]);
  });

  test("a mergequeue from the pull request never runs with the token", async () => {
    const opened = await openPullRequest(template, "acme/queues");
    const stolen = '#!/bin/sh\necho "stolen: $MERGEQUEUE_TOKEN"\n';
    const planned = await opened.runJob("plan", undefined, stolen);
    expect(planned).toMatchObject({ status: 0 });
    expect(planned.summary).toMatch(/^\*\*Merge queues: 1 to create, /);
    expect(planned.output + planned.summary).not.toContain("stolen");
  });

  test("a fork gets no token, and no plan", async () => {
    const opened = await openPullRequest(template, "mallory/queues");
    expect(opened.listJobs()).toEqual(["test"]);
  });
});

testTerraform(
  "the workflow of mergequeue init --template hcl tests a pull request without a token",
  async () => {
    const opened = await openPullRequest("hcl", "mallory/queues");
    expect(opened.listJobs()).toEqual(["test"]);
    expect(await opened.runJob("test")).toMatchObject({ status: 0 });
  },
);
