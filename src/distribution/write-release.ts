import { existsSync, mkdtempSync, realpathSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { describeForeignContent } from "./install-mirror";
import { sourceDirectories } from "./layout";
import { hashFile, type Release, verifyRelease } from "./release";
import { describeWriteFailure, linkOrCopy, makeDirectory } from "./write-packages";

/** The place of one file of a release in a mirror. */
export interface ReleasePlace {
  readonly name: string;
  /** Absolute. */
  readonly path: string;
}

/** Lists the places of a release's files in a mirror, for all registry hosts: Terraform's packed layout (rule D-07). */
export function listReleasePlaces(mirror: string, { files }: Release): readonly ReleasePlace[] {
  return sourceDirectories().flatMap((source) =>
    files.map((name) => ({ name, path: join(mirror, source, name) })),
  );
}

/**
 * Installs the archives of a release in a filesystem mirror, for all hosts:
 * `DIR/HOST/mergequeue/mergequeue/terraform-provider-mergequeue_VERSION_OS_ARCH.zip`. Other versions and other providers in
 * the mirror are kept, and nothing is ever overwritten.
 * @param mirror - absolute; created if missing
 * @returns whether anything was written; false if the same archives were already there
 * @throws DistributionError `unusable_release`, `foreign_content` (nothing is written), `not_writable`
 */
export function installRelease(mirror: string, release: Release): boolean {
  const sums = verifyRelease(release);
  const places = listReleasePlaces(mirror, release);
  // Terraform prefers an unpacked package to an archive.
  const unpacked = sourceDirectories().map((source) => join(mirror, source, release.version));
  const foreign = [
    ...unpacked.filter((path) => existsSync(path)),
    ...places
      .filter(({ name, path }) => existsSync(path) && hashFile(path) !== sums.get(name))
      .map(({ path }) => path),
  ];
  if (foreign.length > 0) throw describeForeignContent(release.version, foreign);
  const absent = places.filter(({ path }) => !existsSync(path));
  writeRelease(mirror, release, absent);
  return absent.length > 0;
}

/**
 * Writes files of a release to a mirror. Each is moved into place when it is complete, and replaces a former one. They share
 * their space with those of the release if the file system supports hard links.
 * @param mirror - absolute; created if missing
 * @throws DistributionError `not_writable`
 */
export function writeRelease(mirror: string, release: Release, places: readonly ReleasePlace[]): void {
  if (places.length === 0) return;
  let staging: string | undefined;
  try {
    makeDirectory(mirror);
    staging = mkdtempSync(join(mirror, ".mergequeue-"));
    for (const { name, path } of places) {
      const made = join(staging, name);
      // A hard link to a symbolic link would be one, too.
      linkOrCopy(realpathSync(join(release.directory, name)), made);
      makeDirectory(dirname(path));
      renameSync(made, path);
      // Of two links to one file, a rename keeps both.
      rmSync(made, { force: true });
    }
  } catch (error) {
    throw describeWriteFailure(mirror, error);
  } finally {
    if (staging !== undefined) rmSync(staging, { recursive: true, force: true });
  }
}
