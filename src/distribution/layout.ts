import { PROVIDER_SOURCE, PROVIDER_TYPE, REGISTRY_HOSTS } from "../product";

/**
 * Platforms that a package is laid out for, as Terraform names them (`OS_ARCH`): every Unix that both
 * Terraform and Node.js are released for. The list is fixed, so that what is synthesized on one machine
 * serves a plan on another and is the same tree everywhere. Windows is not among them: it takes only an
 * `.exe`, and the plugin is a script (rule D-09).
 */
export const PLATFORMS = [
  "darwin_amd64",
  "darwin_arm64",
  "freebsd_amd64",
  "linux_amd64",
  "linux_arm",
  "linux_arm64",
] as const;

/** Name of the file that Node.js runs, beside the executable: it checks the version and loads the provider. */
export const BUNDLE_NAME = "provider.cjs";

/** Name of the file with the code that it takes to start. */
export const START_NAME = "start.cjs";

/** Name of the file with the code that handles calls, which is loaded after the handshake. */
const CALLS_NAME = "calls.cjs";

/** Name of the file with the code that calls the service, which is loaded with the first call. */
const CLIENT_NAME = "client.cjs";

/** Names of all files with the provider's code, in the order in which they are loaded. */
export const CODE_NAMES = [BUNDLE_NAME, START_NAME, CALLS_NAME, CLIENT_NAME] as const;

/**
 * Name of the program beside the executable of a release for Linux, which needs no Node.js. Terraform takes for the
 * provider whatever begins as {@link executableName} does.
 */
export const BINARY_NAME = "provider.bin";

/** Name of the file with the licences of what the bundle contains, beside it. */
export const LICENSES_NAME = "LICENSES.txt";

/** Name of the executable that Terraform starts, `terraform-provider-TYPE_vVERSION` (rule G-28). */
export function executableName(version: string): string {
  return `terraform-provider-${PROVIDER_TYPE}_v${version}`;
}

/** Directories, relative to a mirror, that hold one directory a version: one for each registry host (D-10). */
export function sourceDirectories(): string[] {
  return REGISTRY_HOSTS.map((host) => `${host}/${PROVIDER_SOURCE}`);
}

/**
 * Directories of all packages of a version, relative to a mirror: `HOST/NAMESPACE/TYPE/VERSION/OS_ARCH`,
 * Terraform's unpacked layout (rule D-07).
 */
export function packageDirectories(version: string): string[] {
  return sourceDirectories().flatMap((source) =>
    PLATFORMS.map((platform) => `${source}/${version}/${platform}`),
  );
}
