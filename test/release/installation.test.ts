import { execFileSync } from "node:child_process";
import { hash } from "node:crypto";
import { copyFile, mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { readBinaryPackage } from "../../scripts/binary/package-files";
import { BINARY_PLATFORMS, findOwnPlatform } from "../../scripts/binary/platforms";
import { archiveName, type ReleaseRequest } from "../../scripts/release/make-release";
import { signFile } from "../../scripts/release/sign-file";
import { findProviderBundle } from "../../src/distribution/find-provider-bundle";
import { installMirror } from "../../src/distribution/install-mirror";
import { executableName } from "../../src/distribution/layout";
import { readProviderPackage } from "../../src/distribution/provider-package";
import { startEmulator } from "../../src/emulator/start-emulator";
import { PROVIDER_SOURCE, REGISTRY_HOSTS, VERSION } from "../../src/product";
import { listTestedTerraforms } from "../support/e2e/list-tested-terraforms";
import { readTerraformVersion } from "../support/e2e/read-terraform-version";
import { flatten, TerraformWorkspace } from "../support/e2e/terraform-workspace";
import { makeScratch } from "../support/make-scratch";
import { tryGetGpgSkipReason } from "./support/find-gpg";
import { Keyring } from "./support/keyring";
import { hashArchive, type Registry, startRegistry } from "./support/start-registry";
import { makeTinyPackage, makeTinyRelease } from "./support/tiny-release";

const OWN = findOwnPlatform();
const ARCHIVE = archiveName(OWN.name);
const TERRAFORMS = listTestedTerraforms();

const skipReason = tryGetGpgSkipReason();
if (skipReason !== undefined) process.stderr.write(`Skipped: releases in a registry. ${skipReason}\n`);

/** Called after each test, to close its resources. */
const closers: (() => Promise<void>)[] = [];

afterEach(async () => {
  const ends = await Promise.allSettled(closers.splice(0).map(async (close) => close()));
  for (const end of ends) if (end.status === "rejected") throw end.reason;
});

async function serve(directory: string, publicKey = ""): Promise<Registry> {
  const registry = await startRegistry(directory, publicKey);
  closers.push(registry.close);
  return registry;
}

/** Makes a configuration that requires the provider, and says where it is installed from. */
async function openWorkspace(
  binary: string,
  source: string,
  method: string,
  { certificate = "", configuration = "", env = {} } = {},
): Promise<TerraformWorkspace> {
  const required = `required_providers {\nmergequeue = { source = ${JSON.stringify(source)} }\n}`;
  const workspace = await TerraformWorkspace.create({
    binary,
    files: { "main.tf": `terraform {\n${required}\n}\n${configuration}`, "ca.pem": certificate },
    cliConfiguration: method === "" ? "" : `provider_installation {\n${method}\n}\n`,
    env,
  });
  closers.push(async () => workspace.remove());
  return workspace;
}

/** Tells Terraform to trust a server. */
function trust(workspace: TerraformWorkspace): { readonly SSL_CERT_FILE: string } {
  return { SSL_CERT_FILE: join(workspace.directory, "ca.pem") };
}

/**
 * Fills a filesystem mirror with archives as they are (rule D-07: the packed layout), under both registries'
 * names, with the commands of docs/guides/installing.md.
 */
async function fillMirror(releaseDirectory: string): Promise<Record<"path" | "method", string>> {
  const mirror = makeScratch();
  const page = await readFile(resolve(__dirname, "../../docs/guides/installing.md"), "utf8");
  const [, commands = ""] = /^```sh\n((?:(?!^```)[^])*\/opt\/terraform-mirror[^]*?)^```$/m.exec(page) ?? [];
  expect(commands.trimEnd().split("\n")).toHaveLength(5);
  // sha256sum names what it checks relative to its directory.
  const script = commands.replaceAll("/opt/terraform-mirror", mirror);
  execFileSync("sh", ["-e", "-c", script], { cwd: releaseDirectory });
  return { path: mirror, method: mirrorAt(mirror) };
}

function mirrorAt(path: string): string {
  return `filesystem_mirror {\npath = ${JSON.stringify(path)}\n}`;
}

/** Flips a bit in the contents of an archive. Terraform's own hash does not cover the metadata. */
async function flipBit(file: string): Promise<void> {
  const bytes = await readFile(file);
  // The first entry's header, then its name and extra fields, then its contents (APPNOTE.TXT 4.3.7).
  const start = 30 + bytes.readUInt16LE(26) + bytes.readUInt16LE(28);
  const middle = start + Math.floor(bytes.readUInt32LE(18) / 2);
  bytes.writeUInt8(bytes.readUInt8(middle) ^ 1, middle);
  await writeFile(file, bytes);
}

/** Runs `init` where nothing has been installed, and expects it to be refused. */
async function expectRefusal(workspace: TerraformWorkspace, env = {}): Promise<string> {
  await rm(join(workspace.directory, ".terraform"), { recursive: true, force: true });
  const { status, output } = await workspace.tryRun(["init"], env);
  expect(status).toBe(1);
  const files = await readdir(workspace.directory, { recursive: true });
  expect(files.filter((name) => name.endsWith(executableName(VERSION)))).toEqual([]);
  return flatten(output);
}

async function readLock(workspace: TerraformWorkspace): Promise<string> {
  return readFile(join(workspace.directory, ".terraform.lock.hcl"), "utf8");
}

(skipReason === undefined ? describe : describe.skip)("a release in a registry", () => {
  let keyring: Keyring;
  let sign: NonNullable<ReleaseRequest["sign"]>;
  let publicKey: string;
  let foreignKey: string;

  beforeAll(() => {
    keyring = new Keyring();
    const key = keyring.addKey("rsa2048");
    sign = (file, signature) => {
      signFile(file, signature, key, keyring.env);
    };
    publicKey = keyring.exportKey(key);
    foreignKey = keyring.exportKey(keyring.addKey("rsa3072"));
  });

  afterAll(() => {
    keyring.close();
  });

  async function open(binary: string, directory: string, key = publicKey): Promise<TerraformWorkspace> {
    const registry = await serve(directory, key);
    const { certificate } = registry;
    return openWorkspace(binary, `${registry.host}/${PROVIDER_SOURCE}`, "", { certificate });
  }

  describe.each(TERRAFORMS)("with %s", (binary) => {
    test("S-23: init reports the signature and locks all platforms", async () => {
      const directory = await makeTinyRelease({ sign });
      const workspace = await open(binary, directory);
      const { output } = await workspace.run(["init"], trust(workspace));
      expect(flatten(output)).toMatch(/Installed \S+ v\d+\.\d+\.\d+ \((self-)?signed, key ID [0-9A-F]{16}\)/);
      const lock = await readLock(workspace);
      for (const { name } of BINARY_PLATFORMS) {
        const archive = await readFile(join(directory, archiveName(name)));
        expect(lock).toContain(`"zh:${hash("sha256", archive)}"`);
      }
      expect(lock).toContain(`"${hashArchive(await readFile(join(directory, ARCHIVE)))}"`);
    });

    test("S-23: a release that is signed with another key is refused", async () => {
      const workspace = await open(binary, await makeTinyRelease({ sign }), foreignKey);
      expect(await expectRefusal(workspace, trust(workspace))).toMatch(
        /unknown issuer|not signed with a valid signing key|signed by unknown entity/,
      );
    });

    test("S-23: after init, no platform's archive can be replaced with other content", async () => {
      const directory = await makeTinyRelease({ sign });
      const workspace = await open(binary, directory);
      const platforms = BINARY_PLATFORMS.map(({ name }) => `-platform=${name}`);
      await workspace.run(["providers", "lock", ...platforms], trust(workspace));
      const lock = await readLock(workspace);
      for (const { name } of BINARY_PLATFORMS)
        expect(lock).toContain(`"${hashArchive(await readFile(join(directory, archiveName(name))))}"`);
      const readPackage: ReleaseRequest["readPackage"] = async (_root, it) => makeTinyPackage(it, "Changed.");
      const changed = await makeTinyRelease({ sign, readPackage });
      for (const name of await readdir(changed)) await copyFile(join(changed, name), join(directory, name));
      expect(await expectRefusal(workspace, trust(workspace))).toMatch(/match any of the checksums/);
    });
  });
});

describe.each(TERRAFORMS)("a release in a mirror, with %s", (binary) => {
  test("S-23: one flipped bit is refused from a network mirror, by the list of the release", async () => {
    const directory = await makeTinyRelease();
    const { mirrorUrl, certificate } = await serve(directory);
    await flipBit(join(directory, ARCHIVE));
    const method = `network_mirror {\nurl = ${JSON.stringify(mirrorUrl)}\n}`;
    const workspace = await openWorkspace(binary, PROVIDER_SOURCE, method, { certificate });
    expect(await expectRefusal(workspace, trust(workspace))).toMatch(/checksum/);
  });

  test("D-12: init unpacks it from a network mirror over https", async () => {
    const { mirrorUrl, certificate } = await serve(await makeTinyRelease());
    const method = `network_mirror {\nurl = ${JSON.stringify(mirrorUrl)}\n}`;
    const workspace = await openWorkspace(binary, PROVIDER_SOURCE, method, { certificate });
    await workspace.run(["init"], trust(workspace));
    const host = REGISTRY_HOSTS[readTerraformVersion(binary).product === "OpenTofu" ? 1 : 0];
    const installed = join(".terraform/providers", host, PROVIDER_SOURCE, VERSION, OWN.name);
    const { mode } = await stat(join(workspace.directory, installed, executableName(VERSION)));
    expect(mode & 0o777).toBe(0o755);
  });

  test("D-08: the lock file refuses the npm package until `providers lock` adds it", async () => {
    const archives = await fillMirror(await makeTinyRelease());
    const npm = join(archives.path, "npm");
    installMirror(npm, readProviderPackage(findProviderBundle(__dirname), VERSION), "linux");
    const workspace = await openWorkspace(binary, PROVIDER_SOURCE, archives.method);
    await workspace.run(["init"]);

    const cliFile = join(workspace.directory, "npm.tfrc");
    await writeFile(cliFile, `provider_installation {\n${mirrorAt(npm)}\n}\n`);
    const fromNpm = { TF_CLI_CONFIG_FILE: cliFile };
    expect(await expectRefusal(workspace, fromNpm)).toMatch(/match any of the checksums previously recorded/);

    await workspace.run(["providers", "lock", `-fs-mirror=${npm}`, `-platform=${OWN.name}`]);
    await workspace.run(["init"], fromNpm);
    await rm(join(workspace.directory, ".terraform"), { recursive: true });
    await workspace.run(["init", "-lockfile=readonly"]);
  });
});

describe("the package of this platform", () => {
  test("D-12: init takes it from a filesystem mirror, and a plan runs without Node.js", async () => {
    const mirror = makeScratch();
    // Unpacked: compressing an executable takes as long as ten other tests, which prove that archives unpack.
    const files = await readBinaryPackage(resolve(__dirname, "../.."), OWN);
    for (const host of REGISTRY_HOSTS) {
      const directory = join(mirror, host, PROVIDER_SOURCE, VERSION, OWN.name);
      for (const { name, content, mode } of files) {
        const file = join(directory, name);
        await mkdir(dirname(file), { recursive: true });
        await writeFile(file, content, { mode });
      }
    }
    // Too short to be looked for in all that is installed.
    const emulator = await startEmulator({ token: "mqtest_release" });
    closers.push(async () => emulator.close());
    const workspace = await openWorkspace(TERRAFORMS[0] ?? "", PROVIDER_SOURCE, mirrorAt(mirror), {
      configuration: `resource "mergequeue_queue" "main" {
        repo          = { host = "github.com", owner = "acme", name = "web" }
        target_branch = "main"
        mode          = "parallel"
      }`,
      env: { MERGEQUEUE_BASE_URL: emulator.url, MERGEQUEUE_TOKEN: emulator.token, PATH: mirror },
    });
    await workspace.run(["init"]);
    expect((await workspace.run(["plan"])).output).toContain("Plan: 1 to add");
  });
});
