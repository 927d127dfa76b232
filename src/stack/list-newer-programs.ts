import { readdir, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { MANIFEST } from "./find-configurations";

/** A CDK program, as its templates name it. */
const PROGRAM = /^main\.[cm]?[jt]s$/;

/**
 * Lists the programs beside a CDK's output directory that were changed after the output was synthesized: the last
 * synthesis failed, or there was none.
 * @returns their names, in order; none if the directory is not a CDK's output
 */
export async function listNewerPrograms(directory: string): Promise<readonly string[]> {
  const synthesizedMs = await readModifiedMs(join(directory, MANIFEST));
  if (synthesizedMs === undefined) return [];
  const parent = dirname(resolve(directory));
  const names = (await readdir(parent)).filter((name) => PROGRAM.test(name)).sort();
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
