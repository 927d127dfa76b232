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
  type Stats,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { DistributionError } from "./distribution-error";
import { packageDirectories } from "./layout";
import { makeDirectory } from "./make-directory";
import type { ProviderPackage } from "./provider-package";

/** How a directory relates to the package that shall be there. */
export type PackageState = "absent" | "same" | "different";

/** A directory that a package belongs in. */
export interface PackagePlace {
  /** Absolute path. */
  readonly directory: string;
  readonly state: PackageState;
}

/**
 * Looks at every directory of `mirror` that the package belongs in.
 * `same` means: exactly its files, with its content, and its executable can be executed.
 */
export function inspectPackages(mirror: string, provider: ProviderPackage): PackagePlace[] {
  const verified = new Set<string>();
  return packageDirectories(provider.version).map((relative) => {
    const directory = join(mirror, relative);
    return { directory, state: inspectPackage(directory, provider, verified) };
  });
}

/**
 * Brings the package to all given places that do not hold it. Each package is made complete beside them and
 * moved into place as a whole, so that nobody ever sees half of one; what was in its place before is gone
 * afterwards. Its files share one copy by hard links where the file system can.
 * @param mirror - absolute directory on the same file system as the places; created if need be
 * @throws DistributionError `not_writable`
 */
export function writePackages(
  mirror: string,
  provider: ProviderPackage,
  places: readonly PackagePlace[],
): void {
  if (places.every((place) => place.state === "same")) return;
  let staging: string | undefined;
  try {
    makeDirectory(mirror);
    // Terraform looks for packages five levels below a mirror and does not see this directory.
    staging = mkdtempSync(join(mirror, ".mergequeue-"));
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
  } catch (error) {
    throw new DistributionError(
      "not_writable",
      `The provider plugin cannot be written to ${mirror} (${describeFailure(error)}). ` +
        "Check that the directory can be written to and that there is space, then try again.",
      error,
    );
  } finally {
    if (staging !== undefined) rmSync(staging, { recursive: true, force: true });
  }
}

function inspectPackage(directory: string, provider: ProviderPackage, verified: Set<string>): PackageState {
  if (!existsSync(directory)) return "absent";
  const isSame =
    statSync(directory).isDirectory() &&
    readdirSync(directory).length === provider.files.length &&
    provider.files.every((file) => {
      const path = join(directory, file.name);
      let stats: Stats;
      try {
        stats = statSync(path);
      } catch {
        return false;
      }
      if (!stats.isFile() || stats.size !== file.content.length) return false;
      if ((stats.mode & 0o100) !== (file.mode & 0o100)) return false;
      // Hard links to what was compared already need not be read again.
      const identity = `${file.name} ${stats.dev} ${stats.ino}`;
      if (verified.has(identity)) return true;
      if (!readFileSync(path).equals(file.content)) return false;
      verified.add(identity);
      return true;
    });
  return isSame ? "same" : "different";
}

function makePackage(directory: string, provider: ProviderPackage, source: string | undefined): void {
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
    // Another process may have brought the same package meanwhile; a directory with content is not replaced.
    if (inspectPackage(directory, provider, new Set()) !== "same") throw error;
  }
}

function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    // Not every file system knows hard links, and some limit their number.
    copyFileSync(from, to);
  }
}

/** Answers what a file system said. */
export function describeFailure(error: unknown): string {
  return typeof error === "object" && error !== null && "message" in error
    ? String(error.message)
    : String(error);
}
