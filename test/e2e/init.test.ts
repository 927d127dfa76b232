import { mkdir, mkdtemp, readdir, readFile, symlink } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { type CommandResult, runCommand } from "../../scripts/support/run-command";
import { type Emulator, startEmulator } from "../../src/emulator/start-emulator";
import { callService } from "../support/call-service";
import { packPackage } from "../support/e2e/pack-package";
import {
  describePulumi,
  INSTALL_BRIDGE,
  listPulumiVariables,
  PULUMI_SKIP_REASON,
} from "../support/e2e/pulumi";
import { CANARY_TOKEN } from "../support/e2e/queue-stage";
import { isTerraformSince } from "../support/e2e/read-terraform-version";
import { scrubEnvironment } from "../support/e2e/scrub-environment";
import { flatten, TerraformWorkspace } from "../support/e2e/terraform-workspace";
import { makeScratch } from "../support/make-scratch";

const ROOT = resolve(__dirname, "../..");

/** Parts that mean something to TypeScript, HCL, the CDK or a shell. */
const QUEUE = {
  repo: { host: "github.com", owner: "acme", name: "web" },
  targetBranch: `release/"q'-\${x}%{y}$(id)`,
};
const QUEUE_ID = `github.com/acme/web/${QUEUE.targetBranch}`;
const STATUSES = ["ci/build", 'say "${hi}"'];
const NEW = ["--queue", QUEUE_ID, ...STATUSES.flatMap((status) => ["--required-status", status])];

const hasTests = isTerraformSince(6, 6);

/** Directory of the packed package, unpacked. */
let packed: string;
/** Holds everything else; no part of it is inside a project of ours. */
let base: string;
let service: Emulator;

beforeAll(async () => {
  base = makeScratch("init consumer-");
  packed = join(base, "package");
  await mkdir(join(base, "home"));
  await run("tar", ["-xzf", await packPackage(), "-C", base], base);
  await install(packed);
});

beforeEach(async () => {
  service = await startEmulator({ token: CANARY_TOKEN });
});

afterEach(async () => {
  await service.close();
});

/** Runs a program that must succeed, with the service's address and token in its environment. */
async function run(program: string, args: readonly string[], cwd: string, env = {}): Promise<CommandResult> {
  const result = await runCommand(program, args, { cwd, env: scrubEnvironment(join(base, "home"), env) });
  if (result.status !== 0) throw new Error(`${program} ${args.join(" ")} failed:\n${result.output}`);
  return result;
}

async function runCli(cwd: string, ...args: readonly string[]): Promise<CommandResult> {
  const env = { MERGEQUEUE_BASE_URL: service.url, MERGEQUEUE_TOKEN: service.token };
  return run(process.execPath, [join(packed, "dist/cli.js"), ...args], cwd, env);
}

/** Stands in for `npm install`: the package, and the packages that are installed here. */
async function install(directory: string): Promise<void> {
  const modules = join(directory, "node_modules");
  await mkdir(modules);
  for (const name of await readdir(join(ROOT, "node_modules"))) {
    await symlink(join(ROOT, "node_modules", name), join(modules, name));
  }
  if (directory !== packed) await symlink(packed, join(modules, "terraform-provider-mergequeue"));
}

async function createLiveQueue(): Promise<void> {
  await callService(service, "createQueue", { ...QUEUE, mode: "parallel", concurrency: 3 });
  await callService(service, "updateQueue", { ...QUEUE, state: "paused", requiredStatuses: STATUSES });
}

describe("mergequeue init for TypeScript, from the packed package", () => {
  /** Makes a project in an empty directory, tests and synthesizes it. */
  async function makeProject(...args: readonly string[]): Promise<string> {
    const project = await mkdtemp(join(base, "project-"));
    await runCli(project, "init", ...args);
    await install(project);
    const tested = await run("npm", ["test"], project);
    expect(tested.output).toMatch(/pass 2$/m);
    await run("npm", ["run", "synth"], project);
    return project;
  }

  test("a new project type-checks, passes its test, synthesizes, and its plan creates the queue", async () => {
    const project = await makeProject("--template", "cdktn", ...NEW);
    const { output } = await runCli(project, "apply", "--auto-approve");
    expect(output).toContain("Plan: 1 to create, 0 to change, 0 to destroy.");
    expect(service.findQueue(QUEUE)?.settings).toMatchObject({ mode: "single", requiredStatuses: STATUSES });
    expect((await runCli(project, "plan")).output).toContain("No changes.");
    expect(await readFile(join(project, "queues.ts"), "utf8")).toContain(".forbid(QueueRules.directMerge())");
  });

  test("a project from an existing queue plans no change of it", async () => {
    await createLiveQueue();
    const project = await makeProject("--template", "cdktf", "--from", QUEUE_ID);
    expect((await runCli(project, "plan")).output).toContain("No changes.");
    const stack = await readFile(join(project, "cdktf.out/stacks/queues/cdk.tf.json"), "utf8");
    expect(JSON.parse(stack)).toMatchObject({
      import: [{ to: expect.stringMatching(/^mergequeue_queue\./) as string }],
      resource: { mergequeue_queue: expect.anything() as object },
    });
    expect(service.requests.filter(({ operation }) => operation === "updateQueue")).toHaveLength(1);
  });
});

