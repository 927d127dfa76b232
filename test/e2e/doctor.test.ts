import { mkdir, realpath, symlink, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { findTerraform } from "../../scripts/support/find-terraform";
import { type CommandResult, runCommand } from "../../scripts/support/run-command";
import type { CheckResult } from "../../src/cli/doctor/check";
import type { OpenEmulator } from "../../src/emulator/start-emulator";
import { PROVIDER_SOURCE } from "../../src/product";
import { startService, TOKEN } from "../cli/support/run-on-service";
import { scrubEnvironment } from "../support/e2e/scrub-environment";
import { makeScratch } from "../support/make-scratch";

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
  root = await realpath(makeScratch());
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
});

async function inShell(command: string): Promise<CommandResult> {
  return runCommand("/bin/sh", ["-c", command], { cwd: project, env });
}

/** Runs the built command; returns what is wrong. */
async function listWrong(): Promise<{ status: number; wrong: readonly CheckResult[] }> {
  const { status, stdout, output } = await inShell("mergequeue doctor --json");
  expect(output).not.toContain(TOKEN);
  const { checks } = JSON.parse(stdout) as { checks: readonly CheckResult[] };
  return { status, wrong: checks.filter((each) => each.status === "problem" || each.status === "warning") };
}

describe("mergequeue doctor, as built", () => {
  test("finds a plugin that Terraform cannot start, and its command repairs it", async () => {
    const { output } = await inShell("mergequeue provider install && terraform init");
    expect(output).toContain("Warning: Incomplete lock file information for providers");
    const [lock = "exit 1"] = /terraform providers lock -fs-mirror=.*/.exec(output) ?? [];
    expect((await inShell(lock)).output).toContain("found no need for changes");
    expect(await listWrong()).toEqual({ status: 0, wrong: [] });
    await inShell("chmod -x $HOME/.terraform.d/plugins/*/*/*/*/*/terraform-provider-*");
    expect((await inShell("terraform providers schema -json")).status).not.toBe(0);
    const { status, wrong } = await listWrong();
    expect({ status, wrong: wrong.map((each) => each.check) }).toEqual({ status: 1, wrong: ["installed"] });
    expect((await inShell(String(wrong[0]?.command))).status).toBe(0);
    expect((await inShell("terraform providers schema -json")).status).toBe(0);
  });
});
