import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { MergeQueueError } from "../../queue/merge-queue-error";
import { quote } from "../../text/quote";
import type { CommandContext } from "../command-context";

/** Where the CDK writes stacks unless it is told otherwise. */
const OUTPUT_DIRECTORY = "cdktf.out";

/**
 * Answers the directory that a command reads stacks from: the one that is given, else `cdktf.out` of the working
 * directory, else the working directory.
 * @param alternative - what else could have been named, for the message; as an object of a sentence. Default: nothing
 * @returns an absolute path
 * @throws MergeQueueError `invalid_stack` if what is given is no directory
 */
export async function findStackDirectory(
  { workingDirectory }: Pick<CommandContext, "workingDirectory">,
  given: string | undefined,
  alternative?: string,
): Promise<string> {
  if (given === undefined) {
    const output = resolve(workingDirectory, OUTPUT_DIRECTORY);
    return (await tryGetKind(output)) === "directory" ? output : workingDirectory;
  }
  const path = resolve(workingDirectory, given);
  const kind = await tryGetKind(path);
  if (kind === "directory") return path;
  const what = kind === undefined ? "is not there, or cannot be read" : "is no directory";
  throw new MergeQueueError(
    "invalid_stack",
    `${quote(given)} ${what}. Name ${alternative === undefined ? "" : `${alternative}, or `}the directory that holds the synthesized stacks, cdktf.out for example, or one with ` +
      "*.tf.json files.",
  );
}

/** Answers whether a path leads to a file, or to a directory; undefined: to nothing that can be read. */
export async function tryGetKind(path: string): Promise<"file" | "directory" | undefined> {
  try {
    return (await stat(path)).isDirectory() ? "directory" : "file";
  } catch {
    // Why it cannot be read is said by whoever reads it.
    return undefined;
  }
}
