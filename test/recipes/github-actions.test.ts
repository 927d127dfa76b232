import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { READING_TOKEN, WRITING_TOKEN } from "../support/e2e/start-two-tokens";
import { type Job, readWorkflow, type Workflow, WorkflowRun } from "./support/github-workflow";
import { emulator, host, onRecipeStage, runner, service } from "./support/recipe-stage";
import { listRecipes, listRunnable, PROJECTS, STOLEN } from "./support/runner";
import { STATE_READER, STATE_WRITER } from "./support/state-store";
import { readTenStatuses, weakenTenQueues } from "./support/ten-queues";

const FILES = ["queues.yml", "queues-terraform.yml"] as const;
const QUEUE = { repo: { host: "github.com", owner: "acme", name: "web" }, targetBranch: "main" };

const DEFAULT_BRANCH = "${{ github.event.repository.default_branch }}";

const PULL_REQUEST = {
  "github.event_name": "pull_request",
  "github.ref": "refs/pull/7/merge",
  "github.event.pull_request.number": "7",
  "github.event.pull_request.head.repo.full_name": "acme/queues",
};
const SECRETS = {
  "secrets.MERGEQUEUE_READING_TOKEN": READING_TOKEN,
  "secrets.STATE_READER": STATE_READER.split(":")[0] ?? "",
  "secrets.STATE_READER_PASSWORD": STATE_READER.split(":")[1] ?? "",
  // The comment's token is the workflow's own.
  "github.token": "token-of-the-workflow",
};
const ENVIRONMENT_SECRETS = {
  "secrets.MERGEQUEUE_TOKEN": WRITING_TOKEN,
  "secrets.STATE_WRITER": STATE_WRITER.split(":")[0] ?? "",
  "secrets.STATE_WRITER_PASSWORD": STATE_WRITER.split(":")[1] ?? "",
};

const EXAMPLE = join(__dirname, "../../examples/foresight");

onRecipeStage();

/** Has an event start a workflow. Events without another one belong to main. */
function start(workflow: Workflow, values: Readonly<Record<string, string>>): WorkflowRun {
  return new WorkflowRun(workflow, runner, {
    "github.api_url": host.url,
    "github.repository": "acme/queues",
    "github.server_url": "https://github.example.com",
    "github.run_id": "1",
    "github.ref": "refs/heads/main",
    "vars.MERGEQUEUE_BASE_URL": service.url,
    "vars.MERGEQUEUE_ALLOWED_HOSTS": new URL(service.url).host,
    "vars.TF_HTTP_ADDRESS": `${host.url}/state/queues`,
    ...values,
  });
}

/** Makes an outside request. */
async function call(operation: string, body: object = {}): Promise<unknown> {
  const response = await fetch(`${emulator.url}/${operation}`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-api-token": emulator.token },
    body: JSON.stringify({ ...QUEUE, ...body }),
  });
  expect(response.status).toBe(200);
  return response.json();
}

/** Runs all jobs for an event; each must pass. */
async function runAll(run: WorkflowRun): Promise<void> {
  for (const job of run.listJobs()) expect(await run.runJob(job)).toMatchObject({ status: 0 });
}

describe.each(listRecipes(FILES))(
  "the workflow of GitHub Actions in %s, for a project with %s",
  (file, kind) => {
    beforeEach(() => {
      runner.project = PROJECTS[kind].directory;
    });

    test("a pull request gets one comment, which later plans update, and its own mergequeue no token; the merge applies the plan; drift is reported", async () => {
      const { workflow } = await readWorkflow(file);
      for (let i = 0; i < 100; i += 1) host.addComment("reader", `Comment ${i}`);
      const theirs = host.addComment("mallory", "<!-- mergequeue:Merge queues -->");

      const opened = start(workflow, { ...PULL_REQUEST, ...SECRETS });
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

      const merged = start(workflow, { "github.event_name": "push", ...ENVIRONMENT_SECRETS });
      expect(merged.listJobs()).toEqual(["apply"]);
      await runAll(merged);
      const locked = ["lock", "unlock", "lock", "write", "unlock"];
      expect(host.state.changes).toEqual("TF_HTTP_ADDRESS" in workflow.env ? locked : []);
      const requiredStatuses = ["ci/build", "ci/test"];
      expect(await call("getQueue")).toMatchObject({
        mode: "single",
        mergeMethod: "squash",
        requiredStatuses,
      });

      const night = start(workflow, { "github.event_name": "schedule", ...SECRETS });
      expect(night.listJobs()).toEqual(["drift"]);
      await call("updateQueue", { mergeMethod: "rebase" });
      const drift = await night.runJob("drift");
      expect(drift).toMatchObject({ status: 2 });
      expect(drift.summary).toMatch(/^\*\*Merge queues: 0 to create, 1 to change, /);
    });
  },
);

