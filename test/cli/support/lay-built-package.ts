import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { PACKAGE_NAME, VERSION } from "../../../src/product";
import { writeBuiltProvider } from "../../support/write-built-provider";

/**
 * Creates a package with a built provider, as npm installs it.
 * @param directory - created if need be
 * @returns the directory of its code
 */
export function layBuiltPackage(directory: string): string {
  const dist = join(directory, "dist");
  writeBuiltProvider(join(dist, "provider"));
  writeFileSync(join(directory, "package.json"), JSON.stringify({ name: PACKAGE_NAME, version: VERSION }));
  return dist;
}
