import { constants } from "node:buffer";
import { type BigIntStats, createReadStream, fstatSync } from "node:fs";
import { lstat, realpath, stat } from "node:fs/promises";
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

export const STANDARD_INPUT = "-";

export interface InputKind {
  /** What the file is, as the subject of a sentence: `The file of events`. */
  readonly what: string;
  readonly code: ErrorCode;
  /** Maximum bytes to read, because a device may be endless. Default: the maximum length of a string */
  readonly maxBytes?: number | undefined;
  /** What to do if the file is not text, as a sentence. Default: no advice */
  readonly advice?: string;
}

export type InputContext = Pick<CommandContext, "workingDirectory" | "readInput" | "inputFiles">;

/** Reads a file in UTF-8, or in UTF-16 with a byte order mark, which Windows PowerShell writes. */
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

/** Finds the encoding by the byte order mark. No UTF-8 text begins with a mark of UTF-16. */
function findEncoding([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : "utf-8";
}

/** Interprets a file's content. If that fails, adds the file's name to the start of the error's message. */
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

/** Maximum size of a token file in bytes, far more than fits in a header. */
const MAX_TOKEN_BYTES = 64 * 1024;

export interface TokenFile {
  readonly token: string;
  readonly warning: string | undefined;
}

/** Reads the file of `--token-file`: nothing but a token. @throws MergeQueueError `invalid_configuration` */
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
  // Windows has no such bits, and standard input has no path.
  if (file === STANDARD_INPUT || context.platform === "win32") return { token, warning: undefined };
  const stats = await stat(resolve(context.workingDirectory, file));
  const isOpen = stats.isFile() && (stats.mode & READABLE_BY_OTHERS) !== 0;
  const warning = `Other users of this machine can read the token file ${quote(file)}. Run chmod 600 on it.`;
  return { token, warning: isOpen ? warning : undefined };
}

export interface TextListKind {
  /** What the list is, as the subject of a sentence: `The list of queues`. */
  readonly name: string;
  /** Sentences that say how to write the list. */
  readonly advice: string;
  readonly code: ErrorCode;
  readonly details?: ErrorDetails;
  /** Removes the comment of a line. Default: lines have no comments. */
  readonly stripLine?: (line: string) => string;
  /** Whether `[]` is valid. An empty file is never valid, because a failed program may have left it. */
  readonly mayBeEmpty?: boolean;
}

/** Reads a JSON array or lines. Skips empty strings. @throws MergeQueueError with the code of `kind` */
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

type Inputs = Pick<CommandContext, "inputFiles">;

/** Records a file that this call reads, if it is an existing regular file. */
export async function addInputFile({ inputFiles }: Inputs, path: string): Promise<void> {
  const key = await tryFindKey(path);
  if (key !== undefined) inputFiles.add(key);
}

function addStandardInput({ inputFiles }: Inputs): void {
  const key = toKey(fstatSync(0, { bigint: true }));
  if (key !== undefined) inputFiles.add(key);
}

/** Refuses to overwrite an input file. @throws MergeQueueError `invalid_configuration`, which names `what` */
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

/** Tells whether a path exists, even as a broken link. Returns false if the path cannot be read. */
export async function isTaken(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined)) !== undefined;
}

/** Returns a key that all names of a regular file share. Returns undefined for any other path. */
async function tryFindKey(path: string): Promise<string | undefined> {
  try {
    const stats = await stat(path, { bigint: true });
    // Some file systems of Windows have no inode numbers.
    return stats.ino === 0n ? await realpath(path) : toKey(stats);
  } catch {
    return undefined;
  }
}

function toKey(stats: BigIntStats): string | undefined {
  return stats.isFile() && stats.ino !== 0n ? `${stats.dev} ${stats.ino}` : undefined;
}
