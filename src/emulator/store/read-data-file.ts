import { readFile, stat } from "node:fs/promises";
import { MergeQueueError, toErrorMessage } from "../../queue/merge-queue-error";
import { makeDataError } from "./data-error";
import { FIRST_LINK, tryReadLine } from "./data-line";
import type { DataHead, DataHeader, DataRecord, Snapshot, StoredData } from "./data-record";
import { decodeStored } from "./encode-value";

const LINE_BREAK = 0x0a;

/**
 * Reads a data file: a header, the number of journal lines, a snapshot, and a journal with a line for each write. A last
 * line without its line break was never acknowledged and is ignored.
 * @param file - absolute path
 * @returns undefined if the file does not exist or is empty
 * @throws MergeQueueError `invalid_configuration` if it is damaged or not a data file; it is not changed
 */
export async function tryReadDataFile(file: string): Promise<StoredData | undefined> {
  const content = await tryRead(file);
  if (content === undefined || content.length === 0) return undefined;
  const [first, ...others] = splitLines(content);
  const begin = first === undefined ? undefined : tryReadLine(first);
  const header = decodeStored(begin?.json) as DataHeader | undefined;
  if (begin === undefined || header?.format !== "mergequeue-data") throw makeForeignError(file);
  checkVersion(file, header);
  const isChained = header.version === 2;
  const wanted = isChained ? readHead(file, others.shift()) : 0;
  let link = isChained ? begin.link : FIRST_LINK;
  const values = others.map((line, index) => {
    const read = tryReadLine(line, link);
    if (read === undefined) {
      const number = index + (isChained ? 3 : 2);
      throw makeDamagedError(
        file,
        `line ${number} is damaged${isChained ? ", or one before it is missing" : ""}`,
      );
    }
    if (isChained) link = read.link;
    return decodeStored(read.json);
  });
  // The checksum guarantees the types.
  const [snapshot, ...batches] = values as [Snapshot?, ...(readonly DataRecord[])[]];
  if (snapshot === undefined) throw makeDamagedError(file, "its snapshot is missing");
  if (batches.length < wanted) {
    throw makeDamagedError(file, `its journal ends after ${batches.length} of ${wanted} lines`);
  }
  return { header, snapshot, records: batches.flat() };
}

function readHead(file: string, line: Uint8Array | undefined): number {
  const head = line === undefined ? undefined : (tryReadLine(line)?.json as DataHead | undefined);
  if (head === undefined) throw makeDamagedError(file, "line 2 is damaged");
  return Number(head.journalLines);
}

async function tryRead(file: string): Promise<Uint8Array | undefined> {
  try {
    const stats = await stat(file);
    // Reading a pipe may never end, and a device would be replaced by a file.
    if (!stats.isFile()) throw new Error("it is not a regular file");
    if (stats.nlink > 1) throw makeLinkedError(file, stats.nlink);
    return await readFile(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    if (error instanceof MergeQueueError) throw error;
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
  if (version === 1 || version === 2) return;
  throw makeDataError(
    `The data file ${file} was written by version ${product}, in a format that this version does not know. Use that version, or choose another file.`,
  );
}

function makeForeignError(file: string): Error {
  return makeDataError(
    `The file ${file} is not a data file of the local service, or its beginning is damaged. It was not changed. Choose another file.`,
  );
}

/** Each name would have its own lock, and a new snapshot would replace the file under one name only. */
function makeLinkedError(file: string, names: number): Error {
  return makeDataError(
    `The data file ${file} has ${names} names (hard links), so two local services could use it. It was not changed. Remove the other names, or make them symbolic links.`,
  );
}

function makeDamagedError(file: string, what: string): Error {
  return makeDataError(
    `The data file ${file} is damaged: ${what}. It was not changed. Restore it from a copy, or choose another file.`,
  );
}
