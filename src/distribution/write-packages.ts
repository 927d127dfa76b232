import {
  chmodSync,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { DistributionError } from "./distribution-error";
import { packageDirectories } from "./layout";
import type { PackageFile, ProviderPackage } from "./provider-package";

/** The state of a package's directory, or of one of its files. */
export type PackageState = "absent" | "same" | "different";

type PackagePlace = Readonly<{ directory: string; state: PackageState }>;

/** Inspects each directory of a package in a mirror. `same`: it is complete and unchanged, and can be run. */
export function inspectPackages(mirror: string, provider: ProviderPackage): PackagePlace[] {
  const verified = new Set<string>();
  return packageDirectories(provider.version)
    .map((relative) => join(mirror, relative))
    .map((directory) => ({ directory, state: inspectPackage(directory, provider, verified) }));
}

/**
 * Writes the package where it is missing or different. Moves each copy into place in one step, so that no
 * process sees an incomplete copy. Copies share their files by hard links where possible.
 * @param mirror - absolute, created if missing; on one file system. @throws DistributionError `not_writable`
 */
export function writePackages(mirror: string, provider: ProviderPackage, places: PackagePlace[]): void {
  if (places.every((place) => place.state === "same")) return;
  withStaging(mirror, (staging) => {
    let source = places.find((place) => place.state === "same")?.directory;
    for (const [index, place] of places.entries()) {
      if (place.state === "same") continue;
      const made = join(staging, `new-${index}`);
      makePackage(made, provider, source);
      if (place.state === "different") renameSync(place.directory, join(staging, `old-${index}`));
      makeDirectory(dirname(place.directory));
      moveIntoPlace(made, place.directory, provider);
      source ??= place.directory;
    }
  });
}

/** Calls `write` with a temporary directory in `directory`. @throws DistributionError `not_writable` */
export function withStaging(directory: string, write: (staging: string) => void): void {
  let staging: string | undefined;
  try {
    makeDirectory(directory);
    // Terraform does not find this directory: it looks for packages five levels below a mirror.
    staging = mkdtempSync(join(directory, ".mergequeue-"));
    write(staging);
  } catch (error) {
    throw describeWriteFailure(directory, error);
  } finally {
    if (staging !== undefined) rmSync(staging, { recursive: true, force: true });
  }
}

export function describeWriteFailure(directory: string, cause: unknown): DistributionError {
  const problem = `The provider plugin cannot be written to ${directory}`;
  return createRefusal(problem, "the directory can be written to and that there is space", cause);
}

function inspectPackage(directory: string, provider: ProviderPackage, verified: Set<string>): PackageState {
  if (!existsSync(directory)) return "absent";
  const isSame =
    statSync(directory).isDirectory() &&
    readdirSync(directory).length === provider.files.length &&
    provider.files.every((file) => inspectFile(directory, file, verified) === "same");
  return isSame ? "same" : "different";
}

/** `same`: content and executable bit match. @param verified - inodes of files already compared */
export function inspectFile(
  directory: string,
  { name, content, mode }: PackageFile,
  verified: Set<string> = new Set(),
): PackageState {
  const path = join(directory, name);
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return "absent";
  const looksSame = stats.isFile() && stats.size === content.length && ((stats.mode ^ mode) & 0o100) === 0;
  if (!looksSame) return "different";
  const identity = `${name} ${stats.dev} ${stats.ino}`;
  if (!verified.has(identity) && !readFileSync(path).equals(content)) return "different";
  verified.add(identity);
  return "same";
}

/** Makes a package's directory. @param source - directory with the same package, whose files can be linked */
export function makePackage(directory: string, provider: ProviderPackage, source?: string): void {
  mkdirSync(directory);
  for (const { name, content, mode } of provider.files) {
    const path = join(directory, name);
    if (source === undefined) writeFileSync(path, content);
    else linkOrCopy(join(source, name), path);
    chmodSync(path, mode);
  }
}

function moveIntoPlace(made: string, directory: string, provider: ProviderPackage): void {
  try {
    renameSync(made, directory);
  } catch (error) {
    // Another process may have written the same package meanwhile.
    if (inspectPackage(directory, provider, new Set()) !== "same") throw error;
  }
}

/** Makes `to` a hard link to `from`, which takes no disk space. If this fails, makes a copy. */
function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    // Not every file system supports hard links, and some limit their number.
    copyFileSync(from, to);
  }
}

/** Also makes the parents. In Node.js 20, recursive `mkdirSync` never returns after ENOENT, as in `/proc`. */
function makeDirectory(directory: string): void {
  if (existsSync(directory)) return;
  const parent = dirname(directory);
  if (parent !== directory) makeDirectory(parent);
  try {
    mkdirSync(directory);
  } catch (error) {
    // Another process may have created it meanwhile.
    if (!existsSync(directory)) throw error;
  }
}

/** Makes the error for an access that the file system refused. @param check - the words after `Check that` */
export function createRefusal(problem: string, check: string, cause: unknown): DistributionError {
  const isError = typeof cause === "object" && cause !== null && "message" in cause;
  const why = String(isError ? cause.message : cause);
  return new DistributionError(
    "not_writable",
    `${problem} (${why}). Check that ${check}, then try again.`,
    cause,
  );
}
