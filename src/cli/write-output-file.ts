import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { resolve } from "node:path";
import { MergeQueueError, toErrorMessage } from "../queue/merge-queue-error";
import { quote } from "../queue/quote";
import type { CommandContext } from "./command-context";

/** Who may read a file: its owner, or whom the process's mask allows. */
const MODES = { secret: 0o600, plain: 0o666 } as const;

/**
 * Writes a file that the command line names, in place of what it held. A symbolic link is refused, so that nobody who
 * may write into the directory chooses what is overwritten (promise S-17).
 * @param what - what the file is, for the message: `The report`
 * @param mode - who may read it, if it is not there yet
 * @throws MergeQueueError `invalid_configuration` if it cannot be written
 */
export async function writeOutputFile(
  { workingDirectory }: Pick<CommandContext, "workingDirectory">,
  file: string,
  text: string,
  what: string,
  mode: keyof typeof MODES,
): Promise<void> {
  const { O_CREAT, O_NOFOLLOW, O_TRUNC, O_WRONLY } = constants;
  try {
    // What the system knows no word for is undefined, and zero within a combination.
    const handle = await open(
      resolve(workingDirectory, file),
      O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW,
      MODES[mode],
    );
    try {
      await handle.writeFile(text);
    } finally {
      await handle.close();
    }
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    const reason = code === "ELOOP" ? "it is a symbolic link" : toErrorMessage(error);
    const message = `${what}, ${quote(file)}, cannot be written: ${reason}. Check the path and its permissions.`;
    throw new MergeQueueError("invalid_configuration", message, {}, error);
  }
}
