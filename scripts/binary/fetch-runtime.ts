import { hash } from "node:crypto";
import { existsSync } from "node:fs";
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { readLockedPackages } from "../support/locked-packages";
import { runCommand } from "../support/run-command";
import type { BinaryPlatform } from "./platforms";

interface PinnedPackage {
  readonly version: string;
  /** `sha512-` and the hash of the package's archive in base64. */
  readonly integrity: string;
}

/**
 * Finds the runtime for a platform's binary. npm has installed the one for this machine. For another
 * platform, downloads the archive to `.scratch/runtimes`; each call verifies and unpacks it.
 * @param root - the project's root directory, absolute
 * @returns the absolute path of the runtime's executable
 * @throws Error if the archive's SHA-512 differs from `package-lock.json`
 */
export async function fetchRuntime(root: string, platform: BinaryPlatform): Promise<string> {
  const installed = tryFindInstalled(root, platform);
  if (installed !== undefined) return installed;
  const locked = await readLockedPackage(root, platform.runtimePackage);
  const stem = join(root, ".scratch/runtimes", `${platform.name}-${locked.version}`);
  const executable = join(stem, platform.executable);
  await mkdir(dirname(executable), { recursive: true });
  const staging = await mkdtemp(join(root, ".scratch/runtimes/fetch-"));
  try {
    const archive = `${stem}.tgz`;
    if (!existsSync(archive)) await rename(await download(platform.runtimePackage, locked, staging), archive);
    await verifyKept(archive, platform.runtimePackage, locked);
    await unpack(archive, platform.executable, staging);
    await chmod(join(staging, "package", platform.executable), 0o755);
    // The rename is atomic: another process may fetch the same runtime.
    await rename(join(staging, "package", platform.executable), executable);
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
  return executable;
}

/** If npm runs install scripts, that of `bun` moves the executable out of this machine's package. */
function tryFindInstalled(root: string, { runtimePackage, executable }: BinaryPlatform): string | undefined {
  const directory = join(root, "node_modules", runtimePackage);
  if (!existsSync(directory)) return undefined;
  return [join(directory, executable), join(root, "node_modules/bun/bin/bun.exe")].find((path) =>
    existsSync(path),
  );
}

/** Reads the version and hash of a package from the lock file. @throws Error if they are missing */
export async function readLockedPackage(root: string, name: string): Promise<PinnedPackage> {
  const { version, integrity } = (await readLockedPackages(root))[`node_modules/${name}`] ?? {};
  if (version === undefined || integrity === undefined) {
    throw new Error(`package-lock.json does not pin ${name} with a version and an integrity.`);
  }
  return { version, integrity };
}

async function download(name: string, locked: PinnedPackage, directory: string): Promise<string> {
  const spec = `${name}@${locked.version}`;
  const packed = await runCommand("npm", ["pack", "--silent", "--pack-destination", directory, spec], {
    cwd: directory,
    env: process.env,
  });
  const archive = (await readdir(directory)).find((file) => file.endsWith(".tgz"));
  if (packed.status !== 0 || archive === undefined) {
    throw new Error(`npm pack ${spec} failed: ${packed.output}`);
  }
  return join(directory, archive);
}

/** Compares an archive with the lock file. If it differs, removes it: the next run downloads it again. */
async function verifyKept(archive: string, name: string, locked: PinnedPackage): Promise<void> {
  const { version, integrity } = locked;
  const found = `sha512-${hash("sha512", await readFile(archive), "base64")}`;
  if (found === integrity) return;
  await rm(archive, { force: true });
  throw new Error(
    `The archive of ${name} ${version} is not the one of package-lock.json: ${found} instead of ${integrity}. ` +
      "It was not used.",
  );
}

async function unpack(archive: string, file: string, directory: string): Promise<void> {
  const unpacked = await runCommand("tar", ["-xzf", archive, `package/${file}`], { cwd: directory });
  if (unpacked.status !== 0) throw new Error(`${archive} cannot be unpacked: ${unpacked.output}`);
}
