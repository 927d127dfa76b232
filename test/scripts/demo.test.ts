import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { findTerraform, tryGetSkipReason } from "../../scripts/support/find-terraform";
import { type CommandResult, runCommand } from "../../scripts/support/run-command";
import { scrubEnvironment } from "../support/e2e/scrub-environment";

const ROOT = resolve(__dirname, "../..");
const MAX_LINES = 150;

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "demo-"));
});

afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

async function runDemo(variables: Readonly<Record<string, string>> = {}): Promise<CommandResult> {
  // Nothing is on this path, and so no Terraform.
  const env = scrubEnvironment(folder, { PATH: folder, TF_CLI_ARGS: undefined, ...variables });
  const args = [join(ROOT, "node_modules/tsx/dist/cli.mjs"), join(ROOT, "scripts/demo.ts")];
  return runCommand(process.execPath, args, { cwd: ROOT, env });
}

function expectWholeDemo({ output, status }: CommandResult): void {
  expect(output).toMatch(/#41 was merged [^]*#42 was merged /);
  expect(output).toMatch(/concurrency\s*= 1 -> 4/);
  expect(output).toMatch(/time to merge p90 +\S+ min +\S+ min +−/);
  expect(output).toContain("#43");
  expect(output).toMatch(/\nDone: every step did what it says\.\n$/);
  expect(status).toBe(0);
  expect(output.split("\n").length).toBeLessThanOrEqual(MAX_LINES);
  expect(output).not.toContain("\u001b");
  const commands = output.match(/^\$ \S+/gm) ?? [];
  const programs = ["mergequeue", "export", "tsx", "cd", "terraform", "tofu", "node"];
  expect(commands.filter((command) => !programs.includes(command.slice(2)))).toEqual([]);
}

describe("npm run demo, piped", () => {
  test("on a machine with Node.js alone, shows each step by the command mergequeue, without colours", async () => {
    const result = await runDemo();
    expectWholeDemo(result);
    expect(result.output.match(/\+ create: /g)).toHaveLength(1);
  });

  const testTerraform = tryGetSkipReason() === undefined ? test : test.skip;
  testTerraform("shows each step by Terraform, and no plan twice", async () => {
    const result = await runDemo({ TERRAFORM_BINARY_NAME: findTerraform() });
    expectWholeDemo(result);
    expect(result.output.match(/will be created/g)).toHaveLength(1);
    expect(result.output.match(/will be updated in-place/g)).toHaveLength(1);
    expect(result.output).not.toContain("will be destroyed");
  });
});
