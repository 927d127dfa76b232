import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { BUNDLE_NAME, CODE_NAMES } from "../../src/distribution/layout";

/**
 * Writes what the build puts into `dist/provider`, without a provider in it: each file holds a comment unless
 * its content is given.
 * @param directory - created if need be
 * @param contents - by name
 * @returns the bundle's path
 */
export function writeBuiltProvider(
  directory: string,
  contents: { readonly [name: string]: string } = {},
): string {
  mkdirSync(directory, { recursive: true });
  for (const name of CODE_NAMES) {
    writeFileSync(join(directory, name), contents[name] ?? `// ${name}\n`);
  }
  return join(directory, BUNDLE_NAME);
}
