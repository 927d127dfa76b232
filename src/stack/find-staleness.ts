import { createHash } from "node:crypto";
import { readdir, readFile, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { SOURCES_FILE } from "../product";
import { isPlainObject } from "../text/is-plain-object";
import { MANIFEST } from "./find-configurations";

/** Name of a CDK program's file, as in the CDK's project templates. */
const PROGRAM = /^main\.[cm]?[jt]s$/;

const STACK = "cdk.tf.json";

const EFFECT = "so the declared queues may be out of date";

/** The result of checking whether a CDK's output is out of date. */
export interface Staleness {
  readonly warnings: readonly string[];
  /** Time of the synthesis in the local time zone, if the output is out of date: `2026-01-31 08:00`. */
  readonly synthesizedAt?: string;
}

/**
 * Checks whether the last synthesis failed, or its program has changed since then. Compares recorded hashes
 * of the sources that exist, because a CI job may lack some. Without hashes, compares file times.
 */
export async function findStaleness(directory: string): Promise<Staleness> {
  const output = await tryFindOutput(resolve(directory));
  if (output === undefined) return { warnings: [] };
  const name = basename(output);
  const synthesizedMs = await readModifiedMs(join(output, MANIFEST));
  if (synthesizedMs === undefined) {
    const next = "Run your program again and fix the errors that it reports.";
    const stackMs = (await readModifiedMs(join(directory, STACK))) ?? 0;
    return {
      warnings: [`The last synthesis of ${name} failed or did not finish, ${EFFECT}. ${next}`],
      synthesizedAt: formatLocalTime(stackMs),
    };
  }
  const { changed, command } =
    (await tryCompareSources(output)) ?? (await findNewerPrograms(dirname(output), synthesizedMs));
  if (changed.length === 0) return { warnings: [] };
  const what = `${changed.join(", ")} ${changed.length === 1 ? "was" : "were"} changed after ${name} was synthesized`;
  const next = `Run your program again${command === undefined ? "" : ` (${command})`}; if it fails, fix the errors that it reports.`;
  return { warnings: [`${what}, ${EFFECT}. ${next}`], synthesizedAt: formatLocalTime(synthesizedMs) };
}

interface Comparison {
  readonly changed: readonly string[];
  readonly command?: string | undefined;
}

async function tryCompareSources(output: string): Promise<Comparison | undefined> {
  const record = tryParse(await tryRead(join(output, SOURCES_FILE)));
  if (typeof record?.["directory"] !== "string" || !isPlainObject(record["files"])) return undefined;
  const project = resolve(output, record["directory"]);
  const changed: string[] = [];
  for (const [path, hash] of Object.entries(record["files"])) {
    const isBelow = !path.split(/[\\/]/).includes("..");
    const content = isBelow ? await tryRead(join(project, path)) : undefined;
    if (content === undefined) continue;
    if (createHash("sha256").update(content).digest("hex") !== hash) changed.push(path);
  }
  const { app } = tryParse(await tryRead(join(project, "cdktf.json"))) ?? {};
  return { changed, command: typeof app === "string" ? app : undefined };
}

async function findNewerPrograms(parent: string, synthesizedMs: number): Promise<Comparison> {
  const programs = (await readdir(parent)).filter((each) => PROGRAM.test(each)).sort();
  const times = await Promise.all(programs.map(async (each) => readModifiedMs(join(parent, each))));
  return { changed: programs.filter((_, index) => (times[index] ?? 0) > synthesizedMs) };
}

async function tryFindOutput(directory: string): Promise<string | undefined> {
  if ((await readModifiedMs(join(directory, MANIFEST))) !== undefined) return directory;
  const stacks = dirname(directory);
  const isStack =
    basename(stacks) === "stacks" && (await readModifiedMs(join(directory, STACK))) !== undefined;
  return isStack ? dirname(stacks) : undefined;
}

async function readModifiedMs(path: string): Promise<number | undefined> {
  return (await stat(path).catch(() => undefined))?.mtimeMs;
}

async function tryRead(path: string): Promise<Buffer | undefined> {
  return readFile(path).catch(() => undefined);
}

function tryParse(content: Buffer | undefined): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(String(content));
    return isPlainObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function formatLocalTime(ms: number): string {
  const time = new Date(ms);
  const two = (value: number): string => String(value).padStart(2, "0");
  const day = `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
  return `${day} ${two(time.getHours())}:${two(time.getMinutes())}`;
}
