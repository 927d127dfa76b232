import { readFile, stat } from "node:fs/promises";
import { MergeQueueError, toErrorMessage } from "../../queue/merge-queue-error";
import { makeDataError } from "./data-error";
import { FIRST_LINK, tryReadLine } from "./data-line";
import {
  DATA_VERSION,
  type DataHeader,
  type DataRecord,
  type Snapshot,
  type StoredData,
} from "./data-record";

const LINE_BREAK = 0x0a;

/**
 * Reads a data file. A last line without its line break was never acknowledged and is ignored.
 * @param file - absolute path
 * @returns undefined if the file does not exist or is empty
 * @throws MergeQueueError `invalid_configuration` if it is damaged or not a data file; it is not changed
 */
export async function tryReadDataFile(file: string): Promise<StoredData | undefined> {
  const content = await tryRead(file);
  if (content === undefined || content.length === 0) return undefined;
  let link = FIRST_LINK;
  const values = splitLines(content).map((line, index) => {
    const read = tryReadLine(line, link);
    if (read === undefined && index > 0)
      throw makeDamagedError(file, `line ${index + 1} is damaged, or one before it is missing`);
    if (read !== undefined) link = read.link;
    if (index === 0) checkHeader(file, read?.value as DataHeader | undefined);
    return read?.value;
  });
  // The checksum guarantees the types.
  const [header, snapshot, ...batches] = values as [DataHeader?, Snapshot?, ...(readonly DataRecord[])[]];
  if (header === undefined) throw makeForeignError(file);
  if (snapshot === undefined) throw makeDamagedError(file, "its snapshot is missing");
  return { header, snapshot, records: batches.flat() };
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

function checkHeader(file: string, header: DataHeader | undefined): void {
  if (header?.format !== "mergequeue-data") throw makeForeignError(file);
  const version: number = header.version;
  if (version === DATA_VERSION) return;
  throw makeDataError(
    `The data file ${file} was written by version ${header.product}, in a format that this version does not know. Use that version, or choose another file.`,
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
