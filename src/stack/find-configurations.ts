import { readdir, stat } from "node:fs/promises";
import { basename, join, relative, resolve, sep } from "node:path";
import { MergeQueueError, toErrorMessage } from "../queue/merge-queue-error";
import { quote } from "../text/quote";
import { isJsonObject, type JsonNode } from "../text/terraform-json";
import { readJsonFile } from "./read-json-file";

/** A directory that Terraform would be run in. */
export interface ConfigurationPlace {
  /** Name of the stack. */
  readonly stack: string;
  /** Absolute path. */
  readonly directory: string;
  /** Its path relative to the directory that is read: `stacks/queues/`, or nothing. */
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
  const place = await listFiles(basename(root), root, root);
  const { fileNames } = place;
  if (fileNames.includes(MANIFEST)) {
    const stacks = await readManifest(join(root, MANIFEST));
    const places = stacks.map(([stack, path]) => listFiles(stack, resolve(root, path), root));
    return (await Promise.all(places)).map(requireJson);
  }
  if (fileNames.includes("stacks") && !fileNames.some(isJsonConfiguration)) {
    throw unreadable(
      root,
      "the last synthesis of it failed or did not finish, so what it contains may be out of date; run your program again " +
        "and correct what it reports",
    );
  }
  return [requireJson(place)];
}

async function listFiles(stack: string, directory: string, root: string): Promise<ConfigurationPlace> {
  const path = relative(root, directory);
  if (path.startsWith(".."))
    throw unreadable(root, `its ${MANIFEST} names a directory outside of it: ${quote(path)}`);
  const prefix = path === "" ? "" : `${path.split(sep).join("/")}/`;
  try {
    return { stack, directory, prefix, fileNames: (await readdir(directory)).sort() };
  } catch (error) {
    const found = await stat(directory).catch(() => undefined);
    const reason = found?.isDirectory()
      ? toErrorMessage(error)
      : found
        ? `${quote(directory)} is a file, not a directory`
        : `there is no directory ${quote(directory)}; run your program first, or "cdktf synth"`;
    throw unreadable(root, reason);
  }
}

async function readManifest(path: string): Promise<(readonly [string, string])[]> {
  const manifest = await readJsonFile(path).catch((error: unknown) => {
    throw unreadable(path, toErrorMessage(error));
  });
  const stacks = findField(manifest, "stacks");
  if (!isJsonObject(stacks))
    throw unreadable(path, "it is not the manifest of a CDK's output: it has no object of stacks");
  return [...stacks].map(([name, stack]) => {
    const directory = findField(stack, "workingDirectory");
    if (typeof directory !== "string")
      throw unreadable(path, `the stack ${quote(name)} has no workingDirectory`);
    return [name, directory];
  });
}

function findField(node: JsonNode, name: string): JsonNode | undefined {
  return isJsonObject(node) ? node.get(name) : undefined;
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
