import { join } from "node:path";
import { type Job, readWorkflow, type Workflow, WorkflowRun } from "../support/github-workflow";
import { emulator, onRecipeStage, runner } from "../support/recipe-stage";
import { listRunnable, PROJECTS } from "../support/runner";
import { FORESIGHT, PULL_REQUEST, runAll, SECRETS, WORKFLOWS } from "../support/start-workflow";

onRecipeStage();

const DEFAULT_BRANCH = "${{ github.event.repository.default_branch }}";

describe.each(listRunnable(WORKFLOWS))("the workflow of GitHub Actions in %s", (file) => {
  test("a pull request from a fork is tested without secrets", async () => {
    const { workflow } = await readWorkflow(file);
    if (file.includes("terraform")) runner.project = PROJECTS.hcl;
    const run = new WorkflowRun(workflow, {
      ...PULL_REQUEST,
      "github.event.pull_request.head.repo.full_name": "mallory/queues",
    });
    expect(run.listJobs()).toEqual(["test"]);
    await runAll(run);
    expect(emulator.requests).toEqual([]);
  });

  test("gives no job more rights than it needs, and names actions by their commit", async () => {
    const { text, workflow } = await readWorkflow(file);
    const byHand = file.includes("terraform") ? [] : ["workflow_dispatch"];
    expect(Object.keys(workflow.on)).toEqual(["pull_request", "push", "schedule", ...byHand]);
    expect(workflow.on["push"]).toEqual({ branches: ["main"] });
    expect(workflow.permissions).toEqual({});
    expect(workflow.defaults.run.shell).toBe("bash");
    for (const [name, job] of Object.entries(workflow.jobs)) {
      const isComment = name === "comment";
      expect(job.permissions).toEqual(isComment ? { "pull-requests": "write" } : { contents: "read" });
      expect(job.environment).toBe(name === "apply" ? "queues" : undefined);
      expect(listSecrets(job)).toEqual(isComment ? ["github.token"] : expectSecrets(name, workflow));
      if (isComment) expect(job.steps.map(({ uses }) => uses)).toEqual([undefined]);
    }
    const steps = Object.values(workflow.jobs).flatMap((job) => job.steps);
    for (const { run, uses, with: options } of steps) {
      expect(run ?? "").not.toContain("${{");
      if (uses !== undefined) expect(uses).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/);
      if (uses?.startsWith("actions/checkout@") === true) {
        expect(options).toMatchObject({ "persist-credentials": false });
        // A checkout of anything but the event's commit takes the default branch.
        const ref = options?.["path"] === undefined ? undefined : DEFAULT_BRANCH;
        expect(options?.["ref"]).toBe(ref);
      }
    }
    expect(text.match(/uses: .*/g)?.every((line) => / # v\d+\.\d+\.\d+$/.test(line))).toBe(true);
  });
});

test.each<[string, string, Readonly<Record<string, string>>]>([
  ["queues.yml", "recipes/github-actions", {}],
  ["queues.yml", "recipes/github-actions", { "package.json": "{}", "package-lock.json": "{}" }],
  ["pull-request.yml", "foresight", {}],
])(
  "in %s of %s, a pull request that adds mergequeue is green, and says that it is not planned",
  async (file, folder, defaultBranch) => {
    const { workflow } = await readWorkflow(file, join(FORESIGHT, "..", folder));
    runner.defaultBranch = defaultBranch;
    const added = new WorkflowRun(workflow, { ...PULL_REQUEST, ...SECRETS });
    expect(await added.runJob("plan")).toMatchObject({
      status: 0,
      summary: "Not planned: the default branch does not have mergequeue yet.\n",
    });
    expect(added.listJobs()).not.toContain("comment");
    expect(emulator.requests).toEqual([]);
  },
);

function listSecrets(job: Job): string[] {
  const values = job.steps.flatMap(({ env = {} }) => Object.values(env));
  return values.flatMap((value) => /\$\{\{ (secrets\.\w+|github\.token) \}\}/.exec(value)?.[1] ?? []).sort();
}

function expectSecrets(job: string, workflow: Workflow): string[] {
  if (job === "test") return [];
  const [token, state] = job === "apply" ? ["TOKEN", "WRITER"] : ["READING_TOKEN", "READER"];
  const ofState = "TF_HTTP_ADDRESS" in workflow.env ? [`STATE_${state}`, `STATE_${state}_PASSWORD`] : [];
  return [`MERGEQUEUE_${token}`, ...ofState].map((name) => `secrets.${name}`);
}
