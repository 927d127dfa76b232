import { readFile, stat } from "node:fs/promises";
import { toErrorMessage } from "../../queue/merge-queue-error";
import { makeDataError } from "./data-error";
import { tryReadLine } from "./data-line";
import type { DataHeader, DataRecord, Snapshot, StoredData } from "./data-record";
import { decodeValue } from "./encode-value";

const LINE_BREAK = 0x0a;

/**
 * Reads a data file: a header, a snapshot, and a journal of what happened since, one line each time something was
 * written. A last line without its line break was never acknowledged and counts for nothing.
 * @param file - absolute path
 * @returns undefined if there is no such file, or nothing in it
 * @throws MergeQueueError `invalid_configuration` if it is damaged, or not ours; the file stays as it is
 */
export async function tryReadDataFile(file: string): Promise<StoredData | undefined> {
  const content = await tryRead(file);
  if (content === undefined || content.length === 0) return undefined;
  const lines = splitLines(content);
  const values = lines.map((line, index) => {
    const read = tryReadLine(line);
    if (read !== undefined) return decodeValue(read.json);
    throw index === 0 ? makeForeignError(file) : makeDamagedError(file, `line ${index + 1} is damaged`);
  });
  const [header, snapshot, ...batches] = values as [DataHeader?, Snapshot?, ...(readonly DataRecord[])[]];
  // What a line holds is what was written: the checksum says so.
  if (header?.format !== "mergequeue-data") throw makeForeignError(file);
  checkVersion(file, header);
  if (snapshot === undefined) throw makeDamagedError(file, "its second line is missing");
  return { header, snapshot, records: batches.flat() };
}

async function tryRead(file: string): Promise<Uint8Array | undefined> {
  try {
    const stats = await stat(file);
    // Reading a pipe may wait for ever, and a device would be replaced by a file.
    if (!stats.isFile()) throw new Error("it is no regular file");
    return await readFile(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw makeDataError(
      `The data file ${file} cannot be read: ${toErrorMessage(error)}. Choose a file that this user may read, or one that does not exist yet.`,
      error,
    );
  }
}

function splitLines(content: Uint8Array): Uint8Array[] {
  const lines: Uint8Array[] = [];
  let start = 0;
  for (;;) {
    const end = content.indexOf(LINE_BREAK, start);
    if (end === -1) return lines;
    lines.push(content.subarray(start, end));
    start = end + 1;
  }
}

function checkVersion(file: string, { version, product }: { version: number; product: string }): void {
  if (version === 1) return;
  throw makeDataError(
    `The data file ${file} was written by version ${product}, in a form that this version does not know. Use that version, or choose another file.`,
  );
}

function makeForeignError(file: string): Error {
  return makeDataError(
    `The file ${file} is no data file of the local service, or its beginning is damaged. It was left as it is. Choose another one.`,
  );
}

function makeDamagedError(file: string, what: string): Error {
  return makeDataError(
    `The data file ${file} is damaged: ${what}. It was left as it is. Restore it from a copy, or choose another one.`,
  );
}
