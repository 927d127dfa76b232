import {
  accessSync,
  constants,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { BINARY_NAME, listNames, PLAIN_EXECUTABLE_NAME, sourceDirectories } from "./layout";
import { hashPackage } from "./lock-provider";
import type { ProviderPackage } from "./provider-package";

/** A package of this provider in a mirror, for one platform. The path of the package is absolute. */
export interface InstalledPackage {
  readonly path: string;
  readonly version: string;
}

/** Valid names of version directories. Terraform ignores other names, which could be unsafe in commands. */
const VERSION_NAME = /^\d+\.\d+\.\d+(?:[-+][\w.+-]+)?$/;

/** Returns the platform as Terraform names it: `linux_amd64`. */
export function toTerraformPlatform(platform: NodeJS.Platform, architecture: string): string {
  const names: Readonly<Record<string, string>> = { win32: "windows", x64: "amd64", ia32: "386" };
  return `${names[platform] ?? platform}_${names[architecture] ?? architecture}`;
}

/** Lists the unpacked packages in a mirror, for one platform and all hosts. The mirror may be missing. */
export function findInstalled(mirror: string, platform: string): InstalledPackage[] {
  return listPackages(mirror, platform).filter(({ path }) => existsSync(path));
}

/** Lists the links to packages in a plugin cache of Terraform. The target of a link may be gone. */
export function listCacheLinks(
  cache: string,
  platform: string,
): { readonly link: string; readonly target: string }[] {
  return listPackages(cache, platform)
    .filter(({ path }) => lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true)
    .map(({ path }) => ({ link: path, target: resolve(dirname(path), readlinkSync(path)) }));
}

function listPackages(directory: string, platform: string): InstalledPackage[] {
  return sourceDirectories().flatMap((source) =>
    listNames(join(directory, source))
      .filter((name) => VERSION_NAME.test(name))
      .map((version) => ({ path: join(directory, source, version, platform), version })),
  );
}

/** Why Terraform cannot start an installed package, or how it differs from this version's package. */
export type PackageFault = "executable_missing" | "not_executable" | "different";

/** Checks a package's executable. Compares all files if it is of this version and not a release. */
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
  const files = readdirSync(path, { recursive: true, encoding: "utf8" })
    .filter((each) => statSync(join(path, each)).isFile())
    .map((each) => ({ name: each.replaceAll("\\", "/"), content: readFileSync(join(path, each)) }));
  return hashPackage(files) === hashPackage(provider.files) ? undefined : "different";
}

/** First bytes of a script. The executable is a script in the npm package and in releases for Linux. */
const SCRIPT_START = Buffer.from("#!");
