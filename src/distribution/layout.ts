import { existsSync, readdirSync, statSync } from "node:fs";
import { posix, win32 } from "node:path";
import { PROVIDER_SOURCE, PROVIDER_TYPE, REGISTRY_HOSTS } from "../product";

/**
 * As Terraform names them (`OS_ARCH`): every Unix with releases of both Terraform and Node.js, so that stacks
 * of all machines are identical. On Windows, Terraform starts only `.exe` files, and the plugin is a script.
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

/** Names of all files with the provider's code, in the order in which they are loaded. */
export const CODE_NAMES = [BUNDLE_NAME, START_NAME, "schema.cjs", "calls.cjs", "client.cjs"] as const;

/** A release's program for Linux, without Node.js. Terraform takes {@link executableName} files for it. */
export const BINARY_NAME = "provider.bin";

/** Name of the file with the licences of the packages in the bundle. */
export const LICENSES_NAME = "LICENSES.txt";

/** Name of the executable without a version, as Pulumi needs it to be named. */
export const PLAIN_EXECUTABLE_NAME = `terraform-provider-${PROVIDER_TYPE}`;

/** Name of the executable that Terraform starts, `terraform-provider-TYPE_vVERSION`. */
export function executableName(version: string): string {
  return `${PLAIN_EXECUTABLE_NAME}_v${version}`;
}

/** Directories of the provider's versions in a mirror, by registry host, which are its source addresses. */
export function sourceDirectories(): string[] {
  return REGISTRY_HOSTS.map((host) => `${host}/${PROVIDER_SOURCE}`);
}

/** A version's directories in a mirror, as Terraform unpacks: `HOST/NAMESPACE/TYPE/VERSION/OS_ARCH`. */
export function packageDirectories(version: string): string[] {
  return sourceDirectories().flatMap((source) =>
    PLATFORMS.map((platform) => `${source}/${version}/${platform}`),
  );
}

/** The machine of a user; the home directory is undefined for a user without one. */
export interface UserMachine {
  readonly platform: NodeJS.Platform;
  readonly homeDirectory: string | undefined;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/**
 * Returns where Terraform and OpenTofu look for a user's own plugins without a `provider_installation` block
 * (Terraform's documentation of implied local mirrors); undefined for a user without a home directory. On
 * Windows it is in `APPDATA`, by default `AppData\\Roaming` in the home directory.
 */
export function tryFindUserPluginDirectory(machine: UserMachine): string | undefined {
  const { platform, homeDirectory, environment } = machine;
  if (platform !== "win32") return homeDirectory && posix.join(homeDirectory, ".terraform.d", "plugins");
  const roaming =
    environment["APPDATA"] ?? (homeDirectory && win32.join(homeDirectory, "AppData", "Roaming"));
  return roaming && win32.join(roaming, "terraform.d", "plugins");
}

/** Lists the names in a directory, sorted; none if it is missing or not a directory. */
export function listNames(directory: string): string[] {
  return existsSync(directory) && statSync(directory).isDirectory() ? readdirSync(directory).sort() : [];
}
