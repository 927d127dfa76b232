import { dirname, join } from "node:path";
import { readRegularFile } from "../../stack/read-regular-file";
import { isPlainObject } from "../../text/is-plain-object";

/** The libraries for which programs in TypeScript are written. */
export type CdkLibrary = "cdktf" | "cdktn";

/**
 * Finds the library that the nearest `package.json`, in the directory or above it, depends on. Without a project, and for a project with both, it is `cdktf`.
 */
export async function findCdkLibrary(directory: string): Promise<CdkLibrary> {
  for (let at = directory; ; at = dirname(at)) {
    const names = await listDependencies(join(at, "package.json"));
    if (names.includes("cdktf")) return "cdktf";
    if (names.includes("cdktn")) return "cdktn";
    if (dirname(at) === at) return "cdktf";
  }
}

async function listDependencies(file: string): Promise<readonly string[]> {
  try {
    const manifest: unknown = JSON.parse(await readRegularFile(file));
    if (!isPlainObject(manifest)) return [];
    const { dependencies, devDependencies, peerDependencies } = manifest;
    return [dependencies, devDependencies, peerDependencies].flatMap((each) => Object.keys(each ?? {}));
  } catch {
    // There is none, or it is another program's to complain about.
    return [];
  }
}
