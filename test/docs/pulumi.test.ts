import { chmod, mkdir, readFile, symlink } from "node:fs/promises";
import { delimiter, join } from "node:path";
import type { CommandResult } from "../../scripts/support/run-command";
import { type OpenEmulator, startOpenEmulator } from "../../src/emulator/start-emulator";
import { callService } from "../support/call-service";
import { tryFindToken } from "../support/canary/find-token";
import { listLeaks } from "../support/canary/list-leaks";
import {
  describePulumi,
  INSTALL_BRIDGE,
  listPulumiVariables,
  PULUMI_SKIP_REASON,
} from "../support/e2e/pulumi";
import { CANARY_TOKEN, QUEUE } from "../support/e2e/queue-stage";
import { scrubEnvironment } from "../support/e2e/scrub-environment";
import { makeScratch } from "../support/make-scratch";
import { listBlocks } from "./support/page-program";
import { ROOT, readText } from "./support/registry-pages";
import { Terminal } from "./support/terminal";

const PAGE = readText("docs/guides/pulumi.md");
const [PROGRAM = ""] = listBlocks(PAGE, "yaml");
const [INSTALL = "", ADD = "", , CHECK = ""] = listBlocks(PAGE, "sh");

if (PULUMI_SKIP_REASON !== "")
  process.stderr.write(`Skipped: the guide of Pulumi with the real Pulumi${PULUMI_SKIP_REASON}.\n`);

describe("docs/guides/pulumi.md", () => {
  test("its programs are those of examples/pulumi", () => {
    expect(listBlocks(PAGE, "yaml")).toEqual([readText("examples/pulumi/Pulumi.yaml")]);
    expect(listBlocks(PAGE, "ts")).toEqual([readText("examples/pulumi/typescript/index.ts")]);
  });
});

