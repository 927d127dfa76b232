import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { MergeQueueError } from "../queue/merge-queue-error";
import { quote } from "../text/quote";

const OUTPUT_DIRECTORY = "cdktf.out";

/** The given path, else `cdktf.out`, else the working directory. @throws `invalid_stack` for no directory */
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
    `${quote(given)} ${what}. Name ${alternative === undefined ? "" : `${alternative}, or `}the directory of the synthesized stacks, for example cdktf.out, or one with *.tf.json ` +
      "files.",
  );
}

export async function tryGetKind(path: string): Promise<"file" | "directory" | undefined> {
  // The code that reads it reports why it cannot be read.
  const isDirectory = (await stat(path).catch(() => undefined))?.isDirectory();
  if (isDirectory === undefined) return undefined;
  return isDirectory ? "directory" : "file";
}
