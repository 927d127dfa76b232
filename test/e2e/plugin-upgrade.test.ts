import { chmod, mkdir, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type * as Cdktf from "cdktf";
import { formatNodeCheck } from "../../scripts/build/format-node-check";
import { findTerraform } from "../../scripts/support/find-terraform";
import { type CommandResult, runCommand } from "../../scripts/support/run-command";
import type * as Constructs from "../../src/constructs";
import type * as Bundle from "../../src/distribution/find-provider-bundle";
import { BUNDLE_NAME, START_NAME } from "../../src/distribution/layout";
import type * as Product from "../../src/product";
import { MINIMUM_NODE_VERSION } from "../../src/product";
import { readTerraformVersion } from "../support/e2e/read-terraform-version";
import { scrubEnvironment } from "../support/e2e/scrub-environment";
import { makeScratch } from "../support/make-scratch";
import { writeBuiltProvider } from "../support/write-built-provider";

let root: string;
let stackDirectory: string;

beforeEach(async () => {
  root = makeScratch("plugin upgrade-");
  stackDirectory = join(root, "cdktf.out", "stacks", "queues");
  await mkdir(join(root, "home"));
  await writeFile(join(root, "cli.tfrc"), "");
});

/** Synthesizes a stack as the given version of the package does; its plugin need not run for `init`. */
async function synthesize(version: string): Promise<void> {
  const bundle = writeBuiltProvider(join(root, `provider-${version}`), {
    [BUNDLE_NAME]: formatNodeCheck(),
    [START_NAME]: `console.log("The plugin of ${version} was started.");`,
  });
  jest.isolateModules(() => {
    jest.doMock("../../src/product", () => ({
      ...jest.requireActual<typeof Product>("../../src/product"),
      VERSION: version,
    }));
    jest.doMock("../../src/distribution/find-provider-bundle", (): typeof Bundle => ({
      findProviderBundle: () => bundle,
    }));
    const { App, TerraformStack } = jest.requireActual<typeof Cdktf>("cdktf");
    const { MergeQueue, MergeQueueProvider } = jest.requireActual<typeof Constructs>("../../src/constructs");
    const app = new App({ outdir: join(root, "cdktf.out") });
    const stack = new TerraformStack(app, "queues");
    new MergeQueueProvider(stack, "mergequeue");
    new MergeQueue(stack, "main", { repo: "github.com/acme/web", targetBranch: "main" });
    app.synth();
  });
}

async function terraform(args: readonly string[], env: Record<string, string> = {}): Promise<CommandResult> {
  return runCommand(findTerraform(), args, {
    cwd: stackDirectory,
    env: scrubEnvironment(join(root, "home"), { TF_CLI_CONFIG_FILE: join(root, "cli.tfrc"), ...env }),
  });
}

async function init(...args: readonly string[]): Promise<CommandResult> {
  const result = await terraform(["init", "-input=false", ...args]);
  if (result.status !== 0) throw new Error(result.output);
  return result;
}

const { product } = readTerraformVersion();

/** The provider's entry in the lock file. */
async function readLock(): Promise<{ version?: string | undefined; constraints?: string | undefined }> {
  const text = await readFile(join(stackDirectory, ".terraform.lock.hcl"), "utf8");
  return {
    version: /^\s*version\s*=\s*"(.*)"$/m.exec(text)?.[1],
    constraints: /^\s*constraints\s*=\s*"(.*)"$/m.exec(text)?.[1],
  };
}

/** Runs `init` as the CDK does: with `-upgrade` if the locked constraint excludes the required version. */
async function initLikeCdktf(): Promise<CommandResult> {
  const stack = JSON.parse(await readFile(join(stackDirectory, "cdk.tf.json"), "utf8")) as {
    readonly terraform: {
      readonly required_providers: { readonly mergequeue: { readonly version: string } };
    };
  };
  const { constraints } = await readLock();
  const required = stack.terraform.required_providers.mergequeue.version;
  return constraints === undefined || constraints === required ? init() : init("-upgrade");
}

async function listVersions(): Promise<string[]> {
  const hosts = await readdir(join(stackDirectory, "terraform.d", "plugins"));
  const lists = hosts.map((host) =>
    readdir(join(stackDirectory, "terraform.d", "plugins", host, "mergequeue", "mergequeue")),
  );
  return (await Promise.all(lists)).flat();
}

/** Synthesizes a later version, and puts the earlier lock file back, which fits the earlier version. */
async function upgradeBehindLock(): Promise<void> {
  const file = join(stackDirectory, ".terraform.lock.hcl");
  await synthesize("0.8.0");
  await init();
  const lock = await readFile(file, "utf8");
  await synthesize("0.9.0");
  await writeFile(file, lock);
}

describe("a stack and the plugin next to it", () => {
  test("D-07, D-08: init needs no registry and no configuration; a new synth and a copy fit the same lock file", async () => {
    await synthesize("0.9.0");
    const { output } = await init();
    expect(output).toContain("mergequeue/mergequeue v0.9.0");
    expect(await readLock()).toEqual({ version: "0.9.0", constraints: "0.9.0" });
    const file = join(stackDirectory, ".terraform.lock.hcl");
    const lock = await readFile(file, "utf8");
    await rm(join(root, "cdktf.out"), { recursive: true });
    await synthesize("0.9.0");
    const synthesized = await readFile(file, "utf8");
    await writeFile(file, lock);
    await init("-lockfile=readonly");

    // OpenTofu has an entry of its own, which synth does not know before its first init.
    if (product !== "Terraform") return;
    await writeFile(file, synthesized);
    expect((await init("-lockfile=readonly")).output).not.toContain("Incomplete lock file");
    const findHash = (text: string): string | undefined => /"(h1:[^"]+)"/.exec(text)?.[1];
    expect(findHash(synthesized)).toMatch(/^h1:/);
    await rm(file);
    await init();
    // Exactly as Terraform locks it itself, so that the registry is not asked for it.
    expect(findHash(await readFile(file, "utf8"))).toBe(findHash(synthesized));
  });

  test("D-08: after another version of the package the lock file follows with synth, up and down", async () => {
    await synthesize("0.8.0");
    await init();
    await synthesize("0.9.0");
    expect(await listVersions()).toEqual(["0.9.0", "0.9.0"]);
    await init("-lockfile=readonly");
    expect(await readLock()).toEqual({ version: "0.9.0", constraints: "0.9.0" });
    await synthesize("0.8.0");
    await init("-upgrade");
    expect(await readLock()).toEqual({ version: "0.8.0", constraints: "0.8.0" });
  });

  test("D-08: with an older lock file, init says to upgrade; the CDK's command does it by itself, because the entry has a constraint", async () => {
    await upgradeBehindLock();
    const refused = await terraform(["init", "-input=false"]);
    expect(refused.status).toBe(1);
    expect(refused.output).toContain("-upgrade");
    await initLikeCdktf();
    expect(await readLock()).toEqual({ version: "0.9.0", constraints: "0.9.0" });
    await init();
  });

  test("D-09, S-23: Terraform starts the plugin through .terraform's links, says which Node.js is missing, and refuses one flipped bit", async () => {
    await synthesize("0.9.0");
    await init();
    const { output } = await terraform(["validate", "-no-color"]);
    expect(output).toContain("The plugin of 0.9.0 was started.");

    const bin = join(root, "bin");
    await mkdir(bin);
    await symlink("/bin/sh", join(bin, "sh"));
    const missing = await terraform(["validate", "-no-color"], { PATH: bin });
    expect(missing.status).not.toBe(0);
    expect(unwrap(missing.output)).toContain("Node.js was not found on the PATH");

    const [node, old] = [join(bin, "node"), join(root, "old.cjs")];
    await writeFile(old, 'Object.defineProperty(process, "version", { value: "v18.20.0" });');
    await writeFile(node, `#!/bin/sh\nexec '${process.execPath}' --require '${old}' "$@"\n`);
    await chmod(node, 0o755);
    const tooOld = await terraform(["validate", "-no-color"], { PATH: `${bin}:/usr/bin:/bin` });
    expect(unwrap(tooOld.output)).toContain(`needs Node.js ${MINIMUM_NODE_VERSION} or newer, but`);

    const folder = join(stackDirectory, "terraform.d", "plugins");
    const names = await readdir(folder, { recursive: true });
    const bundle = join(folder, names.find((it) => it.endsWith("provider.cjs")) ?? "");
    const bytes = await readFile(bundle);
    bytes.writeUInt8(bytes.readUInt8(20) ^ 1, 20);
    await writeFile(bundle, bytes);
    const planned = await terraform(["plan", "-no-color"]);
    expect(planned.status).toBe(1);
    expect(unwrap(planned.output)).toMatch(
      /does not match any of the checksums recorded in the dependency lock/,
    );
    expect(planned.output).not.toContain("was started");
    const initialized = await terraform(["init", "-input=false", "-no-color"]);
    expect(initialized.status).toBe(1);
    expect(unwrap(initialized.output)).toMatch(/doesn't match any of the checksums/);
  });
});

/** Undoes the line breaks and the frame of Terraform's messages. */
function unwrap(output: string): string {
  return output.replace(/\s*\n[│\s]*/g, " ");
}
