import { constants } from "node:buffer";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import {
  type ErrorCode,
  type ErrorDetails,
  isMergeQueueError,
  MergeQueueError,
  toErrorMessage,
} from "../../queue/merge-queue-error";
import { quote } from "../../text/quote";
import type { CommandContext } from "../command-session";
import { addInputFile, addStandardInput } from "./input-files";

export const STANDARD_INPUT = "-";

export interface InputKind {
  /** The subject of a sentence: `The file of events`. */
  readonly what: string;
  readonly code: ErrorCode;
  /** Reading stops there, so that a device without an end is refused too. Default: the longest string */
  readonly maxBytes?: number | undefined;
  /** What to do if the file is not text, as a sentence. Default: none */
  readonly advice?: string;
}

export type InputContext = Pick<CommandContext, "workingDirectory" | "readInput" | "inputFiles">;

/** Reads UTF-8, or UTF-16 with a byte order mark: so does Windows PowerShell redirect output. */
export async function readInputFile(
  context: InputContext,
  file: string,
  { what, code, maxBytes = constants.MAX_STRING_LENGTH, advice = "" }: InputKind,
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
    return new TextDecoder(findEncoding(bytes), { fatal: true }).decode(bytes);
  } catch (error) {
    throw fail(`is not text in UTF-8. Nothing was done. ${advice}`, error);
  }
}

/** Tells by the byte order mark; neither of those of UTF-16 can begin a text in UTF-8. */
function findEncoding([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : "utf-8";
}

/** Interprets a file's content; an error names the file first, because its message knows only the content. */
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

const READABLE_BY_OTHERS = 0o044;

/** Longest token file in bytes: far more than the header can carry. */
const MAX_TOKEN_BYTES = 64 * 1024;

export interface TokenFile {
  readonly token: string;
  readonly warning: string | undefined;
}

/** Reads the file of `--token-file`, a token alone. @throws MergeQueueError `invalid_configuration` */
export async function readTokenFile(
  context: InputContext & Pick<CommandContext, "platform">,
  file: string,
): Promise<TokenFile> {
  const kind = { what: "The token file", code: "invalid_configuration", maxBytes: MAX_TOKEN_BYTES } as const;
  const text = await readInputFile(context, file, kind);
  const token = text.trim();
  if (token === "") {
    const where = file === STANDARD_INPUT ? "Standard input" : `The token file ${quote(file)}`;
    const message = `${where} is empty. Put an API token of your organization into it, and nothing else.`;
    throw new MergeQueueError("invalid_configuration", message, { argument: "token" });
  }
  // Windows has no such bits, and a pipe is gone once it has been read.
  if (file === STANDARD_INPUT || context.platform === "win32") return { token, warning: undefined };
  const stats = await stat(resolve(context.workingDirectory, file));
  const isOpen = stats.isFile() && (stats.mode & READABLE_BY_OTHERS) !== 0;
  const warning = `Other users of this machine can read the token file ${quote(file)}. Run chmod 600 on it.`;
  return { token, warning: isOpen ? warning : undefined };
}

export interface TextListKind {
  /** The subject of a sentence: `The list of queues`. */
  readonly name: string;
  /** How to write one, as sentences. */
  readonly advice: string;
  readonly code: ErrorCode;
  readonly details?: ErrorDetails;
  /** Removes what is not part of a line's text. Default: nothing but white space. */
  readonly stripLine?: (line: string) => string;
  /** Whether `[]` is a list. An empty file never is: a program that fails leaves one. */
  readonly mayBeEmpty?: boolean;
}

/** Reads a JSON array of texts, or one a line, without empty ones. @throws MergeQueueError of the kind */
export function readTextList(text: string, kind: TextListKind): readonly string[] {
  const fail = (problem: string, cause?: unknown): MergeQueueError =>
    new MergeQueueError(kind.code, `${kind.name} ${problem}. ${kind.advice}`, kind.details ?? {}, cause);
  const isJson = text.trimStart().startsWith("[");
  const { stripLine = (line: string) => line } = kind;
  const texts = isJson ? parseArray(text, fail) : text.split("\n").map((line) => stripLine(line).trim());
  const given = texts.filter((each) => each !== "");
  if (given.length > 0 || (isJson && kind.mayBeEmpty === true)) return given;
  throw fail("is empty");
}

function parseArray(text: string, fail: (problem: string, cause?: unknown) => Error): readonly string[] {
  let values: readonly unknown[];
  try {
    values = JSON.parse(text) as readonly unknown[];
  } catch (error) {
    throw fail('begins with "[" but is not valid JSON', error);
  }
  return values.map((value) => {
    if (typeof value === "string") return value;
    throw fail(`contains ${quote(value)}, which is not a string`);
  });
}
