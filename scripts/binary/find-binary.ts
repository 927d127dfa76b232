import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { readProviderPackage } from "../../src/distribution/provider-package";
import { VERSION } from "../../src/product";
import { compileBinary } from "./compile-binary";
import { readLockedPackage } from "./fetch-runtime";
import type { BinaryPlatform } from "./platforms";

/** How it is compiled, beside what: a change of one of these files makes another binary of the same provider. */
const RECIPE = ["close-runtime.ts", "compile-binary.ts", "compile-program.ts", "sign-mach-o.ts"] as const;

/**
 * Finds the built provider as an executable for a platform: in `.scratch/binaries` if it was compiled of the same files
 * before, else it is compiled now.
 * @param root - the project's root directory, absolute; `npm run build` has been run there
 * @returns the executable's absolute path
 * @throws Error with what the compiler says
 */
export async function findBinary(root: string, platform: BinaryPlatform): Promise<string> {
  const hash = createHash("sha256");
  for (const name of RECIPE) hash.update(await readFile(join(root, "scripts/binary", name)));
  hash.update(JSON.stringify(await readLockedPackage(root, platform.runtimePackage)));
  const { files } = readProviderPackage(join(root, "dist/provider/provider.cjs"), VERSION);
  for (const { name, content } of files) {
    if (name.endsWith(".cjs")) hash.update(`${name}\0${content.length}\0`).update(content);
  }
  const path = join(root, ".scratch/binaries", `${platform.name}-${hash.digest("hex").slice(0, 16)}`);
  if (!existsSync(path)) await compileBinary(root, platform, path);
  return path;
}
