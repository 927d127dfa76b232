import { cp, readFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { runCommand } from "../../scripts/support/run-command";
import { type Emulator, startEmulator } from "../../src/emulator/start-emulator";
import { callService } from "../support/call-service";
import { scrubEnvironment } from "../support/e2e/scrub-environment";
import { flatten, TerraformWorkspace } from "../support/e2e/terraform-workspace";
import { makeScratch } from "../support/make-scratch";

const ROOT = resolve(__dirname, "../..");
const REPOSITORY = { host: "github.com", owner: "acme", name: "web" };
const QUEUE = { repo: REPOSITORY, targetBranch: "main" };

/** With variables of its own, a command starts the installed provider, not the one that already runs. */
const STARTED = { TF_IN_AUTOMATION: "1" };

/** Runs the programs one after another. CDKTF reads the variable for each app. */
const SYNTHESIZE = `for (const name of ["quickstart", "foresight", "fleet", "guard-deployments"]) {
  process.env.CDKTF_OUTDIR = process.cwd() + "/" + name;
  require(${JSON.stringify(join(ROOT, "examples"))} + "/" + name + "/main.ts");
}`;

describe("the examples, as described in their READMEs", () => {
  let service: Emulator;
  let workspace: TerraformWorkspace;
  /** Directory with what each program has synthesized. */
  let synthesized: string;

  beforeAll(async () => {
    synthesized = makeScratch();
    // CDKTF keeps the state of a stack where it is synthesized.
    const options = { cwd: synthesized, env: scrubEnvironment(synthesized) };
    const hook = require.resolve("tsx/cjs");
    const result = await runCommand(process.execPath, ["--require", hook, "--eval", SYNTHESIZE], options);
    if (result.status !== 0) throw new Error(result.output);
  });

  beforeEach(async () => {
    service = await startEmulator({ token: "mqtest_examples_0123456789" });
  });

  /** Opens a directory for the real Terraform. Its provider already runs, or is where the README puts it. */
  async function open({ isAttached = false } = {}): Promise<void> {
    const env = { MERGEQUEUE_BASE_URL: service.url, MERGEQUEUE_TOKEN: service.token };
    workspace = await TerraformWorkspace.create({ files: {}, env, cliConfiguration: "", isAttached });
  }

  afterEach(async () => {
    await service.close();
    await workspace.remove();
  });

  /** Home directory of the workspace's commands. */
  function home(): string {
    return join(dirname(workspace.directory), "home");
  }

  const post = (operation: string, body: object) => callService(service, operation, { ...QUEUE, ...body });

  /** Copies an example into a workspace with a running provider: two others show how one is installed. */
  async function attach(example: string): Promise<void> {
    await open({ isAttached: true });
    await cp(join(ROOT, "examples", example), workspace.directory, { recursive: true });
  }

  /** Returns the path of an example's stack. */
  function findStack(example: string): string {
    return join(synthesized, example, "stacks", example);
  }

  /** Reads an example's stack. Its backend, with the state where the CDK looks for it, would need `init`. */
  async function readStack(example: string): Promise<string> {
    const text = await readFile(join(findStack(example), "cdk.tf.json"), "utf8");
    return JSON.stringify(JSON.parse(text), (key, value: unknown) => (key === "backend" ? undefined : value));
  }

  test("quickstart: synth, init without a registry, apply, drift, repair, destroy", async () => {
    await open({ isAttached: true });
    await cp(findStack("quickstart"), workspace.directory, { recursive: true });
    await workspace.run(["init"], STARTED);
    await workspace.run(["apply", "-auto-approve"], STARTED);
    expect(await post("getQueue", {})).toMatchObject({
      mode: "single",
      concurrency: 4,
      batch: true,
      batchingMinSize: 2,
      batchingMaxWaitTimeMinutes: 10,
      testingTimeoutMinutes: 60,
      requiredStatuses: ["ci/build", "ci/test"],
      mergeMethod: "squash",
    });
    await post("updateQueue", { concurrency: 1 });
    const [drift] = await workspace.planChanges();
    expect(drift).toMatchObject({
      address: "mergequeue_queue.main",
      change: { actions: ["update"], before: { concurrency: 1 }, after: { concurrency: 4 } },
    });
    await workspace.apply();
    expect(await post("getQueue", {})).toMatchObject({ concurrency: 4 });
    await workspace.run(["destroy", "-auto-approve"]);
    expect(service.findQueue(QUEUE)).toBeUndefined();
  });

  test("foresight: the stack's change is simulated", async () => {
    await open({ isAttached: true });
    await post("createQueue", { mode: "parallel", concurrency: 4 });
    const output = join(synthesized, "foresight");
    const workload = join(ROOT, "examples/foresight/workload.json");
    const connection = { MERGEQUEUE_BASE_URL: service.url, MERGEQUEUE_TOKEN: service.token };
    const simulated = await runCommand(
      process.execPath,
      [
        ...[join(ROOT, "dist/cli.js"), "simulate", "--stack", output, "--format", "json"],
        ...["--workload", workload, "--pull-requests", "200", "--replications", "2"],
      ],
      { cwd: home(), env: scrubEnvironment(home(), connection) },
    );
    expect(JSON.parse(simulated.output)).toMatchObject({
      queues: [
        {
          queue: "github.com/acme/web/main",
          forecast: { now: { settings: { concurrency: 4 } }, then: { settings: { concurrency: 8 } } },
        },
      ],
    });
  });

  test("fleet: 40 queues, written out in full, plan at once", async () => {
    await open({ isAttached: true });
    await workspace.write({ "cdk.tf.json": await readStack("fleet") });
    const plan = await workspace.run(["plan"]);
    expect(plan.output).toContain("Plan: 40 to add, 0 to change, 0 to destroy.");
    expect(plan.output).not.toContain("Warning");
  });

  test("hcl: a queue for each branch, and one fewer", async () => {
    await open({ isAttached: true });
    await cp(join(ROOT, "examples/hcl"), workspace.directory, { recursive: true });
    const install = [join(ROOT, "dist/cli.js"), "provider", "install"];
    const installed = await runCommand(process.execPath, install, {
      cwd: home(),
      env: scrubEnvironment(home()),
    });
    expect(installed).toMatchObject({ status: 0 });
    await workspace.run(["init"], STARTED);
    await workspace.run(["apply", "-auto-approve"], STARTED);
    await workspace.expectEmptyPlan();
    const state = await workspace.showState();
    expect(state.map(({ address }) => address).sort()).toEqual([
      'mergequeue_queue.branch["main"]',
      'mergequeue_queue.branch["release/1.x"]',
    ]);
    await workspace.apply("-var", 'branches=["main"]');
    expect(service.findQueue({ repo: REPOSITORY, targetBranch: "release/1.x" })).toBeUndefined();
    expect(await post("getQueue", {})).toMatchObject({ concurrency: 4 });
  });

  test("import-existing: the generated configuration plans clean and imports the queue untouched", async () => {
    await post("createQueue", { concurrency: 3 });
    await attach("import-existing");
    const before = await post("getQueue", {});
    const plan = await workspace.run(["plan", "-generate-config-out=generated.tf"]);
    expect(plan.output).toContain("1 to import, 0 to add, 0 to change, 0 to destroy");
    expect(await readFile(join(workspace.directory, "generated.tf"), "utf8")).toMatch(/concurrency\s+= 3/);
    await workspace.converge();
    expect(await post("getQueue", {})).toEqual(before);
  });

  test("guard-deployments: a paused queue fails the plan, and a draining one gives a warning", async () => {
    await post("createQueue", {});
    await attach("guard-deployments");
    const first = await workspace.apply();
    expect(first.output).toContain("waiting = 0");
    expect(first.output).not.toContain("Warning");

    await post("updateQueue", { state: "paused" });
    await workspace.refuse(
      ["plan", "-var", "release=v2"],
      "Resource precondition failed",
      "Merge queue github.com/acme/web/main is paused: nothing is deployed until it runs again.",
    );

    await post("updateQueue", { state: "draining" });
    const draining = await workspace.run(["plan", "-var", "release=v2"]);
    expect(flatten(draining.output)).toContain("Check block assertion failed");
    expect(flatten(draining.output)).toContain(
      "Merge queue github.com/acme/web/main does not run: it shows draining.",
    );

    await post("updateQueue", { state: "running" });
    const running = await workspace.apply("-var", "release=v2");
    expect(running.output).toContain("0 added, 1 changed, 0 destroyed");
    expect(running.output).not.toContain("Warning");
  });

  test("guard-deployments in TypeScript: the same plan fails, and warns", async () => {
    await open({ isAttached: true });
    await post("createQueue", {});
    await post("updateQueue", { state: "paused" });
    await workspace.write({ "cdk.tf.json": await readStack("guard-deployments") });
    await workspace.refuse(
      ["plan", "-var", "release=v2"],
      "Merge queue github.com/acme/web/main is paused: nothing is deployed until it runs again.",
      "Merge queue github.com/acme/web/main does not run: it shows paused.",
    );
  });
});
