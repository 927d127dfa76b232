import { hash } from "node:crypto";
import { createReadStream } from "node:fs";
import { realpath, stat } from "node:fs/promises";
import { resolve } from "node:path";
import { adoptState } from "../../engine/adopt-state";
import type { EngineOptions } from "../../engine/engine-options";
import { VERSION } from "../../product";
import { isMergeQueueError, toErrorMessage } from "../../queue/merge-queue-error";
import {
  type DataHeader,
  type DataRecord,
  LineReader,
  makeDataError,
  READ_VERSIONS,
  type Snapshot,
  type StoredData,
} from "./data-line";
import { lockFile } from "./lock-file";

/** A locked data file. */
export interface LoadedData {
  /** Absolute path of the file, in which all symbolic links are resolved. */
  readonly file: string;
  /** The content of the file; undefined if the file has no content yet. */
  readonly stored: StoredData | undefined;
  readonly rules: string;
  readonly release: () => void;
}

/** Locks and reads a data file. @throws MergeQueueError if it is in use, is damaged or needs other options */
export async function loadData(path: string, options: EngineOptions): Promise<LoadedData> {
  const file = await realpath(path).catch(() => resolve(path));
  const release = lockFile(file);
  try {
    const write = (_name: string, value: unknown) => (typeof value === "function" ? String(value) : value);
    const rules = `${VERSION}:${hash("sha256", JSON.stringify(options, write)).slice(0, 16)}`;
    const stored = await tryReadDataFile(file);
    return { file, stored: stored && followRules(file, stored, rules, options), rules, release };
  } catch (error) {
    release();
    throw error;
  }
}

/** Refuses a journal that was written under other rules. A snapshot alone is adapted to the new rules. */
function followRules(file: string, stored: StoredData, rules: string, options: EngineOptions): StoredData {
  const { header, records, snapshot } = stored;
  if (header.rules === rules) return stored;
  if (records.length > 0) {
    const message = `The data file ${file} has a journal, because its local service was killed. Only version ${header.product}, with the options of that time, can replay the journal. Start and stop that version once with those options, or choose another file.`;
    throw makeDataError(message);
  }
  try {
    return { ...stored, snapshot: { ...snapshot, state: adoptState(snapshot.state, options) } };
  } catch (error) {
    const message = `The data file ${file} was written by version ${header.product}, and its snapshot cannot be used: ${toErrorMessage(error)}. The file was not changed. Use that version, or choose another file.`;
    throw makeDataError(message, error);
  }
}

/** Reads a data file, which may be missing or empty. @throws MergeQueueError if it is damaged or foreign */
export async function tryReadDataFile(file: string): Promise<StoredData | undefined> {
  const values: unknown[] = [];
  try {
    const stats = await stat(file);
    // Reading a pipe may never end, and a device would be replaced by a file.
    if (!stats.isFile()) throw new Error("it is not a regular file");
    if (stats.size === 0) return undefined;
    const reader = new LineReader();
    let count = 0;
    for await (const line of readLines(file)) {
      count += 1;
      const value = readLine(reader, line, count, file);
      if (count === 1) checkHeader(file, value as DataHeader | undefined);
      if (value !== undefined) values.push(value);
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    if (isMergeQueueError(error)) throw error;
    const message = `The data file ${file} cannot be read: ${toErrorMessage(error)}. Choose a file that this user may read, or one that does not exist yet.`;
    throw makeDataError(message, error);
  }
  // The header's version determines the types.
  const [header, snapshot, ...batches] = values as [DataHeader?, Snapshot?, ...(readonly DataRecord[])[]];
  if (header === undefined) throw makeForeignError(file);
  if (snapshot === undefined) throw makeDamagedError(file, "its snapshot is missing");
  return { header, snapshot, records: batches.flat() };
}

/** Yields lines without their line breaks. Omits an unfinished last line, which was never acknowledged. */
async function* readLines(file: string): AsyncGenerator<Uint8Array, void, undefined> {
  let begun: Uint8Array[] = [];
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    let start = 0;
    for (let end = 0; (end = chunk.indexOf("\n", start)) !== -1; start = end + 1) {
      yield Buffer.concat([...begun, chunk.subarray(start, end)]);
      begun = [];
    }
    begun.push(chunk.subarray(start));
  }
}

function readLine(reader: LineReader, line: Uint8Array, number: number, file: string): unknown {
  try {
    return reader.read(line);
  } catch {
    throw number === 1 ? makeForeignError(file) : makeDamagedError(file, `line ${number} is damaged`);
  }
}

function checkHeader(file: string, header: DataHeader | undefined): void {
  if (header?.format !== "mergequeue-data") throw makeForeignError(file);
  if (READ_VERSIONS.includes(header.version)) return;
  const message = `The data file ${file} was written by version ${header.product}, in a format that this version does not know. Use that version, or choose another file.`;
  throw makeDataError(message);
}

function makeForeignError(file: string): Error {
  const message = `The file ${file} is not a data file of the local service, or its beginning is damaged. The file was not changed. Choose another file.`;
  return makeDataError(message);
}

export function makeDamagedError(file: string, what: string, cause?: unknown): Error {
  const rest = "The file was not changed. Restore it from a copy, or choose another file.";
  return makeDataError(`The data file ${file} is damaged: ${what}. ${rest}`, cause);
}
