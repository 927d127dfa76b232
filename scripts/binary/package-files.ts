import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { executableName } from "../../src/distribution/layout";
import { type PackageFile, readProviderPackage } from "../../src/distribution/provider-package";
import { VERSION } from "../../src/product";
import { compileBinary } from "./compile-binary";
import { readLockedPackage } from "./fetch-runtime";
import type { BinaryPlatform } from "./platforms";

/**
 * Answers the files of a release's archive: the executable and what stands beside it. A binary that was compiled of the
 * same files before is taken from `.scratch/binaries`.
 * @param root - the project's root directory, absolute; `npm run build` has been run there
 * @throws Error with what the compiler says
 */
export async function readBinaryPackage(
  root: string,
  platform: BinaryPlatform,
): Promise<readonly PackageFile[]> {
  const { files } = readProviderPackage(join(root, "dist/provider/provider.cjs"), VERSION);
  const binary = await findBinary(root, platform, files);
  const suffix = platform.node.platform === "win32" ? ".exe" : "";
  return [
    { name: `${executableName(VERSION)}${suffix}`, content: await readFile(binary), mode: 0o755 },
    ...files.filter(({ name }) => name.endsWith(".txt")),
  ];
}

async function findBinary(
  root: string,
  platform: BinaryPlatform,
  files: readonly PackageFile[],
): Promise<string> {
  const hash = createHash("sha256");
  // A change of how it is compiled makes another binary of the same files.
  hash.update(await readFile(join(__dirname, "compile-binary.ts")));
  hash.update(JSON.stringify(await readLockedPackage(root, platform.runtimePackage)));
  for (const { name, content } of files) {
    if (name.endsWith(".cjs")) hash.update(`${name}\0${content.length}\0`).update(content);
  }
  const path = join(root, ".scratch/binaries", `${platform.name}-${hash.digest("hex").slice(0, 16)}`);
  if (!existsSync(path)) await compileBinary(root, platform, path);
  return path;
}
