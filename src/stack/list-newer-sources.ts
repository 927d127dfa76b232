import { readdir, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { MANIFEST } from "./find-configurations";

/** Files that a CDK program is written in. */
const SOURCE = /\.[cm]?[jt]s$/;
/** Files beside it that do not decide what it synthesizes. */
const OTHER = /\.(?:d|test|spec|config)\.[cm]?[jt]s$/;

/**
 * Lists the source files beside a CDK's output directory that were changed after it was synthesized: the last synthesis
 * failed, or did not happen.
 * @returns their names, in order; none if the directory is not a CDK's output
 */
export async function listNewerSources(directory: string): Promise<readonly string[]> {
  const synthesizedMs = await readModifiedMs(join(directory, MANIFEST));
  if (synthesizedMs === undefined) return [];
  const parent = dirname(resolve(directory));
  const names = (await readdir(parent)).filter((name) => SOURCE.test(name) && !OTHER.test(name)).sort();
  const times = await Promise.all(names.map(async (name) => readModifiedMs(join(parent, name))));
  return names.filter((_, index) => (times[index] ?? 0) > synthesizedMs);
}

async function readModifiedMs(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).mtimeMs;
  } catch {
    return undefined;
  }
}
