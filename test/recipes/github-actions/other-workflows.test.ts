import { cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { callService } from "../../support/call-service";
import { READING_TOKEN } from "../../support/e2e/start-two-tokens";
import { type Job, readWorkflow, WorkflowRun } from "../support/github-workflow";
import { emulator, host, onRecipeStage, runner, service } from "../support/recipe-stage";
import { ENVIRONMENT_SECRETS, FORESIGHT, PULL_REQUEST, QUEUE, SECRETS } from "../support/start-workflow";

onRecipeStage();

/** Parameters without uncertainty, so that only these are simulated. */
const known = (value: number) => ({
  ...{ value, low: value, high: value },
  ...{ source: "assumed", conclusions: 0, days: 0 },
});
const queue = {
  ...{ queue: "github.com/acme/web/main", arrivalsPerHour: known(8), failureRate: known(0) },
  testMinutes: { ...known(20), censored: 0, minutes: [20] },
};
const CERTAIN = JSON.stringify({ format: "mergequeue-workload", version: 1, queues: [queue] });

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
    const run = new WorkflowRun({ ...workflow, jobs }, ENVIRONMENT_SECRETS);
    await callService(emulator, "createQueue", QUEUE);
    expect(run.listJobs()).toEqual(["pause"]);
    expect(await run.runJob("pause")).toMatchObject({ status: 0 });
    expect(await callService(emulator, "getQueue", QUEUE)).toMatchObject({ state: "paused" });
    expect(await run.runJob("release")).toMatchObject({ status });
    expect(await run.runJob("resume")).toMatchObject({ status: 0 });
    expect(await callService(emulator, "getQueue", QUEUE)).toMatchObject({ state: "running" });
  },
);

test("freeze.yml freezes and thaws by its schedule, says why, and leaves paused what an operator had paused", async () => {
  const { workflow } = await readWorkflow("freeze.yml");
  const event = { "github.event.schedule": "0 16 * * 5" };
  const begun = new WorkflowRun(workflow, { ...SECRETS, ...ENVIRONMENT_SECRETS, ...event });
  const api = { ...QUEUE, repo: { ...QUEUE.repo, name: "api" } };
  for (const queue of [QUEUE, api]) await callService(emulator, "createQueue", queue);
  await callService(emulator, "updateQueue", { ...api, state: "paused" });
  const readStates = () => [QUEUE, api].map((queue) => emulator.findQueue(queue)?.settings.state);
  const main = await readFile(join(runner.project, "main.ts"), "utf8");
  const second = 'new MergeQueue(this, "api", { repo: "github.com/acme/api", targetBranch: "main" });';
  const both = main.replace('new MergeQueue(this, "web"', `${second}\n$&`);
  expect(begun.listJobs()).toEqual(["freeze"]);
  const frozen = await begun.runJob("freeze", both);
  expect(frozen).toMatchObject({ status: 0 });
  expect(frozen.summary).toContain("Reason: No merges at the weekend. Owner: the release team.\n");
  expect(readStates()).toEqual(["paused", "paused"]);

  const ended = begun.follow({ "github.event.schedule": "0 6 * * 1" });
  expect(ended.listJobs()).toEqual(["thaw"]);
  expect((await ended.runJob("thaw")).output).toContain("There is no record of a freeze.");
  expect(readStates()).toEqual(["paused", "paused"]);
  host.artifacts.push({ name: "frozen", workflow_run: { id: 41 } });
  const thawed = await begun.follow({ "github.event.schedule": "", "inputs.step": "thaw" }).runJob("thaw");
  expect(thawed).toMatchObject({ status: 0 });
  expect(thawed.summary).toContain("Owner: the release team.\n");
  expect(readStates()).toEqual(["running", "paused"]);
  expect(service.refused).toEqual([]);
});

test.each([
  ["failure", "pr comment 7 --body-file -", "Failed checks: ci/test (failure)"],
  ["success", undefined, undefined],
] as const)(
  "the script of docs/guides/recipes.md tells the author of a %s",
  async (conclusion, args, line) => {
    const page = await readFile(join(__dirname, "../../../docs/guides/recipes.md"), "utf8");
    const [, script = ""] = /```sh\n(status=0\n[^]*?)```/.exec(page) ?? [];
    await callService(emulator, "createQueue", { ...QUEUE, mode: "single" });
    await callService(emulator, "updateQueue", { ...QUEUE, requiredStatuses: ["ci/test"] });
    await callService(emulator, "submitPullRequest", { ...QUEUE, pr: { number: 7 } });
    emulator.reportCheck({ ...QUEUE, pr: { number: 7 }, name: "ci/test", conclusion });
    const directory = await runner.checkOut();
    const gh = `npm ci --ignore-scripts\ngh() { echo "$*" > comment.txt; cat >> comment.txt; }\n`;
    const env = { MERGEQUEUE_BASE_URL: service.url, MERGEQUEUE_TOKEN: READING_TOKEN, NUMBER: "7" };
    expect(await runner.runScript(directory, `${gh}${script}`, env)).toMatchObject({ status: 0 });
    const comment = await readFile(join(directory, "comment.txt"), "utf8").catch(() => undefined);
    expect([comment?.split("\n")[0], comment?.split("\n")[2]]).toEqual([args, line]);
  },
);

describe("the workflow of examples/foresight", () => {
  beforeEach(() => {
    runner.project = FORESIGHT;
  });

  test("a pull request gets a forecast as comment and as files; a goal that is not met fails it, with the same comment updated", async () => {
    const { workflow } = await readWorkflow("pull-request.yml", FORESIGHT);
    runner.project = await runner.makeDirectory();
    await cp(FORESIGHT, runner.project, { recursive: true });
    await writeFile(join(runner.project, "workload.json"), CERTAIN);
    const parallel = { ...QUEUE, mode: "parallel", concurrency: 4 };
    await callService(emulator, "createQueue", parallel);
    const opened = new WorkflowRun(workflow, { ...PULL_REQUEST, ...SECRETS });
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
    await callService(emulator, "createQueue", { ...parallel, repo: { ...QUEUE.repo, name: "docs" } });
    const changed = (await readFile(join(FORESIGHT, "main.ts"), "utf8")).replace("acme/web", "acme/docs");
    const pushed = new WorkflowRun(workflow, { ...PULL_REQUEST, ...SECRETS });
    expect(await pushed.runJob("plan", changed)).toMatchObject({ status: 2 });
    expect(await pushed.runJob("comment")).toMatchObject({ status: 0 });
    expect(host.comments).toHaveLength(1);
    expect(host.comments[0]?.body).toContain("acme/docs");
    expect(service.refused).toEqual([]);
  });

  test("comments as the other workflows do, whether the goal is met or not, and gives its jobs no more rights", async () => {
    const { workflow } = await readWorkflow("pull-request.yml", FORESIGHT);
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
