import { mkdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { isTerraformSince } from "../../support/e2e/read-terraform-version";
import { flatten, TerraformWorkspace } from "../../support/e2e/terraform-workspace";
import {
  base,
  createLiveQueue,
  expectNoUpdate,
  NEW,
  onPackedPackage,
  packed,
  QUEUE,
  QUEUE_ID,
  run,
  runCli,
  STATUSES,
  service,
} from "./init-stage";

const hasTests = isTerraformSince(6, 6);

onPackedPackage();

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
    expectNoUpdate();
  });
});
