import { readdir } from "node:fs/promises";
import { basename, join, relative, resolve, sep } from "node:path";
import { MergeQueueError, toErrorMessage } from "../queue/merge-queue-error";
import { quote } from "../text/quote";
import { parseTerraformFile } from "../text/terraform-json";
import { isForeignConfiguration, isJsonConfiguration } from "./configuration";
import { tryGetKind } from "./find-stack-directory";
import type { ConfigurationFiles, ReadFile } from "./stack-reading";
import { getField, isMap } from "./values";

/** File that lists the stacks in the CDK's output directory. The CDK writes this file last. */
export const MANIFEST = "manifest.json";

/** Lists a CDK output's stacks. Any other directory is one stack. @throws MergeQueueError `invalid_stack` */
export async function findConfigurations(path: string, readFile: ReadFile): Promise<ConfigurationFiles[]> {
  const root = resolve(path);
  const names = await listNames(root, root);
  if (names.includes(MANIFEST)) {
    const stacks = await readManifest(join(root, MANIFEST), readFile);
    return Promise.all(stacks.map(([stack, inside]) => findStack(stack, resolve(root, inside), root)));
  }
  if (names.includes("stacks") && !names.some(isJsonConfiguration)) {
    throw unreadable(
      root,
      "its last synthesis failed or did not finish, so its content may be out of date; run your program again and fix the " +
        "errors that it reports",
    );
  }
  return [checkFiles({ stack: basename(root), directory: root, prefix: "", names })];
}

async function findStack(stack: string, directory: string, root: string): Promise<ConfigurationFiles> {
  const path = relative(root, directory);
  if (path.startsWith(".."))
    throw unreadable(root, `its ${MANIFEST} names a directory outside of it: ${quote(path)}`);
  const prefix = path === "" ? "" : `${path.split(sep).join("/")}/`;
  return checkFiles({ stack, directory, prefix, names: await listNames(directory, root) });
}

function checkFiles(configuration: ConfigurationFiles): ConfigurationFiles {
  const { directory, names } = configuration;
  if (names.some(isJsonConfiguration)) return configuration;
  throw unreadable(
    directory,
    names.some(isForeignConfiguration)
      ? "it has only files in HCL (*.tf), but mergequeue reads only the CDK's JSON (*.tf.json); use Terraform for this directory, or " +
          "synthesize the stack to JSON (without hclOutput)"
      : 'it has no *.tf.json file; name the output directory of the CDK ("cdktf.out"), or synthesize first: run your ' +
          'program, or "cdktf synth"',
  );
}

async function listNames(directory: string, root: string): Promise<readonly string[]> {
  try {
    return (await readdir(directory)).sort();
  } catch (error) {
    const reasons = {
      directory: toErrorMessage(error),
      file: `${quote(directory)} is a file, not a directory`,
      none: `there is no directory ${quote(directory)}; run your program first, or "cdktf synth"`,
    };
    throw unreadable(root, reasons[(await tryGetKind(directory)) ?? "none"]);
  }
}

async function readManifest(path: string, readFile: ReadFile): Promise<(readonly [string, string])[]> {
  const text = await readFile(path).catch((error: unknown) => {
    throw unreadable(path, toErrorMessage(error));
  });
  const manifest = parseTerraformFile(text, (reason) => unreadable(path, reason));
  const stacks = getField(manifest, "stacks");
  if (!isMap(stacks))
    throw unreadable(path, "it is not the manifest of a CDK's output: it has no object of stacks");
  return [...stacks].map(([name, stack]) => {
    const directory = getField(stack, "workingDirectory");
    if (typeof directory !== "string")
      throw unreadable(path, `the stack ${quote(name)} has no workingDirectory`);
    return [name, directory];
  });
}

function unreadable(where: string, why: string): MergeQueueError {
  return new MergeQueueError("invalid_stack", `No stack can be read from ${quote(where)}: ${why}.`);
}
