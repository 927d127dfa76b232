import { cp, readdir, readFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { type CommandResult, runCommand } from "../../scripts/support/run-command";
import { type Emulator, startEmulator } from "../../src/emulator/start-emulator";
import { CANARY_TOKEN } from "../support/e2e/queue-stage";
import { isTerraformSince } from "../support/e2e/read-terraform-version";
import { scrubEnvironment } from "../support/e2e/scrub-environment";
import { TerraformWorkspace } from "../support/e2e/terraform-workspace";

const ROOT = resolve(__dirname, "../..");
const EXAMPLE = join(ROOT, "examples", "module-with-tests");

// `test` with mocked providers came with Terraform 1.7 and OpenTofu 1.8; older ones cannot parse the example.
const describeTests = isTerraformSince(7, 8) ? describe : describe.skip;

/** Without service; the provider that was installed is started. */
const NOWHERE = { MERGEQUEUE_BASE_URL: "", MERGEQUEUE_TOKEN: "" };

/** Returns the names of the runs in a file of the example, in order. */
async function listRuns(file: string): Promise<string[]> {
  const text = await readFile(join(EXAMPLE, "tests", `${file}.tftest.hcl`), "utf8");
  return [...text.matchAll(/^run "(\w+)"/gm)].map(([, name = ""]) => name);
}

/** Returns the paths of all files below a directory. */
async function listFiles(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}

/** Returns how the runs ended that a test printed, as `name: end`. */
function listEnds(output: string): string[] {
  return [...output.matchAll(/^ +run "(\w+)"\.\.\. (\w+)$/gm)].map(
    ([, name = "", end = ""]) => `${name}: ${end}`,
  );
}

describeTests("examples/module-with-tests, from Terraform 1.7 and OpenTofu 1.8 on", () => {
  let service: Emulator;
  let workspace: TerraformWorkspace;

  /** Requests before the test. */
  let before: number;

  // Copies the example, and installs the provider and its modules as the README says.
  beforeAll(async () => {
    service = await startEmulator({ token: CANARY_TOKEN });
    // Nothing is overridden: the provider is where the command puts it. With a service, one serves all tests.
    workspace = await TerraformWorkspace.create({
      files: {},
      cliConfiguration: "",
      env: { MERGEQUEUE_BASE_URL: service.url, MERGEQUEUE_TOKEN: service.token },
      isAttached: true,
    });
    const home = join(dirname(workspace.directory), "home");
    await cp(EXAMPLE, workspace.directory, { recursive: true });
    const installed = await runCommand(process.execPath, [join(ROOT, "dist/cli.js"), "provider", "install"], {
      cwd: home,
      env: scrubEnvironment(home),
    });
    expect(installed).toMatchObject({ status: 0 });
    await workspace.run(["init"], NOWHERE);
  });

  afterAll(async () => {
    await service.close();
    await workspace.remove();
  });

  beforeEach(() => {
    before = service.requests.length;
  });

  /** Runs tests with the service. */
  async function runTests(...args: readonly string[]): Promise<CommandResult> {
    return workspace.tryRun(["test", ...args]);
  }

  /** Returns what Terraform asked the service to change, in order. */
  function listWrites(): { operation: string | undefined; body: unknown }[] {
    return service.requests
      .slice(before)
      .filter(({ operation }) => /^(create|update|delete)/.test(operation ?? ""))
      .map(({ operation, body }) => ({ operation, body }));
  }

  test("C-77, S-01: every run passes against a service, no queue is left, and no file or output contains the token", async () => {
    const { output } = await runTests("-verbose");
    const runs = (await Promise.all(["mock", "plan", "service"].map(listRuns))).flat();
    expect(listEnds(output)).toEqual(runs.map((name) => `${name}: pass`));
    expect(output).toContain(`Success! ${runs.length} passed, 0 failed.`);
    // From 1.15 on, the output contains Terraform's own warnings of the example's check.
    expect(output).not.toMatch(/Warning: (?!Check block assertion |Parallel mode needs )/);
    // One create, the settings that it does not take, one change in place, and the end.
    expect(listWrites()).toMatchObject([
      { operation: "createQueue", body: { mode: "single", concurrency: 1 } },
      {
        operation: "updateQueue",
        body: { requiredStatuses: ["ci/build", "ci/test"], mergeMethod: "squash" },
      },
      {
        operation: "updateQueue",
        body: { mode: "parallel", concurrency: 4, batch: true, batchingMinSize: 5 },
      },
      { operation: "deleteQueue" },
    ]);
    expect(service.listQueues()).toHaveLength(0);

    expect(output).not.toContain(CANARY_TOKEN);
    const files = await listFiles(dirname(workspace.directory));
    expect(files).toContain(join(workspace.directory, "main.tf"));
    for (const file of files) {
      const holdsToken = (await readFile(file)).includes(CANARY_TOKEN);
      expect({ file, holdsToken }).toEqual({ file, holdsToken: false });
    }
  });

  test("C-77: planned and mocked runs pass without a service, an address and a token", async () => {
    const filters = ["-filter=tests/mock.tftest.hcl", "-filter=tests/plan.tftest.hcl"];
    const { output } = await workspace.run(["test", ...filters], NOWHERE);
    const runs = (await Promise.all(["mock", "plan"].map(listRuns))).flat();
    expect(listEnds(output)).toEqual(runs.map((name) => `${name}: pass`));
  });

  test("a second plan that would change the queue fails its run, and the queue is destroyed all the same", async () => {
    const file = "tests/service.tftest.hcl";
    const text = await readFile(join(workspace.directory, file), "utf8");
    const changed = text.replace(
      /^run "a_second_plan_changes_nothing" \{$/m,
      "$&\n  variables {\n    batch_size = 3\n  }",
    );
    expect(changed).not.toBe(text);
    await workspace.write({ [file]: changed });
    const { status, output } = await runTests(`-filter=${file}`);
    expect(status).toBe(1);
    expect(listEnds(output).slice(0, 3)).toEqual([
      "create: pass",
      "a_second_plan_changes_nothing: fail",
      "a_refused_value_changes_nothing: skip",
    ]);
    expect(output).toContain("Check block assertion known after apply");
    expect(listWrites().map(({ operation }) => operation)).toEqual([
      "createQueue",
      "updateQueue",
      "deleteQueue",
    ]);
    expect(service.listQueues()).toHaveLength(0);
  });
});
