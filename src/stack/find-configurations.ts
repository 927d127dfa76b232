import { readdir, stat } from "node:fs/promises";
import { basename, join, relative, resolve, sep } from "node:path";
import type { JsonNode } from "../hcl/json/json-node";
import { JsonObject } from "../hcl/json/json-node";
import { parseJson } from "../hcl/json/parse-json";
import { MergeQueueError, toErrorMessage } from "../queue/merge-queue-error";
import { quote } from "../text/quote";
import { readRegularFile } from "./read-regular-file";

/** A directory that Terraform would be run in. */
export interface ConfigurationPlace {
  /** Name of the stack. */
  readonly stack: string;
  /** Absolute path. */
  readonly directory: string;
  /** What its files are called by, as seen from the directory that was asked for: `stacks/queues/`, or nothing. */
  readonly prefix: string;
  /** Names of all files in it, in order. */
  readonly fileNames: readonly string[];
}

/** File that lists the stacks in the CDK's output directory. The CDK writes it last. */
export const MANIFEST = "manifest.json";

/**
 * Finds the configurations in a directory: the stacks of a CDK's output directory, else the directory itself.
 * @throws MergeQueueError `invalid_stack` if there is nothing to read
 */
export async function findConfigurations(directory: string): Promise<ConfigurationPlace[]> {
  const root = resolve(directory);
  const fileNames = await listFiles(root, root);
  if (!fileNames.includes(MANIFEST)) {
    if (fileNames.includes("stacks") && !fileNames.some(isJsonConfiguration)) {
      throw unreadable(
        root,
        "the last synthesis of it failed or did not finish, so what it contains may be out of date; " +
          "run your program again and correct what it reports",
      );
    }
    const place = { stack: basename(root), directory: root, prefix: "", fileNames };
    requireJson(place, root);
    return [place];
  }
  const places: ConfigurationPlace[] = [];
  for (const [stack, workingDirectory] of await readManifest(join(root, MANIFEST))) {
    const inner = resolve(root, workingDirectory);
    if (relative(root, inner).startsWith("..")) {
      throw unreadable(root, `its ${MANIFEST} names a directory outside of it: ${quote(workingDirectory)}`);
    }
    const prefix = `${relative(root, inner).split(sep).join("/")}/`;
    const place = { stack, directory: inner, prefix, fileNames: await listFiles(inner, root) };
    requireJson(place, root);
    places.push(place);
  }
  return places;
}

async function listFiles(directory: string, root: string): Promise<string[]> {
  try {
    const entries = await readdir(directory);
    return entries.sort();
  } catch (error) {
    const { isThere, isDirectory } = await look(directory);
    if (isThere && !isDirectory) throw unreadable(root, `${quote(directory)} is a file, not a directory`);
    throw unreadable(
      root,
      isThere
        ? toErrorMessage(error)
        : `there is no directory ${quote(directory)}; run your program first, or "cdktf synth"`,
    );
  }
}

async function look(path: string): Promise<{ readonly isThere: boolean; readonly isDirectory: boolean }> {
  try {
    return { isThere: true, isDirectory: (await stat(path)).isDirectory() };
  } catch {
    return { isThere: false, isDirectory: false };
  }
}

async function readManifest(path: string): Promise<(readonly [string, string])[]> {
  const manifest = await loadManifest(path);
  const stacks = manifest instanceof JsonObject ? manifest.get("stacks") : undefined;
  if (!(stacks instanceof JsonObject)) {
    throw unreadable(path, "it is not the manifest of a CDK's output: it has no object of stacks");
  }
  return stacks.fields.map(([name, stack]) => {
    const directory = stack instanceof JsonObject ? stack.get("workingDirectory") : undefined;
    if (typeof directory !== "string")
      throw unreadable(path, `the stack ${quote(name)} has no workingDirectory`);
    return [name, directory];
  });
}

async function loadManifest(path: string): Promise<JsonNode> {
  try {
    return parseJson(await readRegularFile(path));
  } catch (error) {
    throw unreadable(path, toErrorMessage(error));
  }
}

/** Tells whether a file belongs to a configuration in JSON. */
export function isJsonConfiguration(name: string): boolean {
  return name.endsWith(".tf.json") && !name.startsWith(".");
}

/** Tells whether a file belongs to a configuration in HCL. */
export function isHclConfiguration(name: string): boolean {
  return (name.endsWith(".tf") || name.endsWith(".tofu")) && !name.startsWith(".");
}

function requireJson({ directory, fileNames }: ConfigurationPlace, root: string): void {
  if (fileNames.some(isJsonConfiguration)) return;
  if (fileNames.some(isHclConfiguration)) {
    throw unreadable(
      directory,
      "it has files in HCL (*.tf) only, and only the CDK's JSON (*.tf.json) is read here; use Terraform for it, or " +
        "synthesize the stack to JSON (without hclOutput)",
    );
  }
  throw unreadable(
    directory === root ? root : directory,
    'it has no *.tf.json file; name the output directory of the CDK ("cdktf.out"), or synthesize first: run your program, or "cdktf synth"',
  );
}

function unreadable(where: string, why: string): MergeQueueError {
  return new MergeQueueError("invalid_stack", `No stack can be read from ${quote(where)}: ${why}.`);
}
