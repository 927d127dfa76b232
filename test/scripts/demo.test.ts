import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { findTerraform, tryGetSkipReason } from "../../scripts/support/find-terraform";
import { runCommand } from "../../scripts/support/run-command";
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

test("npm run demo, piped, shows each step once and without colours, by Terraform if there is one, and ends well", async () => {
  const hasTerraform = tryGetSkipReason() === undefined;
  // Nothing else is on this path.
  const env = scrubEnvironment(folder, {
    PATH: folder,
    TF_CLI_ARGS: undefined,
    ...(hasTerraform ? { TERRAFORM_BINARY_NAME: findTerraform() } : {}),
  });
  const args = [join(ROOT, "node_modules/tsx/dist/cli.mjs"), join(ROOT, "scripts/demo.ts")];
  const { output, status } = await runCommand(process.execPath, args, { cwd: ROOT, env });

  expect(output).toMatch(/#41 was merged [^]*#42 was merged /);
  expect(output).toMatch(/concurrency\s*= 1 -> 4/);
  expect(output).toMatch(/time to merge p90 +\S+ min +\S+ min +−/);
  expect(output).toContain("#43");
  expect(output.match(hasTerraform ? /will be created/g : /\+ create: /g)).toHaveLength(1);
  expect(output).not.toContain("will be destroyed");
  expect(output).toMatch(/\nDone: every step did what it says\.\n$/);
  expect(status).toBe(0);
  expect(output.split("\n").length).toBeLessThanOrEqual(MAX_LINES);
  expect(output).not.toContain("\u001b");
});
