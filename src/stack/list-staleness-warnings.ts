import { readdir, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { MANIFEST } from "./find-configurations";

/** A CDK program, as its templates name it. */
const PROGRAM = /^main\.[cm]?[jt]s$/;

const EFFECT = "so that what is declared may be out of date. Run your program again";

/** Warns if the last synthesis of a CDK's output, or of a stack in it, failed, or is older than a program beside it. */
export async function listStalenessWarnings(directory: string): Promise<readonly string[]> {
  const output = await tryFindOutput(resolve(directory));
  if (output === undefined) return [];
  const name = basename(output);
  const synthesizedMs = await readModifiedMs(join(output, MANIFEST));
  if (synthesizedMs === undefined)
    return [`The last synthesis of ${name} failed or did not finish, ${EFFECT} and correct what it reports.`];
  const parent = dirname(output);
  const programs = (await readdir(parent)).filter((each) => PROGRAM.test(each)).sort();
  const times = await Promise.all(programs.map(async (each) => readModifiedMs(join(parent, each))));
  const changed = programs.filter((_, index) => (times[index] ?? 0) > synthesizedMs);
  const what = `was changed after ${name} was synthesized, ${EFFECT}; if it failed, correct what it reports.`;
  return changed.map((program) => `${program} ${what}`);
}

async function tryFindOutput(directory: string): Promise<string | undefined> {
  if ((await readModifiedMs(join(directory, MANIFEST))) !== undefined) return directory;
  const stacks = dirname(directory);
  const isStack =
    basename(stacks) === "stacks" && (await readModifiedMs(join(directory, "cdk.tf.json"))) !== undefined;
  return isStack ? dirname(stacks) : undefined;
}

async function readModifiedMs(path: string): Promise<number | undefined> {
  return (await stat(path).catch(() => undefined))?.mtimeMs;
}
