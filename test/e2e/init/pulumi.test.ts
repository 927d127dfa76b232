import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import {
  describePulumi,
  INSTALL_BRIDGE,
  listPulumiVariables,
  PULUMI_SKIP_REASON,
} from "../../support/e2e/pulumi";
import {
  createLiveQueue,
  expectNoUpdate,
  install,
  makeDirectory,
  NEW,
  onPackedPackage,
  packed,
  QUEUE_ID,
  run,
  runCli,
  service,
} from "./init-stage";

onPackedPackage();

describePulumi(`mergequeue init --template pulumi, from the packed package${PULUMI_SKIP_REASON}`, () => {
  /** Makes a project in an empty directory, and runs the commands that are printed. Returns their output. */
  async function runNext(...args: readonly string[]): Promise<string> {
    const project = await makeDirectory();
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
    expectNoUpdate();
  });
});
