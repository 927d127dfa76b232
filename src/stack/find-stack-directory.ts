import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { MergeQueueError } from "../queue/merge-queue-error";
import { quote } from "../text/quote";

const OUTPUT_DIRECTORY = "cdktf.out";

/**
 * Returns the absolute path of `given`. If `given` is undefined, returns the path of `cdktf.out` or, if it
 * does not exist, of the working directory.
 * @throws MergeQueueError `invalid_stack` if `given` is no directory. The message also names `alternative`.
 */
export async function findStackDirectory(
  { workingDirectory }: { readonly workingDirectory: string },
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
  const what = kind === undefined ? "does not exist or cannot be read" : "is not a directory";
  throw new MergeQueueError(
    "invalid_stack",
    `${quote(given)} ${what}. Name ${alternative === undefined ? "" : `${alternative}, or `}the directory of the synthesized stacks, for example cdktf.out, or a directory with *.tf.json files.`,
  );
}

/** Returns whether a path is a file or a directory; undefined if it cannot be read. */
export async function tryGetKind(path: string): Promise<"file" | "directory" | undefined> {
  // The code that reads the path later reports why it cannot be read.
  const isDirectory = (await stat(path).catch(() => undefined))?.isDirectory();
  if (isDirectory === undefined) return undefined;
  return isDirectory ? "directory" : "file";
}
