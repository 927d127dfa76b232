import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { formatLauncher } from "../../src/distribution/launcher";
import { BINARY_NAME, executableName, LICENSES_NAME } from "../../src/distribution/layout";
import { type PackageFile, readProviderPackage } from "../../src/distribution/provider-package";
import { VERSION } from "../../src/product";
import { findBinary } from "./find-binary";
import type { BinaryPlatform } from "./platforms";

/**
 * Systems with another loader at the path of glibc's: Alpine Linux with gcompat, and NixOS, whose loader only
 * prints an error.
 */
const IMITATORS = ["/etc/alpine-release", "/etc/NIXOS"] as const;

/**
 * Switches off the optimizing compilers of JavaScript (DFG) and of WebAssembly (OMG), with which the HTTP
 * client parses responses. A process runs for a second or two, too short for the compilation to pay off.
 * Without DFG a plan of 300 queues takes 8 % less time, and one of 1,000 queues 4 % less. Without OMG the
 * provider needs 6 % less processor time for 300. The baseline compiler waits six times as long as by default
 * before it compiles a function: a plan of one queue takes 8 % less time and processor time, and larger ones
 * take as long as before.
 */
const TUNING = {
  BUN_JSC_useDFGJIT: "0",
  BUN_JSC_useOMGJIT: "0",
  BUN_JSC_thresholdForJITAfterWarmUp: "3000",
} as const;

/**
 * Returns the files of a release's archive: the executable and its companions.
 * @param root - the project's root directory, absolute; `npm run build` has been run there
 * @throws Error with the compiler's message
 */
export async function readBinaryPackage(
  root: string,
  platform: BinaryPlatform,
): Promise<readonly PackageFile[]> {
  const content = await readFile(await findBinary(root, platform));
  return [{ name: binaryName(platform), content, mode: 0o755 }, ...listCompanions(root, platform)];
}

/** Returns the name of the compiled program in the archive. */
export function binaryName(platform: BinaryPlatform): string {
  if (platform.loader !== undefined) return BINARY_NAME;
  return `${executableName(VERSION)}${platform.node.platform === "win32" ? ".exe" : ""}`;
}

/**
 * Lists the companions of the compiled program: the licences; on Linux also a launcher, which Terraform
 * starts, and the code that the launcher runs with Node.js if there is no glibc.
 */
export function listCompanions(root: string, { loader }: BinaryPlatform): readonly PackageFile[] {
  const { files } = readProviderPackage(join(root, "dist/provider/provider.cjs"), VERSION);
  const own = files.map((file): PackageFile => {
    if (file.name === LICENSES_NAME) return { ...file, content: addRuntimeLicenses(root, file.content) };
    if (file.name !== executableName(VERSION) || loader === undefined) return file;
    const launcher = formatBinaryLauncher({
      name: BINARY_NAME,
      loader,
      imitators: IMITATORS,
      variables: TUNING,
    });
    return { ...file, content: Buffer.from(launcher) };
  });
  return loader === undefined ? own.filter(({ name }) => name === LICENSES_NAME) : own;
}

/** Adds the notices and texts that the licences of the runtime and of its libraries require. */
function addRuntimeLicenses(root: string, licenses: Buffer): Buffer {
  const texts = ["runtime-notice.txt", "lgpl-2.1.txt"].map((name) =>
    readFileSync(join(root, "scripts/binary", name)),
  );
  return Buffer.concat([licenses, Buffer.from("\n"), ...texts]);
}

/** A program that the launcher runs instead of Node.js if the system supports it. */
export interface LaunchedBinary {
  readonly name: string;
  /** Absolute path of glibc's loader on this processor, with which the kernel loads the program. */
  readonly loader: string;
  /** Absolute paths of files on systems with another loader at that path, such as `/etc/alpine-release`. */
  readonly imitators: readonly string[];
  /** Environment variables to set for it, whatever they were. Values consist of letters and digits. */
  readonly variables: { readonly [name: string]: string };
}

/** Returns the launcher of a release, which needs Node.js only on systems without glibc. */
export function formatBinaryLauncher({ name, loader, imitators, variables }: LaunchedBinary): string {
  const conditions = [`[ -e ${loader} ]`, ...imitators.map((path) => `[ ! -e ${path} ]`)];
  const settings = Object.entries(variables).map(([variable, value]) => `  export ${variable}=${value}\n`);
  const commands = `if ${conditions.join(" && ")}; then
  # A developer may have exported them for Bun. Nothing in the program ignores them.
  unset BUN_OPTIONS BUN_BE_BUN BUN_INSPECT BUN_INSPECT_PRELOAD
${settings.join("")}  exec "$directory/${name}" "$@"
fi

`;
  return formatLauncher({
    commands,
    where: ", on systems without glibc",
    why: "there is no glibc on this system, and ",
  });
}
