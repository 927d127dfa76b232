import { spawnSync } from "node:child_process";
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { readBinaryPackage } from "../../scripts/binary/package-files";
import { BINARY_PLATFORMS, findOwnPlatform } from "../../scripts/binary/platforms";
import { findTerraform } from "../../scripts/support/find-terraform";
import { type CommandResult, runCommand } from "../../scripts/support/run-command";
import { formatCliConfiguration } from "../../src/distribution/cli-configuration";
import { REGISTRY_HOSTS, VERSION } from "../../src/product";
import { makeTinyPackage, makeTinyRelease } from "../release/support/tiny-release";
import { readTerraformVersion } from "../support/e2e/read-terraform-version";
import { scrubEnvironment } from "../support/e2e/scrub-environment";

const ROOT = resolve(__dirname, "../..");
const OWN = findOwnPlatform();
const LOCK = ".terraform.lock.hcl";

const APP = `const { App, TerraformStack } = require("cdktf");
const { MergeQueue, MergeQueueProvider } = require(${JSON.stringify(join(ROOT, "dist/index.js"))});
const app = new App({ outdir: "cdktf.out" });
const stack = new TerraformStack(app, "queues");
new MergeQueueProvider(stack, "mergequeue", { baseUrl: "http://127.0.0.1:9/v1" });
new MergeQueue(stack, "main", { repo: "github.com/acme/web", targetBranch: "main" });
app.synth();
`;

let release: string;
let base: string;

beforeAll(async () => {
  // Of the other platforms, Terraform only compares hashes.
  release = await makeTinyRelease({
    readPackage: async (root, platform) =>
      platform.name === OWN.name ? readBinaryPackage(root, platform) : makeTinyPackage(platform),
  });
});

afterAll(async () => {
  await rm(release, { recursive: true, force: true });
});

beforeEach(async () => {
  base = await realpath(await mkdtemp(join(tmpdir(), "provider package-")));
  await mkdir(join(base, "home"));
});

afterEach(async () => {
  await rm(base, { recursive: true, force: true });
});

/** A machine without Node.js. */
async function terraform(
  directory: string,
  args: readonly string[],
  env: { readonly [name: string]: string } = {},
): Promise<CommandResult> {
  const environment = scrubEnvironment(join(base, "home"), {
    MERGEQUEUE_TOKEN: "mqtest_package",
    PATH: join(base, "home"),
    ...env,
  });
  return runCommand(findTerraform(), [...args, "-no-color"], { cwd: directory, env: environment });
}

/** Only Terraform reads the entry that synth writes; OpenTofu writes its own. */
const isOpenTofu = readTerraformVersion().product === "OpenTofu";

async function synth(): Promise<string> {
  await writeFile(join(base, "main.cjs"), APP);
  const env = scrubEnvironment(join(base, "home"), {
    MERGEQUEUE_PROVIDER_PACKAGE: release,
    NODE_PATH: join(ROOT, "node_modules"),
  });
  const { status, output } = await runCommand(process.execPath, ["main.cjs"], { cwd: base, env });
  expect({ status, output }).toMatchObject({ status: 0 });
  return join(base, "cdktf.out/stacks/queues");
}

describe("a stack that was synthesized with MERGEQUEUE_PROVIDER_PACKAGE", () => {
  (isOpenTofu ? test.skip : test)(
    "D-08: init -lockfile=readonly accepts it without a change of the lock file, and a plan runs without Node.js",
    async () => {
      const stack = await synth();
      const locked = await readFile(join(stack, LOCK), "utf8");
      const init = await terraform(stack, ["init", "-input=false", "-lockfile=readonly"]);
      expect(init).toMatchObject({ status: 0 });
      expect(init.output).not.toContain("Provider lock file not updated");
      const plan = await terraform(stack, ["plan", "-input=false", "-refresh=false"]);
      expect(plan.output).toContain("1 to add");
      await terraform(stack, ["init", "-input=false"]);
      expect(await readFile(join(stack, LOCK), "utf8")).toBe(locked);
    },
  );

  (isOpenTofu ? test.skip : test)(
    "D-08: its lock file has the hashes that Terraform computes for every platform",
    async () => {
      const stack = await synth();
      const locked = await readFile(join(stack, LOCK), "utf8");
      const platforms = BINARY_PLATFORMS.map(({ name }) => `-platform=${name}`);
      const mirror = `-fs-mirror=${join(stack, "terraform.d/plugins")}`;
      const { status, output } = await terraform(stack, ["providers", "lock", mirror, ...platforms]);
      expect({ status, output }).toMatchObject({ status: 0 });
      const known = new Set(locked.match(/"h1:.*"/g));
      expect(known.size).toBe(BINARY_PLATFORMS.length);
      expect(new Set((await readFile(join(stack, LOCK), "utf8")).match(/"h1:.*"/g))).toEqual(known);
    },
  );
});

describe("a mirror that provider install --from has made", () => {
  test("R-02: init installs the executable from it, and a plan runs without Node.js", async () => {
    const mirror = join(base, "mirror");
    const command = ["provider", "install", "--from", release, "--dir", mirror];
    const made = spawnSync(process.execPath, [join(ROOT, "dist/cli.js"), ...command], { encoding: "utf8" });
    expect(made).toMatchObject({ status: 0, stdout: formatCliConfiguration(mirror) });
    await writeFile(join(base, "cli.tfrc"), made.stdout);
    await mkdir(join(base, "work"));
    await writeFile(
      join(base, "work/main.tf"),
      `terraform {
  required_providers {
    mergequeue = {
      source  = "${REGISTRY_HOSTS[isOpenTofu ? 1 : 0]}/mergequeue/mergequeue"
      version = "${VERSION}"
    }
  }
}

provider "mergequeue" {
  base_url = "http://127.0.0.1:9/v1"
}
`,
    );
    const env = { TF_CLI_CONFIG_FILE: join(base, "cli.tfrc") };
    expect(await terraform(join(base, "work"), ["init"], env)).toMatchObject({ status: 0 });
    expect((await terraform(join(base, "work"), ["plan"], env)).output).toContain("No changes.");
  });
});
