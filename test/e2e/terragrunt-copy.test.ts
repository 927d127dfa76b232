import { cp, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { findTerraform } from "../../scripts/support/find-terraform";
import { type CommandResult, runCommand } from "../../scripts/support/run-command";
import { formatCliConfiguration, installMirror } from "../../src/distribution/install-mirror";
import { lockProvider } from "../../src/distribution/lock-provider";
import { readProviderPackage } from "../../src/distribution/provider-package";
import { REGISTRY_HOSTS, VERSION } from "../../src/product";
import { readTerraformVersion } from "../support/e2e/read-terraform-version";
import { scrubEnvironment } from "../support/e2e/scrub-environment";
import { makeScratch } from "../support/make-scratch";

const ROOT = resolve(__dirname, "../..");
const STACK = `terraform {
  required_providers {
    mergequeue = {
      source  = "mergequeue/mergequeue"
      version = "${VERSION}"
    }
  }
}
`;

let base = "";

beforeEach(async () => {
  base = makeScratch();
  await mkdir(join(base, "home"));
  await mkdir(join(base, "stack"));
  await writeFile(join(base, "stack/main.tf"), STACK);
});

/** Copies the stack as Terragrunt does, which leaves a list of the copied files in each directory. */
async function copyStack(): Promise<string> {
  const copy = join(base, ".terragrunt-cache/stack");
  await cp(join(base, "stack"), copy, { recursive: true });
  const entries = await readdir(copy, { recursive: true, withFileTypes: true });
  const directories = entries.filter((entry) => entry.isDirectory());
  for (const directory of [copy, ...directories.map(({ parentPath, name }) => join(parentPath, name))]) {
    await writeFile(join(directory, ".terragrunt-source-manifest"), "main.tf\n");
  }
  return copy;
}

async function init(
  directory: string,
  environment: { readonly [name: string]: string } = {},
): Promise<CommandResult> {
  const env = scrubEnvironment(join(base, "home"), environment);
  return runCommand(findTerraform(), ["init", "-no-color"], { cwd: directory, env });
}

describe("a stack that Terragrunt copies", () => {
  const provider = readProviderPackage(join(ROOT, "dist/provider/provider.cjs"), VERSION);

  /** Locks the provider as `init` has done in the stack. */
  async function lock(): Promise<void> {
    lockProvider(join(base, "stack"), provider);
    if (readTerraformVersion().product === "Terraform") return;
    const file = join(base, "stack/.terraform.lock.hcl");
    const text = await readFile(file, "utf8");
    await writeFile(file, text.replaceAll(REGISTRY_HOSTS[0], REGISTRY_HOSTS[1]));
  }

  test("takes the plugin from a mirror, and its lock file does not change", async () => {
    const mirror = join(base, "mirror");
    installMirror(mirror, provider, process.platform);
    const configuration = join(base, "cli.tfrc");
    await writeFile(configuration, formatCliConfiguration(mirror));
    await lock();
    const locked = await readFile(join(base, "stack/.terraform.lock.hcl"), "utf8");
    const copy = await copyStack();
    const { status, output } = await init(copy, { TF_CLI_CONFIG_FILE: configuration });
    expect({ status, output }).toMatchObject({ status: 0 });
    expect(await readFile(join(copy, ".terraform.lock.hcl"), "utf8")).toBe(locked);
  });
});
