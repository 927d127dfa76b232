import { mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { findTerraform } from "../../scripts/support/find-terraform";
import { type CommandResult, runCommand } from "../../scripts/support/run-command";
import type { CheckResult } from "../../src/cli/doctor/check";
import type { OpenEmulator } from "../../src/emulator/start-emulator";
import { PROVIDER_SOURCE } from "../../src/product";
import { startService, TOKEN } from "../cli/support/run-on-service";
import { scrubEnvironment } from "../support/e2e/scrub-environment";

const CLI = resolve(__dirname, "../../dist/cli.js");

const CONFIGURATION = `terraform {
  required_providers {
    mergequeue = {
      source = "${PROVIDER_SOURCE}"
    }
  }
}
`;

let root: string;
let project: string;
let env: NodeJS.ProcessEnv;
let emulator: OpenEmulator;

beforeAll(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), "mergequeue-doctor-")));
  project = join(root, "project");
  const programs = join(root, "bin");
  for (const directory of [project, programs, join(root, "home")]) await mkdir(directory);
  await symlink(findTerraform(), join(programs, "terraform"));
  await writeFile(join(programs, "mergequeue"), `#!/bin/sh\nexec node "${CLI}" "$@"\n`, { mode: 0o755 });
  await writeFile(join(project, "main.tf"), CONFIGURATION);
  emulator = await startService();
  env = scrubEnvironment(join(root, "home"), {
    PATH: `${programs}:${String(process.env["PATH"])}`,
    MERGEQUEUE_BASE_URL: emulator.url,
    MERGEQUEUE_TOKEN: TOKEN,
  });
});

afterAll(async () => {
  await emulator.close();
  await rm(root, { recursive: true, force: true });
});

async function inShell(command: string): Promise<CommandResult> {
  return runCommand("/bin/sh", ["-c", command], { cwd: project, env });
}

/** Runs the built command; returns what is wrong, without the CDK's warnings of the machine. */
async function listWrong(): Promise<{ status: number; wrong: readonly CheckResult[] }> {
  const { status, stdout, output } = await inShell("mergequeue doctor --json");
  expect(output).not.toContain(TOKEN);
  const { checks } = JSON.parse(stdout) as { checks: readonly CheckResult[] };
  return { status, wrong: checks.filter((each) => each.status === "problem" || each.status === "warning") };
}

/** Expects one problem, and that the command of its finding leaves nothing wrong. */
async function expectRepair(check: string): Promise<void> {
  const { status, wrong } = await listWrong();
  expect({ status, wrong: wrong.map((each) => each.check) }).toEqual({ status: 1, wrong: [check] });
  expect(await inShell(String(wrong[0]?.command))).toMatchObject({ status: 0 });
  expect(await listWrong()).toEqual({ status: 0, wrong: [] });
}

describe("mergequeue doctor, as built", () => {
  test("installs the plugin that a configuration needs; then Terraform's own lock file is in order", async () => {
    expect((await inShell("terraform init")).status).not.toBe(0);
    await rm(join(project, ".terraform"), { recursive: true, force: true });
    await expectRepair("installed");
    expect((await inShell("terraform init")).output).toContain("successfully initialized");
    expect(await listWrong()).toEqual({ status: 0, wrong: [] });
  });

  test("finds a lock file that Terraform refuses, and its command makes Terraform accept it", async () => {
    const file = join(project, ".terraform.lock.hcl");
    const text = await readFile(file, "utf8");
    expect(text).toMatch(/"h1:.*"/);
    await writeFile(file, text.replace(/"h1:.*"/, '"h1:AAAAvAPKRcVcNVBtSVBm9mtTbXGsRXWKxOWVXJJHmtk="'));
    expect((await inShell("terraform init")).status).not.toBe(0);
    await expectRepair("lock file");
  });

  test("finds a plugin that Terraform cannot start", async () => {
    await inShell("chmod -x $HOME/.terraform.d/plugins/*/*/*/*/*/terraform-provider-*");
    expect((await inShell("terraform providers schema -json")).status).not.toBe(0);
    await expectRepair("installed");
  });
});