describePulumi(`docs/guides/pulumi.md, run from an empty directory${PULUMI_SKIP_REASON}`, () => {
  let scratch: string;
  let emulator: OpenEmulator;
  let terminal: Terminal;
  let printed = "";

  beforeAll(async () => {
    scratch = makeScratch();
    for (const folder of ["bin", "home", "project", "state"]) await mkdir(join(scratch, folder));
    await symlink(join(ROOT, "dist/cli.js"), join(scratch, "bin/mergequeue"));
    await chmod(join(ROOT, "dist/cli.js"), 0o755);
    emulator = await startOpenEmulator({ token: CANARY_TOKEN });
    terminal = new Terminal(
      join(scratch, "project"),
      scrubEnvironment(join(scratch, "home"), {
        PATH: [join(scratch, "bin"), process.env["PATH"]].join(delimiter),
        MERGEQUEUE_BASE_URL: emulator.url,
        MERGEQUEUE_TOKEN: emulator.token,
        ...listPulumiVariables(scratch),
      }),
    );
    await run(INSTALL_BRIDGE);
  });

  afterAll(async () => {
    await emulator.close();
  });

  async function run(commands: string): Promise<CommandResult> {
    const result = await terminal.run(commands);
    printed += result.output;
    return result;
  }

  /** Runs commands that must fail and returns what they print. */
  async function runFailing(commands: string): Promise<string> {
    const { output } = await run(`if\n${commands}\nthen exit 1\nfi`);
    return output;
  }

  /** Makes a request outside Pulumi. */
  async function call(operation: string, body: object): Promise<void> {
    await callService(emulator, operation, { ...QUEUE, ...body });
  }

  function findSettings(targetBranch = "main"): unknown {
    return emulator.findQueue({ ...QUEUE, targetBranch })?.settings;
  }

  /** Edits the program, in a part that it must contain. */
  async function edit(part: string, replacement: string): Promise<void> {
    const text = await readFile(join(terminal.directory, "Pulumi.yaml"), "utf8");
    expect(text).toContain(part);
    await terminal.save("Pulumi.yaml", text.replace(part, replacement));
  }

  test("the provider is added by its path, previewed and applied", async () => {
    const { stdout } = await run(INSTALL);
    expect(stdout).toBe('pulumi package add terraform-provider "./plugin/terraform-provider-mergequeue"\n');
    await terminal.save("Pulumi.yaml", PROGRAM);
    const [add, init, up, ...rest] = ADD.trim().split("\n");
    expect([up, ...rest]).toEqual(["pulumi up"]);
    await run(`${add}\n${init}`);
    const preview = await run("pulumi preview");
    expect(preview.output).toContain("+ 2 to create");
    expect(findSettings()).toBeUndefined();
    await run(`${up}`);
    expect(findSettings()).toMatchObject({
      mode: "single",
      concurrency: 4,
      requiredStatuses: ["ci/build", "ci/test"],
      mergeMethod: "squash",
    });
  });

  test("then a preview shows no changes, also against the live queue", async () => {
    await run("pulumi preview --expect-no-changes");
    await run(CHECK);
  });

  test("drift is shown by attribute, fails the check, and is repaired", async () => {
    await call("updateQueue", { concurrency: 1, requiredStatuses: ["ci/build"] });
    await run("pulumi preview --expect-no-changes");
    await runFailing(CHECK);
    const { output } = await run("pulumi preview --refresh --diff");
    expect(output).toContain("~ concurrency     : 1 => 4");
    expect(output).toContain('+ [1]: "ci/test"');
    await run("pulumi up --refresh");
    expect(findSettings()).toMatchObject({ concurrency: 4, requiredStatuses: ["ci/build", "ci/test"] });
    await run(CHECK);
  });

  test("an operator's pause neither fails the check nor is undone", async () => {
    await call("updateQueue", { state: "paused" });
    await run(CHECK);
    await run("pulumi up --refresh");
    expect(findSettings()).toMatchObject({ state: "paused" });
    await call("updateQueue", { state: "running" });
  });

  test("a preview warns of required statuses that are removed", async () => {
    const line = "      requiredStatuses: [ci/build, ci/test]\n";
    await edit(line, "");
    const { output } = await run("pulumi preview");
    expect(output).toContain("Merge protection shrinks");
    await edit("      mergeMethod", `${line}      mergeMethod`);
    await run(CHECK);
  });

  test("a destroy is refused while pull requests are in the queue, and so is an update without the queue", async () => {
    await call("submitPullRequest", { pr: { number: 9 } });
    const destroyed = await runFailing("pulumi destroy");
    expect(destroyed).toContain(
      "Queue github.com/acme/web/main was not deleted, because 1 pull request is in it:",
    );
    expect(destroyed).toContain('#9 "Pull request 9"');
    const whole = await readFile(join(terminal.directory, "Pulumi.yaml"), "utf8");
    await terminal.save("Pulumi.yaml", whole.replace(/^resources:\n.*?(?=^packages:)/ms, ""));
    expect(await runFailing("pulumi up")).toContain("was not deleted, because 1 pull request is in it:");
    await terminal.save("Pulumi.yaml", whole);
    expect(findSettings()).toMatchObject({ concurrency: 4 });
    await run(CHECK);
  });

  test("a preview of a replacement warns of them, and of nothing else that is not so", async () => {
    await edit("targetBranch: main", "targetBranch: next");
    const { output } = await run("pulumi preview");
    expect(output).toContain("+-1 to replace");
    expect(output).toContain("Queue to be deleted has pull requests in it: github.com/acme/web/main");
    expect(output).not.toContain("declared by more than one resource");
    await runFailing("pulumi up");
    expect([findSettings("main"), findSettings("next")]).toEqual([expect.anything(), expect.anything()]);
    await call("cancelPullRequest", { pr: { number: 9 } });
    await run("pulumi up");
    expect([findSettings("main"), findSettings("next")]).toEqual([undefined, expect.anything()]);
  });

  test("a queue that another resource declares is refused", async () => {
    await edit(
      "outputs:",
      `  twice:\n    type: mergequeue:Queue\n    properties:\n${indentQueue("next")}outputs:`,
    );
    expect(await runFailing("pulumi up")).toContain("Queue github.com/acme/web/next exists already");
  });

  test("without pull requests, the destroy deletes the queue", async () => {
    await run("pulumi destroy");
    expect(findSettings("next")).toBeUndefined();
  });

  test("neither output nor files contain the token", async () => {
    expect(tryFindToken(printed, CANARY_TOKEN)).toBeUndefined();
    const folders = ["state", "project", "pulumi"].map((folder) => join(scratch, folder));
    const leaks = await Promise.all(folders.map((folder) => listLeaks(folder, CANARY_TOKEN, ["plugins"])));
    expect(leaks).toEqual([[], [], []]);
  });
});

function indentQueue(targetBranch: string): string {
  const { host, owner, name } = QUEUE.repo;
  return `      repo: { host: ${host}, owner: ${owner}, name: ${name} }\n      targetBranch: ${targetBranch}\n`;
}
