import { constants } from "node:buffer";
import { createReadStream } from "node:fs";
import { resolve } from "node:path";
import type { ErrorCode } from "../../queue/merge-queue-error";
import { MergeQueueError, toErrorMessage } from "../../queue/merge-queue-error";
import { quote } from "../../text/quote";
import type { CommandContext } from "../command-context";

/** The name that stands for standard input. */
export const STANDARD_INPUT = "-";

/** Bytes that a file may have unless its reader says otherwise: those of the longest text. */
const MAX_TEXT_BYTES = constants.MAX_STRING_LENGTH;

/**
 * Reads a file that the command line names, or standard input for `-`, as UTF-8. A byte order mark at the start
 * is dropped.
 * @param what - what the file is, for the message: `The file of events`
 * @param code - what an unreadable file means to the command
 * @param maxBytes - how many bytes the file may have; what never ends, such as a device, is given up there
 * @param advice - what to do about a file that is no text, as a sentence. Default: none
 * @throws MergeQueueError with this code if it cannot be read, is too long or is not UTF-8
 */
export async function readInputFile(
  context: Pick<CommandContext, "workingDirectory" | "readInput">,
  file: string,
  what: string,
  code: ErrorCode,
  maxBytes: number = MAX_TEXT_BYTES,
  advice = "",
): Promise<string> {
  const name = file === STANDARD_INPUT ? "standard input" : quote(file);
  let bytes: Uint8Array;
  try {
    bytes = await (file === STANDARD_INPUT
      ? context.readInput()
      : readUpTo(resolve(context.workingDirectory, file), maxBytes));
  } catch (error) {
    const message = `${what}, ${name}, cannot be read: ${toErrorMessage(error)}. Check the path and its permissions.`;
    throw new MergeQueueError(code, message, {}, error);
  }
  if (bytes.byteLength > maxBytes) {
    throw new MergeQueueError(
      code,
      `${what}, ${name}, has more than ${maxBytes} bytes. Nothing was done.`,
      {},
    );
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    const message = `${what}, ${name}, is not text in UTF-8. Nothing was done. ${advice}`.trimEnd();
    throw new MergeQueueError(code, message, {}, error);
  }
}

/** Reads a file to its end, or a little beyond so many bytes. */
async function readUpTo(path: string, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of createReadStream(path) as AsyncIterable<Uint8Array>) {
    chunks.push(chunk);
    length += chunk.byteLength;
    if (length > maxBytes) break;
  }
  return Buffer.concat(chunks);
}
