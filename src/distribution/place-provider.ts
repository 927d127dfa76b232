import { existsSync, readFileSync, rmSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { DistributionError } from "./distribution-error";
import { archiveListName, BINARY_NAME, BUNDLE_NAME, sourceDirectories } from "./layout";
import type { ProviderPackage } from "./provider-package";
import { listArchives, listNames, type Release } from "./release";
import { describeFailure, inspectPackages, writePackages } from "./write-packages";
import { listReleasePlaces, type ReleasePlace, writeRelease } from "./write-release";

/**
 * Places the provider in a stack's working directory, where `terraform init` finds it without a registry and without
 * configuration (rule D-07): `terraform.d/plugins/HOST/NAMESPACE/TYPE/VERSION/OS_ARCH`, for all hosts and platforms.
 * Removes other versions. Does not touch files that are already correct.
 * @param stackDirectory - directory in which Terraform runs, absolute
 * @throws DistributionError `not_writable`
 */
export function placeProvider(stackDirectory: string, provider: ProviderPackage): void {
  const mirror = findMirror(stackDirectory);
  for (const version of listVersions(mirror)) {
    if (basename(version) !== provider.version) removeVersion(version);
  }
  writePackages(mirror, provider, inspectPackages(mirror, provider));
}

/**
 * As {@link placeProvider}, with the archives of a release and their list. Replaces a package of the same version.
 * @throws DistributionError `not_writable`
 */
export function placeRelease(stackDirectory: string, release: Release): void {
  const mirror = findMirror(stackDirectory);
  for (const entry of listVersions(mirror)) {
    if (!release.files.includes(basename(entry))) removeVersion(entry);
  }
  const places = listReleasePlaces(mirror, release).filter((place) => !isUnchanged(place, release));
  writeRelease(mirror, release, places);
}

/** Reading hundreds of megabytes would delay every synth: the list beside an archive tells what it contains. */
function isUnchanged({ name, path }: ReleasePlace, { version, directory }: Release): boolean {
  const list = archiveListName(version);
  const beside = join(dirname(path), list);
  return (
    existsSync(path) &&
    statSync(path).size === statSync(join(directory, name)).size &&
    existsSync(beside) &&
    readFileSync(beside).equals(readFileSync(join(directory, list)))
  );
}

/**
 * Removes every version that {@link placeProvider} or {@link placeRelease} has placed in a stack's working directory.
 * Terraform does not look elsewhere for a provider that it finds there, so a leftover would hide the registry's. Files of
 * another origin, such as a binary, are kept.
 * @throws DistributionError `not_writable`
 */
export function removePlacedProvider(stackDirectory: string): void {
  const mirror = findMirror(stackDirectory);
  for (const entry of listVersions(mirror)) {
    const packages = listEntries(entry);
    if (packages.length > 0 && packages.every(isPlaced)) {
      removeVersion(entry);
    }
  }
  for (const source of sourceDirectories()) {
    for (const path of listPlacedArchives(join(mirror, source))) removeVersion(path);
  }
}

/** Returns the archives that {@link placeRelease} has placed in a directory, and their list. */
function listPlacedArchives(directory: string): string[] {
  const names = listNames(directory);
  const list = names.find((name) => LIST_NAME.test(name));
  // `terraform providers mirror` writes such a list, too, but also an index.
  if (list === undefined || names.includes("index.json")) return [];
  return [list, ...listArchives(directory, basename(list, ".json"))].map((name) => join(directory, name));
}

/** Matches what `archiveListName` returns. */
const LIST_NAME = /^\d+\.\d+\.\d+.*\.json$/;

/** Distinguishes our packages from those of a release. */
function isPlaced(directory: string): boolean {
  return existsSync(join(directory, BUNDLE_NAME)) && !existsSync(join(directory, BINARY_NAME));
}

function removeVersion(directory: string): void {
  try {
    rmSync(directory, { recursive: true, force: true });
  } catch (error) {
    throw new DistributionError(
      "not_writable",
      `The provider plugin in ${directory} cannot be removed (${describeFailure(error)}). Check that the ` +
        "directory can be written to, or remove it yourself, then try again.",
      error,
    );
  }
}

function findMirror(stackDirectory: string): string {
  return join(stackDirectory, "terraform.d", "plugins");
}

function listVersions(mirror: string): string[] {
  return sourceDirectories().flatMap((source) => listEntries(join(mirror, source)));
}

function listEntries(directory: string): string[] {
  return listNames(directory).map((name) => join(directory, name));
}
