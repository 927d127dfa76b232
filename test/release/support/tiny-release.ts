import { resolve } from "node:path";
import { BINARY_PLATFORMS, type BinaryPlatform } from "../../../scripts/binary/platforms";
import { makeRelease, type ReleaseRequest } from "../../../scripts/release/make-release";
import { executableName, LICENSES_NAME } from "../../../src/distribution/layout";
import type { PackageFile } from "../../../src/distribution/provider-package";
import { VERSION } from "../../../src/product";
import { makeScratch } from "../../support/make-scratch";

const ROOT = resolve(__dirname, "../../..");

/** A placeholder for a binary that is never started: an installation does not run the provider. */
export function makeTinyPackage({ name }: BinaryPlatform, content = "It does not run."): PackageFile[] {
  return [
    { name: LICENSES_NAME, content: Buffer.from("May be used.\n"), mode: 0o644 },
    { name: executableName(VERSION), content: Buffer.from(`${name}: ${content}`), mode: 0o755 },
  ];
}

/**
 * Makes a release of tiny packages for all platforms, in a new directory.
 * @returns the absolute path of its files
 */
export async function makeTinyRelease(request: Partial<ReleaseRequest> = {}): Promise<string> {
  const outDirectory = makeScratch();
  await makeRelease({
    root: ROOT,
    platforms: BINARY_PLATFORMS,
    outDirectory,
    readPackage: async (_root, platform) => makeTinyPackage(platform),
    ...request,
  });
  return outDirectory;
}
