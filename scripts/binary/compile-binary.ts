import { existsSync } from "node:fs";
import { join } from "node:path";
import { BUNDLE_NAME } from "../../src/distribution/layout";
import { compileProgram } from "./compile-program";
import type { BinaryPlatform } from "./platforms";

/**
 * Compiles the built provider to one executable that needs no Node.js. What it is made of has been bundled before, so
 * that the HTTP client is ours and not what Bun puts in the place of packages that it knows (rule R-03).
 * @param root - the project's root directory, absolute; `npm run build` has been run there
 * @param outFile - absolute path of the executable; replaced if it is there
 * @throws Error if nothing is built, or with what the compiler says
 */
export async function compileBinary(root: string, platform: BinaryPlatform, outFile: string): Promise<void> {
  const directory = join(root, "dist/provider");
  if (!existsSync(join(directory, BUNDLE_NAME))) {
    throw new Error(`${directory} holds no built provider: run "npm run build" first.`);
  }
  await compileProgram(root, platform, { directory, entry: BUNDLE_NAME }, outFile);
}
