import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { runCommand } from "../support/run-command";
import type { BinaryPlatform } from "./platforms";

/** What the lock file says about a package. */
interface LockedPackage {
  readonly version: string;
  /** `sha512-` and the hash of the package's archive in base64. */
  readonly integrity: string;
}

/**
 * Finds the runtime that a platform's binary is made of. This machine's is installed already; another one is fetched
 * with npm, from the registry that npm is configured for, and kept in `.scratch/runtimes`.
 * @param root - the project's root directory, absolute
 * @returns the absolute path of the runtime's executable
 * @throws Error if the archive is not the one whose SHA-512 is in `package-lock.json`
 */
export async function fetchRuntime(root: string, platform: BinaryPlatform): Promise<string> {
  const installed = join(root, "node_modules", platform.runtimePackage, platform.executable);
  if (existsSync(installed)) return installed;
  const locked = await readLockedPackage(root, platform.runtimePackage);
  const kept = join(root, ".scratch/runtimes", `${platform.name}-${locked.version}`, platform.executable);
  if (existsSync(kept)) return kept;
  await mkdir(dirname(kept), { recursive: true });
  const staging = await mkdtemp(join(root, ".scratch/runtimes/fetch-"));
  try {
    const archive = await download(platform.runtimePackage, locked, staging);
    await unpack(archive, platform.executable, staging);
    await chmod(join(staging, "package", platform.executable), 0o755);
    // Whole or not at all, also for whoever fetches the same at this moment.
    await rename(join(staging, "package", platform.executable), kept);
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
  return kept;
}

/**
 * Reads what the lock file pins a package to.
 * @throws Error if it is not in there
 */
export async function readLockedPackage(root: string, name: string): Promise<LockedPackage> {
  const lock = JSON.parse(await readFile(join(root, "package-lock.json"), "utf8")) as {
    readonly packages: { readonly [path: string]: Partial<LockedPackage> | undefined };
  };
  const { version, integrity } = lock.packages[`node_modules/${name}`] ?? {};
  if (version === undefined || integrity === undefined) {
    throw new Error(`package-lock.json does not pin ${name} with a version and an integrity.`);
  }
  return { version, integrity };
}

/**
 * Compares an archive with what the lock file says.
 * @throws Error if it is another one
 */
function verifyIntegrity(archive: Buffer, name: string, { version, integrity }: LockedPackage): void {
  const found = `sha512-${createHash("sha512").update(archive).digest("base64")}`;
  if (found === integrity) return;
  throw new Error(
    `The archive of ${name} ${version} is not the one of package-lock.json: ${found} instead of ${integrity}. ` +
      "Nothing of it was used.",
  );
}

async function download(name: string, locked: LockedPackage, directory: string): Promise<string> {
  const spec = `${name}@${locked.version}`;
  const packed = await runCommand("npm", ["pack", "--silent", "--pack-destination", directory, spec], {
    cwd: directory,
    env: process.env,
  });
  const archive = (await readdir(directory)).find((file) => file.endsWith(".tgz"));
  if (packed.status !== 0 || archive === undefined) {
    throw new Error(`npm pack ${spec} failed: ${packed.output}`);
  }
  const path = join(directory, archive);
  verifyIntegrity(await readFile(path), name, locked);
  return path;
}

async function unpack(archive: string, file: string, directory: string): Promise<void> {
  const unpacked = await runCommand("tar", ["-xzf", archive, `package/${file}`], { cwd: directory });
  if (unpacked.status !== 0) throw new Error(`${archive} cannot be unpacked: ${unpacked.output}`);
}
