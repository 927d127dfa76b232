import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { ErrorCode } from "../queue/merge-queue-error";
import { MergeQueueError, toErrorMessage } from "../queue/merge-queue-error";
import { quote } from "../queue/quote";
import type { CommandContext } from "./command-context";

/** The name that stands for standard input. */
export const STANDARD_INPUT = "-";

/**
 * Reads a file that the command line names, or standard input for `-`, as UTF-8. A byte order mark at the start
 * is dropped.
 * @param what - what the file is, for the message: `The file of events`
 * @param code - what an unreadable file means to the command
 * @throws MergeQueueError with this code if it cannot be read or is not UTF-8
 */
export async function readInputFile(
  context: Pick<CommandContext, "workingDirectory" | "readInput">,
  file: string,
  what: string,
  code: ErrorCode,
): Promise<string> {
  const name = file === STANDARD_INPUT ? "standard input" : quote(file);
  let bytes: Uint8Array;
  try {
    bytes = await (file === STANDARD_INPUT
      ? context.readInput()
      : readFile(resolve(context.workingDirectory, file)));
  } catch (error) {
    const message = `${what}, ${name}, cannot be read: ${toErrorMessage(error)}. Check the path and its permissions.`;
    throw new MergeQueueError(code, message, {}, error);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    const message = `${what}, ${name}, is not text in UTF-8, or is too long. Nothing was done.`;
    throw new MergeQueueError(code, message, {}, error);
  }
}
