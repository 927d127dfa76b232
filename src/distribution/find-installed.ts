import { accessSync, constants, existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { BINARY_NAME, listNames, PLAIN_EXECUTABLE_NAME, sourceDirectories } from "./layout";
import { hashPackage } from "./lock-provider";
import type { ProviderPackage } from "./provider-package";

/** A package of this provider in a mirror, for one platform. */
export interface InstalledPackage {
  /** Absolute path of its directory. */
  readonly path: string;
  readonly version: string;
}

/** Terraform ignores other names. They can contain anything, and versions stand in commands. */
const VERSION_NAME = /^\d+\.\d+\.\d+(?:[-+][\w.+-]+)?$/;

/** Returns the platform as Terraform names it: `linux_amd64`. */
export function toTerraformPlatform(platform: NodeJS.Platform, architecture: string): string {
  const names: Readonly<Record<string, string>> = { win32: "windows", x64: "amd64", ia32: "386" };
  return `${names[platform] ?? platform}_${names[architecture] ?? architecture}`;
}

/**
 * Lists the unpacked packages of this provider in a filesystem mirror, for one platform and all registry hosts.
 * @param mirror - absolute; may be missing
 */
export function findInstalled(mirror: string, platform: string): InstalledPackage[] {
  return sourceDirectories().flatMap((source) =>
    listNames(join(mirror, source))
      .filter((name) => VERSION_NAME.test(name))
      .map((version) => ({ path: join(mirror, source, version, platform), version }))
      .filter(({ path }) => existsSync(path)),
  );
}

/** Why Terraform cannot start an installed package, or how it differs from the package of this version. */
export type PackageFault = "executable_missing" | "not_executable" | "different";

/**
 * Compares an unpacked package with the one that this version installs. A release's package has other files and is only
 * checked for its executable.
 * @returns undefined if nothing is wrong
 */
export function tryFindPackageFault(
  { path, version }: InstalledPackage,
  provider: ProviderPackage,
): PackageFault | undefined {
  // Terraform takes any file whose name begins like this.
  const name = listNames(path).find((each) => each.startsWith(PLAIN_EXECUTABLE_NAME));
  if (name === undefined || !statSync(join(path, name)).isFile()) return "executable_missing";
  try {
    accessSync(join(path, name), constants.X_OK);
  } catch {
    return "not_executable";
  }
  const isRelease =
    existsSync(join(path, BINARY_NAME)) ||
    !readFileSync(join(path, name)).subarray(0, 2).equals(SCRIPT_START);
  if (version !== provider.version || isRelease) return undefined;
  return hashInstalled(path) === hashPackage(provider.files) ? undefined : "different";
}

/** The launcher of the npm package is a script; a release has a program, on Linux beside a launcher. */
const SCRIPT_START = Buffer.from("#!");

function hashInstalled(directory: string): string {
  const files = readdirSync(directory, { recursive: true, encoding: "utf8" })
    .filter((name) => statSync(join(directory, name)).isFile())
    .map((name) => ({ name: name.replaceAll("\\", "/"), content: readFileSync(join(directory, name)) }));
  return hashPackage(files);
}
