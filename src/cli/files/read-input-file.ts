import { constants } from "node:buffer";
import { createReadStream } from "node:fs";
import { resolve } from "node:path";
import {
  type ErrorCode,
  isMergeQueueError,
  MergeQueueError,
  toErrorMessage,
} from "../../queue/merge-queue-error";
import { quote } from "../../text/quote";
import type { CommandContext } from "../command-session";
import { addInputFile, addStandardInput } from "./input-files";

/** The name that stands for standard input. */
export const STANDARD_INPUT = "-";

/** What reading a file takes of a context. */
export type InputContext = Pick<CommandContext, "workingDirectory" | "readInput" | "inputFiles">;

/** Default limit of a file's size: the bytes of the longest string. */
const MAX_TEXT_BYTES = constants.MAX_STRING_LENGTH;

/**
 * Reads a file that the command line names, or standard input for `-`, as UTF-8 without a byte order mark.
 * @param what - what the file is, for the message: `The file of events`
 * @param maxBytes - limit of the size; reading stops there, so that a device without an end is refused too
 * @param advice - what to do if the file is not text, as a sentence. Default: none
 * @throws MergeQueueError with the code if the file cannot be read, is too long or is not UTF-8
 */
export async function readInputFile(
  context: InputContext,
  file: string,
  what: string,
  code: ErrorCode,
  maxBytes: number = MAX_TEXT_BYTES,
  advice = "",
): Promise<string> {
  const name = file === STANDARD_INPUT ? "standard input" : quote(file);
  const fail = (problem: string, cause?: unknown): MergeQueueError =>
    new MergeQueueError(code, `${what}, ${name}, ${problem}`.trimEnd(), {}, cause);
  let bytes: Uint8Array;
  try {
    if (file === STANDARD_INPUT) addStandardInput(context);
    bytes = await (file === STANDARD_INPUT
      ? context.readInput()
      : readUpTo(context, resolve(context.workingDirectory, file), maxBytes));
  } catch (error) {
    throw fail(`cannot be read: ${toErrorMessage(error)}. Check the path and its permissions.`, error);
  }
  if (bytes.byteLength > maxBytes) throw fail(`has more than ${maxBytes} bytes. Nothing was done.`);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    throw fail(`is not text in UTF-8. Nothing was done. ${advice}`, error);
  }
}

/**
 * Interprets the content of a file; an error names the file first, because its message knows only the content.
 * @param file - path as it was given, `-` for standard input
 * @throws MergeQueueError as `interpret`
 */
export function nameFileInError<Result>(file: string, interpret: () => Result): Result {
  try {
    return interpret();
  } catch (error) {
    if (!isMergeQueueError(error)) throw error;
    const name = file === STANDARD_INPUT ? "Standard input" : quote(file);
    throw new MergeQueueError(error.code, `${name}: ${error.message}`, error.details, error.cause);
  }
}

/** Reads a file to its end, or until it has more than `maxBytes`. */
async function readUpTo(context: InputContext, path: string, maxBytes: number): Promise<Uint8Array> {
  await addInputFile(context, path);
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of createReadStream(path) as AsyncIterable<Uint8Array>) {
    chunks.push(chunk);
    length += chunk.byteLength;
    if (length > maxBytes) break;
  }
  return Buffer.concat(chunks);
}