test.each([
  ["", 0],
  ["exit 1 #", 1],
])(
  "release-freeze.yml pauses all queues, and gives back what it paused, with the release %j",
  async (fault, status) => {
    const { workflow } = await readWorkflow("release-freeze.yml");
    const { release = { steps: [] } } = workflow.jobs;
    const steps = release.steps.map((step) => ({ ...step, run: `${fault}${step.run ?? ""}` }));
    const jobs = { ...workflow.jobs, release: { ...release, steps } };
    const values = {
      "github.api_url": host.url,
      "github.repository": "acme/queues",
      "secrets.MERGEQUEUE_TOKEN": WRITING_TOKEN,
    };
    const run = new WorkflowRun({ ...workflow, jobs }, runner, values, {
      MERGEQUEUE_BASE_URL: service.url,
      MERGEQUEUE_ALLOWED_HOSTS: new URL(service.url).host,
    });
    await call("createQueue");
    expect(run.listJobs()).toEqual(["pause"]);
    expect(await run.runJob("pause")).toMatchObject({ status: 0 });
    expect(await call("getQueue")).toMatchObject({ state: "paused" });
    expect(await run.runJob("release")).toMatchObject({ status });
    expect(await run.runJob("resume")).toMatchObject({ status: 0 });
    expect(await call("getQueue")).toMatchObject({ state: "running" });
  },
);

