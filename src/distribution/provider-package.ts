import { readFileSync } from "node:fs";
import { DistributionError } from "./distribution-error";
import { formatLauncher } from "./launcher";
import { BUNDLE_NAME, executableName } from "./layout";

/** One file of a package. */
export interface PackageFile {
  /** Name within the package's directory. */
  readonly name: string;
  readonly content: Buffer;
  /** Permission bits, for example `0o755`. */
  readonly mode: number;
}

/**
 * What a package's directory holds, and nothing else: Terraform's lock file holds a hash over the names and
 * the content of all its files (rule D-08).
 */
export interface ProviderPackage {
  /** Version that the package is laid out as, `major.minor.patch`. */
  readonly version: string;
  readonly files: readonly PackageFile[];
}

/**
 * Reads the built provider and makes a package of it: the launcher and the bundle.
 * @param bundlePath - absolute path of the built `provider.cjs`
 * @throws DistributionError `provider_not_built`
 */
export function readProviderPackage(bundlePath: string, version: string): ProviderPackage {
  return {
    version,
    files: [
      { name: executableName(version), content: Buffer.from(formatLauncher()), mode: 0o755 },
      { name: BUNDLE_NAME, content: readBundle(bundlePath), mode: 0o644 },
    ],
  };
}

function readBundle(bundlePath: string): Buffer {
  try {
    return readFileSync(bundlePath);
  } catch (error) {
    throw new DistributionError(
      "provider_not_built",
      `The provider plugin ${bundlePath} cannot be read.`,
      error,
    );
  }
}
