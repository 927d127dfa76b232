import { randomBytes } from "node:crypto";
import type { Stats } from "node:fs";
import { lstat, open, rename, rm } from "node:fs/promises";
import { resolve } from "node:path";
import { MergeQueueError, toErrorMessage } from "../../queue/merge-queue-error";
import { quote } from "../../text/quote";
import type { CommandContext } from "../command-context";

/** Who may read a file: its owner, or whom the process's mask allows. */
const MODES = { secret: 0o600, plain: 0o666 } as const;

/**
 * Writes a file that the command line names, as a whole or not at all: one that is there is replaced. A symbolic link is
 * refused, so that nobody who may write into the directory chooses what is overwritten (promise S-17), and so is
 * whatever else is no file.
 * @param file - path as it was given
 * @param what - what the file is, for the message: `The report`
 * @param mode - who may read it, whoever could read the one that was there
 * @throws MergeQueueError `invalid_configuration` if it cannot be written
 */
export async function writeOutputFile(
  { workingDirectory }: Pick<CommandContext, "workingDirectory">,
  file: string,
  text: string,
  what: string,
  mode: keyof typeof MODES,
): Promise<void> {
  const path = resolve(workingDirectory, file);
  // Nobody can have put a link in the place of a name that nobody knows.
  const draft = `${path}.${randomBytes(8).toString("hex")}.new`;
  try {
    await requireReplaceable(path);
    try {
      await writeDraft(draft, text, MODES[mode]);
      await rename(draft, path);
    } finally {
      await rm(draft, { force: true });
    }
  } catch (error) {
    const message = `${what}, ${quote(file)}, cannot be written: ${toErrorMessage(error)}. Check the path and its permissions.`;
    throw new MergeQueueError("invalid_configuration", message, { argument: "out" }, error);
  }
}

async function writeDraft(path: string, text: string, mode: number): Promise<void> {
  const handle = await open(path, "wx", mode);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** @throws Error if something is there that is no file */
async function requireReplaceable(path: string): Promise<void> {
  let stats: Stats;
  try {
    stats = await lstat(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return;
    throw error;
  }
  if (stats.isSymbolicLink()) throw new Error("it is a symbolic link");
  if (!stats.isFile()) throw new Error("it is there and is no file");
}
