import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { BUNDLE_NAME } from "../../src/distribution/layout";
import { readProviderPackage } from "../../src/distribution/provider-package";
import { VERSION } from "../../src/product";
import { compileProgram } from "./compile-program";
import { readLockedPackage } from "./fetch-runtime";
import type { BinaryPlatform } from "./platforms";

/** Files whose changes change the binary although the provider stays the same. */
const RECIPE = ["compile-program.ts", "sign-mach-o.ts"] as const;

/**
 * Finds the built provider as an executable for a platform, in `.scratch/binaries`. If files have changed
 * since it was compiled, compiles it again and removes the older one.
 * @param root - the project's root directory, absolute; `npm run build` has been run there
 * @returns the executable's absolute path
 * @throws Error if the provider is not built, or with the compiler's message
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
    // The compiler gets bundles with our HTTP client: Bun would replace packages that it knows (rule D-13).
    const program = { directory: join(root, "dist/provider"), entry: BUNDLE_NAME };
    await compileProgram(root, platform, program, join(directory, name));
    await removeOlder(directory, platform, name);
  }
  return join(directory, name);
}

/** Each binary is larger than a hundred megabytes. */
async function removeOlder(directory: string, platform: BinaryPlatform, kept: string): Promise<void> {
  const isComplete = new RegExp(`^${platform.name}-[0-9a-f]{16}$`);
  for (const name of await readdir(directory)) {
    if (isComplete.test(name) && name !== kept) await rm(join(directory, name), { force: true });
  }
}