describe("mergequeue init --template hcl, from the packed package", () => {
  let workspace: TerraformWorkspace;

  afterEach(async () => {
    await workspace.remove();
  });

  /** Makes a project in an empty directory, and tests it with the provider that the next commands install. */
  async function makeProject(...args: readonly string[]): Promise<string> {
    const env = { MERGEQUEUE_BASE_URL: service.url, MERGEQUEUE_TOKEN: service.token };
    // Nothing is overridden: the provider comes from where the command puts it.
    workspace = await TerraformWorkspace.create({ files: {}, env, cliConfiguration: "", isAttached: true });
    await mkdir(workspace.directory);
    const { stdout } = await runCli(workspace.directory, "init", "--template", "hcl", ...args);
    const home = { HOME: join(dirname(workspace.directory), "home") };
    await run(
      process.execPath,
      [join(packed, "dist/cli.js"), "provider", "install"],
      workspace.directory,
      home,
    );
    // With variables of its own, the command starts what was installed, in place of the provider that runs.
    await workspace.run(["init"], { TF_IN_AUTOMATION: "1" });
    await workspace.run(["fmt", "-check", "-recursive"]);
    await testProject("1 passed, 0 failed");
    return stdout;
  }

  async function testProject(result: string): Promise<void> {
    if (hasTests) expect((await workspace.tryRun(["test"])).output).toContain(result);
  }

  test("a new project is formatted, valid, passes its test, and its apply creates the queue", async () => {
    await makeProject(...NEW);
    expect((await workspace.apply()).output).toContain("Plan: 1 to add, 0 to change, 0 to destroy.");
    await workspace.expectEmptyPlan();
    expect(service.findQueue(QUEUE)?.settings).toMatchObject({ mode: "single", requiredStatuses: STATUSES });

    const text = await readFile(join(workspace.directory, "main.tf"), "utf8");
    await workspace.write({
      "main.tf": text.replace(/^ *required_statuses = .*/m, '  deletion_policy = "abandon"'),
    });
    await testProject("0 passed, 1 failed");
    const plan = flatten((await workspace.run(["plan"])).output);
    expect(plan).toContain("would be forgotten instead of deleted.");
  });

  test("a project from an existing queue imports it with the command that is printed, and plans no change", async () => {
    await createLiveQueue();
    const next = await makeProject("--from", QUEUE_ID);
    const [, command = ""] = /^ {2}(terraform import .*)$/m.exec(next) ?? [];
    const words = await run("bash", ["-c", `set -- ${command}; printf '%s\\0' "$@"`], base);
    await workspace.run(words.stdout.split("\0").slice(1, -1));
    await workspace.expectEmptyPlan();
    expect(service.requests.filter(({ operation }) => operation === "updateQueue")).toHaveLength(1);
  });
});

describePulumi(`mergequeue init --template pulumi, from the packed package${PULUMI_SKIP_REASON}`, () => {
  /** Makes a project in an empty directory, and runs the commands that are printed. Returns their output. */
  async function runNext(...args: readonly string[]): Promise<string> {
    const project = await mkdtemp(join(base, "project-"));
    await mkdir(join(project, "state"));
    const { stdout } = await runCli(project, "init", "--template", "pulumi", ...args);
    await install(project);
    const commands = [...stdout.replaceAll("\\\n", " ").matchAll(/^ {2}((?:npm|npx|pulumi) .*)$/gm)]
      .map(([, command = ""]) => command.replace("npx --no mergequeue", `node '${packed}/dist/cli.js'`))
      .filter((command) => !/^npm (?:pack|install)| serve\b/.test(command));
    const { output } = await run("bash", ["-ec", [INSTALL_BRIDGE, ...commands].join("\n")], project, {
      ...listPulumiVariables(project),
      PULUMI_SKIP_CONFIRMATIONS: "true",
      MERGEQUEUE_BASE_URL: service.url,
      MERGEQUEUE_TOKEN: service.token,
    });
    expect(output).toMatch(/pass 1$/m);
    expect((await readdir(project)).filter((name) => name.startsWith("Pulumi."))).toEqual([
      "Pulumi.dev.yaml",
      "Pulumi.yaml",
    ]);
    return output;
  }

  test("a new project passes its test, and its preview creates the queue", async () => {
    expect(await runNext(...NEW)).toMatch(/\+ 2 to create\s*$/);
  });

  test("a project from an existing queue imports it, and its preview has no changes", async () => {
    await createLiveQueue();
    const output = await runNext("--from", QUEUE_ID);
    expect(output).toContain("= 1 imported");
    expect(output).toMatch(/Resources:\s+2 unchanged\s*$/);
    expect(service.requests.filter(({ operation }) => operation === "updateQueue")).toHaveLength(1);
  });
});
