import { existsSync, readdirSync, statSync } from "node:fs";
import { posix, win32 } from "node:path";
import { PROVIDER_SOURCE, PROVIDER_TYPE, REGISTRY_HOSTS } from "../product";

/**
 * Each Unix platform for which Terraform and Node.js have releases, as `OS_ARCH`. Each stack contains all
 * platforms, so it is the same on all machines. Windows is absent: Terraform starts only `.exe` files there.
 */
export const PLATFORMS = [
  "darwin_amd64",
  "darwin_arm64",
  "freebsd_amd64",
  "linux_amd64",
  "linux_arm",
  "linux_arm64",
] as const;

/** Name of the file that the executable runs with Node.js. This file checks the version of Node.js. */
export const BUNDLE_NAME = "provider.cjs";

/** Name of the file that starts the provider. */
export const START_NAME = "start.cjs";

/** Names of all files with the provider's code, in loading order. */
export const CODE_NAMES = [BUNDLE_NAME, START_NAME, "schema.cjs", "calls.cjs", "client.cjs"] as const;

/** Name of a release's program for Linux, which needs no Node.js. */
export const BINARY_NAME = "provider.bin";

/** Name of the file with the licences of the packages in the bundle. */
export const LICENSES_NAME = "LICENSES.txt";

/** Name of the executable for Pulumi, which contains no version. */
export const PLAIN_EXECUTABLE_NAME = `terraform-provider-${PROVIDER_TYPE}`;

/** Name of the executable that Terraform starts, `terraform-provider-TYPE_vVERSION`. */
export function executableName(version: string): string {
  return `${PLAIN_EXECUTABLE_NAME}_v${version}`;
}

/** Returns the provider's source addresses, one for each host. They are also its directories in a mirror. */
export function sourceDirectories(): string[] {
  return REGISTRY_HOSTS.map((host) => `${host}/${PROVIDER_SOURCE}`);
}

/** Returns a version's directories in a mirror: `HOST/NAMESPACE/TYPE/VERSION/OS_ARCH`. */
export function packageDirectories(version: string): string[] {
  return sourceDirectories().flatMap((source) =>
    PLATFORMS.map((platform) => `${source}/${version}/${platform}`),
  );
}

/** A user's machine. The user may have no home directory. */
export interface UserMachine {
  readonly platform: NodeJS.Platform;
  readonly homeDirectory: string | undefined;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/**
 * Returns the user's implied local mirror, on Windows in `APPDATA`. Terraform and OpenTofu use this mirror if
 * there is no `provider_installation` block. Undefined if the user has no home directory.
 */
export function tryFindUserPluginDirectory(machine: UserMachine): string | undefined {
  const { platform, homeDirectory, environment } = machine;
  if (platform !== "win32") return homeDirectory && posix.join(homeDirectory, ".terraform.d", "plugins");
  const roaming =
    environment["APPDATA"] ?? (homeDirectory && win32.join(homeDirectory, "AppData", "Roaming"));
  return roaming && win32.join(roaming, "terraform.d", "plugins");
}

/** Lists the names in a directory, sorted. Returns no names if there is no such directory. */
export function listNames(directory: string): string[] {
  return existsSync(directory) && statSync(directory).isDirectory() ? readdirSync(directory).sort() : [];
}
