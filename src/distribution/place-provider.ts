import { existsSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { BINARY_NAME, BUNDLE_NAME, listNames, sourceDirectories } from "./layout";
import type { ProviderPackage } from "./provider-package";
import { createRefusal, inspectPackages, writePackages } from "./write-packages";

/**
 * Copies the provider into a stack, once for each host and platform, and removes other versions. `terraform
 * init` finds the copies in `terraform.d/plugins/HOST/NAMESPACE/TYPE/VERSION/OS_ARCH` without a registry or
 * configuration.
 * @param stackDirectory - absolute path. @throws DistributionError `not_writable`
 */
export function placeProvider(stackDirectory: string, provider: ProviderPackage): void {
  const mirror = findMirror(stackDirectory);
  for (const version of listVersions(mirror)) {
    if (basename(version) !== provider.version) removeVersion(version);
  }
  writePackages(mirror, provider, inspectPackages(mirror, provider));
}

/** Removes what {@link placeProvider} wrote. Keeps releases. @throws DistributionError `not_writable` */
export function removePlacedProvider(stackDirectory: string): void {
  const mirror = findMirror(stackDirectory);
  for (const entry of listVersions(mirror)) {
    const packages = listEntries(entry);
    // A release also has a program.
    const isPlaced = packages.every((directory) => {
      return existsSync(join(directory, BUNDLE_NAME)) && !existsSync(join(directory, BINARY_NAME));
    });
    if (packages.length > 0 && isPlaced) removeVersion(entry);
  }
}

function removeVersion(directory: string): void {
  try {
    rmSync(directory, { recursive: true, force: true });
  } catch (error) {
    const problem = `The provider plugin in ${directory} cannot be removed`;
    throw createRefusal(problem, "the directory can be written to, or remove it yourself", error);
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
