import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { DistributionError } from "./distribution-error";
import { formatLauncher } from "./launcher";
import { CODE_NAMES, executableName, LICENSES_NAME } from "./layout";

/** One file of a package. */
export interface PackageFile {
  readonly name: string;
  readonly content: Buffer;
  /** Permission bits, such as `0o755`. */
  readonly mode: number;
}

/** The complete content of a package's directory. Terraform's lock file has a hash of all files. */
export interface ProviderPackage {
  /** Version of the package, `major.minor.patch`. */
  readonly version: string;
  readonly files: readonly PackageFile[];
}

/** Reads the built package, with licences if there are any. @throws DistributionError `provider_not_built` */
export function readProviderPackage(
  bundlePath: string,
  version: string,
  executable: string = executableName(version),
): ProviderPackage {
  const folder = dirname(bundlePath);
  const names = existsSync(join(folder, LICENSES_NAME)) ? [...CODE_NAMES, LICENSES_NAME] : CODE_NAMES;
  return {
    version,
    files: [
      { name: executable, content: Buffer.from(formatLauncher()), mode: 0o755 },
      ...names.map((name) => ({ name, content: readBuilt(join(folder, name)), mode: 0o644 })),
    ],
  };
}

function readBuilt(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new DistributionError(
      "provider_not_built",
      `The provider plugin is incomplete: ${path} cannot be read. If the package was checked out from its repository, ` +
        'run "npm run build" in the package\'s directory. Otherwise install the package again.',
      error,
    );
  }
}