describe.each(listRunnable(FILES))("the workflow of GitHub Actions in %s", (file) => {
  test("a pull request from a fork is tested without secrets", async () => {
    const { workflow } = await readWorkflow(file);
    if (file.includes("terraform")) runner.project = PROJECTS.hcl.directory;
    const run = start(workflow, {
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

describe("the workflow of GitHub Actions in queues.yml", () => {
  test("a plan that is stopped replaces the comment and fails; only a run by hand on main applies it", async () => {
    const { workflow } = await readWorkflow("queues.yml");
    const weaker = await weakenTenQueues();
    host.addComment("github-actions[bot]", "Harmless.\n\n<!-- mergequeue:Merge queues -->");
    const opened = start(workflow, { ...PULL_REQUEST, ...SECRETS });
    expect(await opened.runJob("plan", weaker)).toMatchObject({ status: 1 });
    expect(await opened.runJob("comment")).toMatchObject({ status: 0 });
    expect(host.comments).toHaveLength(1);
    const [stopped = ""] = host.comments[0]?.body.split("\n") ?? [];
    expect(stopped).toMatch(/^\*\*⚠ Stopped: This plan changes 10 of 10 existing queues destructively: /);

    // The workflow of the forecasts does the same.
    runner.project = EXAMPLE;
    const forecast = start((await readWorkflow("pull-request.yml", EXAMPLE)).workflow, {
      ...PULL_REQUEST,
      ...SECRETS,
    });
    expect(await forecast.runJob("plan", weaker)).toMatchObject({ status: 1 });
    expect(await forecast.runJob("comment")).toMatchObject({ status: 0 });
    expect(host.comments[1]?.body).toMatch(/^\*\*⚠ Stopped: [^]*Foresight -->$/);

    const merged = start(workflow, { "github.event_name": "push", ...ENVIRONMENT_SECRETS });
    expect(await merged.runJob("apply", weaker)).toMatchObject({ status: 1 });
    const byHand = {
      "github.event_name": "workflow_dispatch",
      "inputs.force": "true",
      ...ENVIRONMENT_SECRETS,
    };
    expect(start(workflow, { ...byHand, "github.ref": "refs/heads/mine" }).listJobs()).toEqual([]);
    expect(readTenStatuses()).toEqual(["ci/build", "ci/test"]);
    const reviewed = start(workflow, byHand);
    expect(reviewed.listJobs()).toEqual(["apply"]);
    expect(await reviewed.runJob("apply", weaker)).toMatchObject({ status: 0 });
    expect(readTenStatuses()).toEqual(["ci/test"]);
  });
});

test.each<[string, string, Readonly<Record<string, string>>]>([
  ["queues.yml", "recipes/github-actions", {}],
  ["queues.yml", "recipes/github-actions", { "package.json": "{}", "package-lock.json": "{}" }],
  ["pull-request.yml", "foresight", {}],
])(
  "in %s of %s, a pull request that adds mergequeue is green, and says that it is not planned",
  async (file, folder, defaultBranch) => {
    const { workflow } = await readWorkflow(file, join(__dirname, "../../examples", folder));
    runner.defaultBranch = defaultBranch;
    const added = start(workflow, { ...PULL_REQUEST, ...SECRETS });
    expect(await added.runJob("plan")).toMatchObject({
      status: 0,
      summary: "Not planned: the default branch does not have mergequeue yet.\n",
    });
    expect(added.listJobs()).not.toContain("comment");
    expect(emulator.requests).toEqual([]);
  },
);

// Reported as skipped, so that the run does not look complete.
for (const file of FILES) {
  if (!listRunnable(FILES).includes(file))
    test.skip(`the workflow in ${file}: Terraform is not installed`, () => {});
}

describe("the workflow of examples/foresight", () => {
  beforeEach(() => {
    runner.project = EXAMPLE;
  });

  test("a pull request gets a forecast as comment and as files; a goal that is not met fails it, with the same comment updated", async () => {
    const { workflow } = await readWorkflow("pull-request.yml", EXAMPLE);
    await call("createQueue", { mode: "parallel", concurrency: 4 });
    const opened = start(workflow, { ...PULL_REQUEST, ...SECRETS });
    const planned = await opened.runJob("plan");
    expect(planned).toMatchObject({ status: 0 });
    expect(await opened.runJob("comment")).toMatchObject({ status: 0 });
    // With more tests at once, pull requests merge sooner.
    expect(host.comments[0]?.body).toMatch(
      /^\*\*Foresight: 0 to create, 1 to change[^]*\| time to merge p90 \|.*\| −/,
    );
    expect(planned.summary).toContain("time to merge p90");
    expect(await readFile(join(planned.directory, "report.html"), "utf8")).toContain("<svg");
    expect(await readFile(join(planned.directory, "report.xml"), "utf8")).toContain("<testsuite");

    // Nothing is known of this queue, so that no goal is met.
    await call("createQueue", { repo: { ...QUEUE.repo, name: "docs" }, mode: "parallel", concurrency: 4 });
    const changed = (await readFile(join(EXAMPLE, "main.ts"), "utf8")).replace("acme/web", "acme/docs");
    const pushed = start(workflow, { ...PULL_REQUEST, ...SECRETS });
    expect(await pushed.runJob("plan", changed)).toMatchObject({ status: 2 });
    expect(await pushed.runJob("comment")).toMatchObject({ status: 0 });
    expect(host.comments).toHaveLength(1);
    expect(host.comments[0]?.body).toContain("acme/docs");
    expect(service.refused).toEqual([]);
  });

  test("comments as the other workflows do, whether the goal is met or not, and gives its jobs no more rights", async () => {
    const { workflow } = await readWorkflow("pull-request.yml", EXAMPLE);
    const { comment, plan } = workflow.jobs;
    const { comment: known, plan: knownPlan } = (await readWorkflow("queues.yml")).workflow.jobs;
    expect(comment?.steps).toEqual(known?.steps);
    expect(comment?.if).toBe("!cancelled() && needs.plan.outputs.report != ''");
    expect(plan?.if).toBe(knownPlan?.if);
    expect([workflow.permissions, plan?.permissions, comment?.permissions]).toEqual([
      {},
      knownPlan?.permissions,
      known?.permissions,
    ]);
    // Everything before the plan is the same, too.
    const before = (job: Job | undefined) =>
      job?.steps.slice(
        0,
        job.steps.findIndex(({ name }) => name === "Plan"),
      );
    expect(before(plan)).toEqual(before(knownPlan));
    expect(plan?.steps.flatMap(({ name, env }) => (env === undefined ? [] : [name]))).toEqual(["Plan"]);
  });
});

function listPreparation(job: Job | undefined): (string | undefined)[] {
  const steps = job?.steps.filter(({ name }) => name === "Install" || name === "Synthesize") ?? [];
  expect(steps).toHaveLength(2);
  return steps.map(({ run }) => run);
}

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
