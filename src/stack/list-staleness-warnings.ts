import { readdir, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { MANIFEST } from "./find-configurations";

/** A CDK program, as its templates name it. */
const PROGRAM = /^main\.[cm]?[jt]s$/;

const EFFECT = "so that what is declared may be out of date. Run your program again";

/**
 * Warns where the CDK's output is older than what it was made from: its last synthesis failed, or a program beside it was
 * changed since.
 * @param directory - the CDK's output directory, or that of one stack in it
 * @returns sentences; none if the directory is not of a CDK's output
 */
export async function listStalenessWarnings(directory: string): Promise<readonly string[]> {
  const output = await tryFindOutput(resolve(directory));
  if (output === undefined) return [];
  const synthesizedMs = await readModifiedMs(join(output, MANIFEST));
  if (synthesizedMs === undefined) {
    return [
      `The last synthesis of ${basename(output)} failed or did not finish, ${EFFECT} and correct what it reports.`,
    ];
  }
  const parent = dirname(output);
  const names = (await readdir(parent)).filter((name) => PROGRAM.test(name)).sort();
  const times = await Promise.all(names.map(async (name) => readModifiedMs(join(parent, name))));
  return names
    .filter((_, index) => (times[index] ?? 0) > synthesizedMs)
    .map(
      (name) =>
        `${name} was changed after ${basename(output)} was synthesized, ${EFFECT}; if it failed, correct what it reports.`,
    );
}

async function tryFindOutput(directory: string): Promise<string | undefined> {
  if ((await readModifiedMs(join(directory, MANIFEST))) !== undefined) return directory;
  const stacks = dirname(directory);
  const isStack =
    basename(stacks) === "stacks" && (await readModifiedMs(join(directory, "cdk.tf.json"))) !== undefined;
  return isStack ? dirname(stacks) : undefined;
}

async function readModifiedMs(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).mtimeMs;
  } catch {
    return undefined;
  }
}
