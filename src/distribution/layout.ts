import { PROVIDER_SOURCE, PROVIDER_TYPE, REGISTRY_HOSTS } from "../product";

/**
 * The platforms of the packages, as Terraform names them (`OS_ARCH`): every Unix for which both Terraform and Node.js
 * are released. The list is fixed, so that stacks synthesized on different machines are identical and can be planned
 * anywhere. Windows is missing because Terraform starts only `.exe` files there, and the plugin is a script (rule
 * D-09).
 */
export const PLATFORMS = [
  "darwin_amd64",
  "darwin_arm64",
  "freebsd_amd64",
  "linux_amd64",
  "linux_arm",
  "linux_arm64",
] as const;

/** Name of the file that the executable runs with Node.js. It checks the version and loads the provider. */
export const BUNDLE_NAME = "provider.cjs";

/** Name of the file with the code for the start. */
export const START_NAME = "start.cjs";

/** Name of the file with the responses that never change. It is loaded with the first call for one of them. */
const SCHEMA_NAME = "schema.cjs";

/** Name of the file with the code that handles all other calls. It is loaded with the first of them. */
const CALLS_NAME = "calls.cjs";

/** Name of the file with the code that calls the service. It is loaded with the first call. */
const CLIENT_NAME = "client.cjs";

/** Names of all files with the provider's code, in the order in which they are loaded. */
export const CODE_NAMES = [BUNDLE_NAME, START_NAME, SCHEMA_NAME, CALLS_NAME, CLIENT_NAME] as const;

/**
 * Name of the program in a release for Linux, which does not need Node.js. It must not begin like {@link
 * executableName}: Terraform takes any such file for the provider.
 */
export const BINARY_NAME = "provider.bin";

/** Name of the file with the licences of the packages in the bundle. */
export const LICENSES_NAME = "LICENSES.txt";

/** Name of the executable without a version, as Pulumi needs it to be named. */
export const PLAIN_EXECUTABLE_NAME = `terraform-provider-${PROVIDER_TYPE}`;

/** Name of the executable that Terraform starts, `terraform-provider-TYPE_vVERSION` (rule G-28). */
export function executableName(version: string): string {
  return `${PLAIN_EXECUTABLE_NAME}_v${version}`;
}

/**
 * Directories of the provider, relative to a mirror, one for each registry host (rule D-10). Each contains one
 * directory per version.
 */
export function sourceDirectories(): string[] {
  return REGISTRY_HOSTS.map((host) => `${host}/${PROVIDER_SOURCE}`);
}

/**
 * Directories of all packages of a version, relative to a mirror: `HOST/NAMESPACE/TYPE/VERSION/OS_ARCH`, which is
 * Terraform's unpacked layout (rule D-07).
 */
export function packageDirectories(version: string): string[] {
  return sourceDirectories().flatMap((source) =>
    PLATFORMS.map((platform) => `${source}/${version}/${platform}`),
  );
}
