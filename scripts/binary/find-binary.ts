import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile, rm } from "node:fs/promises";
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
 * before, else it is compiled now, and takes the place of an older one.
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
  const directory = join(root, ".scratch/binaries");
  const name = `${platform.name}-${hash.digest("hex").slice(0, 16)}`;
  if (!existsSync(join(directory, name))) {
    await compileBinary(root, platform, join(directory, name));
    await removeOlder(directory, platform, name);
  }
  return join(directory, name);
}

/** Each has more than a hundred megabytes, and what was built before is not asked for again. */
async function removeOlder(directory: string, platform: BinaryPlatform, kept: string): Promise<void> {
  const isComplete = new RegExp(`^${platform.name}-[0-9a-f]{16}$`);
  for (const name of await readdir(directory)) {
    if (isComplete.test(name) && name !== kept) await rm(join(directory, name), { force: true });
  }
}
