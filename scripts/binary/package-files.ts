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
 * Systems with a loader at glibc's place that is not glibc's: Alpine Linux with gcompat, and NixOS, where it only says
 * that it is none.
 */
const IMITATORS = ["/etc/alpine-release", "/etc/NIXOS"] as const;

/**
 * No optimizing compilers, neither that of JavaScript (DFG) nor that of WebAssembly (OMG), in which the HTTP client reads
 * answers: a process lives for a second or two, in which compiling takes more time from Terraform than the faster code gives
 * back. Without the first a plan of 300 queues takes 8 % less and one of 1,000 queues 4 % less; without the second the
 * provider needs 6 % less processor time for 300.
 */
const TUNING = { BUN_JSC_useDFGJIT: "0", BUN_JSC_useOMGJIT: "0" } as const;

/**
 * Answers the files of a release's archive: the executable and what stands beside it.
 * @param root - the project's root directory, absolute; `npm run build` has been run there
 * @throws Error with what the compiler says
 */
export async function readBinaryPackage(
  root: string,
  platform: BinaryPlatform,
): Promise<readonly PackageFile[]> {
  const content = await readFile(await findBinary(root, platform));
  return [{ name: binaryName(platform), content, mode: 0o755 }, ...listCompanions(root, platform)];
}

/** Answers the name of the compiled program in the archive. */
export function binaryName(platform: BinaryPlatform): string {
  if (platform.loader !== undefined) return BINARY_NAME;
  return `${executableName(VERSION)}${platform.node.platform === "win32" ? ".exe" : ""}`;
}

/**
 * Lists what stands beside the compiled program: the licences; on Linux, where the program does not start without glibc,
 * also a launcher that Terraform starts, and the code that it runs with Node.js there.
 */
export function listCompanions(root: string, { loader }: BinaryPlatform): readonly PackageFile[] {
  const { files } = readProviderPackage(join(root, "dist/provider/provider.cjs"), VERSION);
  const own = files.map((file): PackageFile => {
    if (file.name === LICENSES_NAME) return { ...file, content: addRuntimeLicenses(root, file.content) };
    if (file.name !== executableName(VERSION) || loader === undefined) return file;
    const binary = { name: BINARY_NAME, loader, imitators: IMITATORS, variables: TUNING };
    const launcher = formatLauncher(binary);
    return { ...file, content: Buffer.from(launcher) };
  });
  return loader === undefined ? own.filter(({ name }) => name === LICENSES_NAME) : own;
}

/** Adds what the licences of the runtime and of its libraries demand to be said and given along. */
function addRuntimeLicenses(root: string, licenses: Buffer): Buffer {
  const texts = ["runtime-notice.txt", "lgpl-2.1.txt"].map((name) =>
    readFileSync(join(root, "scripts/binary", name)),
  );
  return Buffer.concat([licenses, Buffer.from("\n"), ...texts]);
}
