import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { tryGetSkipReason } from "../../scripts/support/find-terraform";
import { run } from "../cli/fake-context";
import { callService } from "../support/call-service";
import { readWorkflow, type Workflow, WorkflowRun } from "./support/github-workflow";
import { emulator, host, onRecipeStage, runner, service } from "./support/recipe-stage";
import { RECIPES, STOLEN } from "./support/runner";
import { ENVIRONMENT_SECRETS, PULL_REQUEST, QUEUE, SECRETS } from "./support/start-workflow";

const ROOT = resolve(__dirname, "../..");
const testTerraform = tryGetSkipReason() === undefined ? test : test.skip;
const QUEUE_ID = "github.com/acme/web/main";

onRecipeStage();

let base: string;

beforeEach(async () => {
  base = await runner.makeDirectory();
});

async function readProjectWorkflow(): Promise<Workflow> {
  return (await readWorkflow("queues.yml", join(runner.project, ".github/workflows"))).workflow;
}

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
  const workflow = await readProjectWorkflow();
  return new WorkflowRun(workflow, {
    ...PULL_REQUEST,
    ...SECRETS,
    ...ENVIRONMENT_SECRETS,
    "github.event.pull_request.head.repo.full_name": from,
    "vars.TF_HTTP_ADDRESS": "",
    "secrets.STATE_READER": "",
    "secrets.STATE_READER_PASSWORD": "",
    "secrets.STATE_WRITER": "",
    "secrets.STATE_WRITER_PASSWORD": "",
  });
}

/** Creates a queue that differs from the project's in its merge method. */
async function createQueue(): Promise<void> {
  await callService(emulator, "createQueue", { ...QUEUE, mode: "single" });
  await callService(emulator, "updateQueue", {
    ...QUEUE,
    mergeMethod: "rebase",
    requiredStatuses: ["ci/build"],
  });
}

/** The templates whose workflow can run here. CDKTF has that of its successor. */
const TEMPLATES = ["cdktn", ...(tryGetSkipReason() === undefined ? ["hcl"] : [])];

describe.each(TEMPLATES)("the workflow of mergequeue init --template %s", (template) => {
  test("tests a pull request, plans it with the token that may only read, and comments what changes", async () => {
    await createQueue();
    const opened = await openPullRequest(template, "acme/queues");
    expect(opened.listJobs()).toEqual(["test", "plan"]);
    expect(await opened.runJob("test")).toMatchObject({ status: 0 });
    // With a mergequeue in the pull request, which must never get the token.
    const planned = await opened.runJob("plan", undefined, STOLEN);
    expect(planned).toMatchObject({ status: 0 });
    expect(planned.output + planned.summary).not.toContain("stolen");
    expect(planned.summary).toMatch(/^\*\*Merge queues: 0 to create, 1 to change, /);
    expect(planned.summary).toContain("rebase");
    expect(planned.summary).not.toContain("ci/build");
    expect(opened.listJobs()).toEqual(["test", "plan", "comment"]);
    expect(await opened.runJob("comment")).toMatchObject({ status: 0 });
    expect(host.comments.map(({ body }) => body)).toEqual([planned.summary.trimEnd()]);
    expect(service.refused).toEqual([]);
  });
});

/** The text of a workflow from where the steps for setting it up end. */
async function readCommon(file: string): Promise<string> {
  const [, text] = (await readFile(file, "utf8")).split(/^(?=name: )/m);
  return text ?? file;
}

test.each([
  ["cdktn", "queues.yml"],
  ["cdktf", "queues.yml"],
  ["hcl", "queues-terraform.yml"],
])(
  "the workflow of --template %s is the recipe %s, in HCL without what only a stack needs",
  async (template, recipe) => {
    const opened = await openPullRequest(template, "mallory/queues");
    expect(opened.listJobs()).toEqual(["test"]);
    const wanted = (await readCommon(join(RECIPES, "github-actions", recipe)))
      .replaceAll(/^ +# Terraform runs in the stack[^]*?GITHUB_ENV"\n/gm, "")
      .replaceAll(/^ +working-directory: .*\n/gm, "");
    expect(await readCommon(join(runner.project, ".github/workflows/queues.yml"))).toBe(wanted);
  },
);

testTerraform(
  "an apply of --template hcl needs a backend; with the one in the comment, a plan uses its state: an apply would not import either",
  async () => {
    await createQueue();
    const opened = await openPullRequest("hcl", "acme/queues");
    const merged = opened.follow({ "github.event_name": "push", "github.ref": "refs/heads/main" });
    const applied = await merged.runJob("apply");
    expect(applied).toMatchObject({ status: 1 });
    expect(applied.output).toContain("::error::There is no backend");
    expect(service.refused).toEqual([]);

    const main = join(runner.project, "main.tf");
    const text = await readFile(main, "utf8");
    await writeFile(main, text.replace('# backend "http" {}', 'backend "http" {}'));
    const state = { ...SECRETS, "vars.TF_HTTP_ADDRESS": `${host.url}/state/queues` };
    const planned = await opened.follow(state).runJob("plan");
    expect(planned).toMatchObject({ status: 0 });
    expect(planned.summary).toMatch(/^\*\*Merge queues: 1 to create, /);
  },
);

// Reported as skipped, so that the run does not look complete.
if (!TEMPLATES.includes("hcl"))
  test.skip("the workflow of --template hcl: Terraform is not installed", () => {});
