import { type BigIntStats, fstatSync } from "node:fs";
import { lstat, realpath, stat } from "node:fs/promises";
import { resolve } from "node:path";
import { MergeQueueError } from "../../queue/merge-queue-error";
import { quote } from "../../text/quote";
import type { CommandContext } from "../command-session";

type Inputs = Pick<CommandContext, "inputFiles">;

/** Records a file that this call reads. What cannot be found, or is not a regular file, is left out. */
export async function addInputFile({ inputFiles }: Inputs, path: string): Promise<void> {
  const key = await tryFindKey(path);
  if (key !== undefined) inputFiles.add(key);
}

export function addStandardInput({ inputFiles }: Inputs): void {
  const key = toKey(fstatSync(0, { bigint: true }));
  if (key !== undefined) inputFiles.add(key);
}

/** Also through links or other names. `what`: `The report` @throws MergeQueueError `invalid_configuration` */
export async function requireNoInput(
  { inputFiles, workingDirectory }: Inputs & Pick<CommandContext, "workingDirectory">,
  file: string,
  what: string,
): Promise<void> {
  const key = await tryFindKey(resolve(workingDirectory, file));
  if (key === undefined || !inputFiles.has(key)) return;
  throw new MergeQueueError(
    "invalid_configuration",
    `${what} would replace ${quote(file)}, which this command reads. That file was not changed. Choose another file to write.`,
    { argument: "out" },
  );
}

/** Tells whether something has this path, even a broken link. What cannot be looked at counts as nothing. */
export async function isTaken(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined)) !== undefined;
}

/** Returns what is the same for all names of a regular file; undefined if the path does not lead to one. */
async function tryFindKey(path: string): Promise<string | undefined> {
  try {
    const stats = await stat(path, { bigint: true });
    // Some file systems of Windows number no files.
    return stats.ino === 0n ? await realpath(path) : toKey(stats);
  } catch {
    return undefined;
  }
}

function toKey(stats: BigIntStats): string | undefined {
  return stats.isFile() && stats.ino !== 0n ? `${stats.dev} ${stats.ino}` : undefined;
}
