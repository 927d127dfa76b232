import { readdir, stat } from "node:fs/promises";
import { basename, join, relative, resolve, sep } from "node:path";
import { MergeQueueError, toErrorMessage } from "../queue/merge-queue-error";
import { quote } from "../text/quote";
import type { JsonNode } from "./read-json";
import { isObject, readJson } from "./read-json";
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

/** Tells whether a file belongs to a configuration in JSON. */
export function isJsonConfiguration(name: string): boolean {
  return name.endsWith(".tf.json") && !name.startsWith(".");
}

/** Tells whether a file belongs to a configuration that is not read here: in HCL, or for OpenTofu alone. */
export function isForeignConfiguration(name: string): boolean {
  return /^[^.].*\.(?:tf|tofu|tofu\.json)$/s.test(name);
}

/**
 * Finds the configurations in a directory: the stacks of a CDK's output directory, else the directory itself.
 * @throws MergeQueueError `invalid_stack` if there is nothing to read
 */
export async function findConfigurations(directory: string): Promise<ConfigurationPlace[]> {
  const root = resolve(directory);
  const fileNames = await listFiles(root, root);
  if (fileNames.includes(MANIFEST)) {
    const stacks = await readManifest(join(root, MANIFEST));
    return Promise.all(stacks.map(async ([stack, path]) => findStack(root, stack, path)));
  }
  if (fileNames.includes("stacks") && !fileNames.some(isJsonConfiguration)) {
    throw unreadable(
      root,
      "the last synthesis of it failed or did not finish, so what it contains may be out of date; run your program again " +
        "and correct what it reports",
    );
  }
  return [requireJson({ stack: basename(root), directory: root, prefix: "", fileNames })];
}

async function findStack(root: string, stack: string, path: string): Promise<ConfigurationPlace> {
  const directory = resolve(root, path);
  if (relative(root, directory).startsWith(".."))
    throw unreadable(root, `its ${MANIFEST} names a directory outside of it: ${quote(path)}`);
  const prefix = `${relative(root, directory).split(sep).join("/")}/`;
  return requireJson({ stack, directory, prefix, fileNames: await listFiles(directory, root) });
}

async function listFiles(directory: string, root: string): Promise<string[]> {
  try {
    return (await readdir(directory)).sort();
  } catch (error) {
    const found = await stat(directory).catch(() => undefined);
    if (found === undefined)
      throw unreadable(
        root,
        `there is no directory ${quote(directory)}; run your program first, or "cdktf synth"`,
      );
    throw unreadable(
      root,
      found.isDirectory() ? toErrorMessage(error) : `${quote(directory)} is a file, not a directory`,
    );
  }
}

async function readManifest(path: string): Promise<(readonly [string, string])[]> {
  let manifest: JsonNode;
  try {
    manifest = readJson(await readRegularFile(path));
  } catch (error) {
    throw unreadable(path, toErrorMessage(error));
  }
  const stacks = isObject(manifest) ? manifest.get("stacks") : undefined;
  if (!isObject(stacks))
    throw unreadable(path, "it is not the manifest of a CDK's output: it has no object of stacks");
  return [...stacks].map(([name, stack]) => {
    const directory = isObject(stack) ? stack.get("workingDirectory") : undefined;
    if (typeof directory !== "string")
      throw unreadable(path, `the stack ${quote(name)} has no workingDirectory`);
    return [name, directory];
  });
}

function requireJson(place: ConfigurationPlace): ConfigurationPlace {
  if (place.fileNames.some(isJsonConfiguration)) return place;
  throw unreadable(
    place.directory,
    place.fileNames.some(isForeignConfiguration)
      ? "it has files in HCL (*.tf) only, and only the CDK's JSON (*.tf.json) is read here; use Terraform for it, or " +
          "synthesize the stack to JSON (without hclOutput)"
      : 'it has no *.tf.json file; name the output directory of the CDK ("cdktf.out"), or synthesize first: run your ' +
          'program, or "cdktf synth"',
  );
}

function unreadable(where: string, why: string): MergeQueueError {
  return new MergeQueueError("invalid_stack", `No stack can be read from ${quote(where)}: ${why}.`);
}
