import * as fs from "node:fs";
import { dirname } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { VERSION } from "../../product";
import { toErrorMessage } from "../../queue/merge-queue-error";
import {
  DATA_VERSION,
  type DataHeader,
  type DataRecord,
  formatLine,
  formatLines,
  makeDataError,
  type Snapshot,
} from "./data-line";

/** Size in bytes that a journal must exceed before a snapshot replaces it. */
const SMALL_JOURNAL_BYTES = 4 * 1024 * 1024;

/** A snapshot and a journal. Once {@link DataFile.flush} has resolved, earlier changes survive a crash. */
export class DataFile {
  readonly #file: string;
  readonly #rules: string;
  readonly #takeSnapshot: () => Snapshot;
  #descriptor: number | undefined;
  #pending: DataRecord[] = [];
  #isSnapshotDue = false;
  #snapshotBytes = 0;
  #journalBytes = 0;
  #isScheduled = false;
  #written = Promise.resolve();
  #failure: Error | undefined;

  /** The first flush replaces the file by a snapshot. @param rules - see {@link DataHeader.rules} */
  constructor(file: string, rules: string, takeSnapshot: () => Snapshot) {
    this.#file = file;
    this.#rules = rules;
    this.#takeSnapshot = takeSnapshot;
    this.replace();
  }

  /** Adds a record; {@link flush} waits until the record is written. */
  append(record: DataRecord): void {
    this.#pending.push(record);
    this.#schedule();
  }

  /** Requests a snapshot. Changes that are not records, such as a reset, need one. */
  replace(): void {
    this.#isSnapshotDue = true;
    this.#schedule();
  }

  /** Waits until all changes are on disk. @throws MergeQueueError if this or an earlier write failed */
  flush(): Promise<void> {
    return this.#written;
  }

  /** Replaces the journal and pending changes, if any, by a snapshot. Closes the file. */
  async close(): Promise<void> {
    if (this.#journalBytes > 0 || this.#pending.length > 0) this.replace();
    try {
      await this.flush();
    } finally {
      if (this.#descriptor !== undefined) fs.closeSync(this.#descriptor);
      this.#descriptor = undefined;
    }
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    this.#written = this.#write();
    this.#written.catch(() => undefined);
  }

  async #write(): Promise<void> {
    // Changes of the same turn of the event loop are written together.
    await nextTurn();
    this.#isScheduled = false;
    // Nothing after an incomplete line can be read.
    if (this.#failure !== undefined) throw this.#failure;
    const isLarge = this.#journalBytes > Math.max(SMALL_JOURNAL_BYTES, 2 * this.#snapshotBytes);
    try {
      if (this.#descriptor === undefined || this.#isSnapshotDue || isLarge) this.#writeSnapshot();
      else this.#writeJournal(this.#descriptor);
    } catch (error) {
      const message = `The local service cannot write its data file ${this.#file}: ${toErrorMessage(error)}. The service acknowledges no further change. Fix the cause, then restart the service.`;
      this.#failure = makeDataError(message, error);
      throw this.#failure;
    }
  }

  #writeJournal(descriptor: number): void {
    // One line for all, so that they are written completely or not at all.
    const text = formatLine(this.#pending);
    this.#pending = [];
    fs.writeFileSync(descriptor, text);
    fs.fdatasyncSync(descriptor);
    this.#journalBytes += Buffer.byteLength(text);
  }

  #writeSnapshot(): void {
    const rules = this.#rules;
    const header: DataHeader = { format: "mergequeue-data", version: DATA_VERSION, product: VERSION, rules };
    // The snapshot includes pending records.
    this.#pending = [];
    this.#isSnapshotDue = false;
    const former = this.#descriptor;
    // The journal continues in the new file.
    this.#descriptor = replaceFile(this.#file, formatFile(header, this.#takeSnapshot()));
    this.#snapshotBytes = fs.fstatSync(this.#descriptor).size;
    this.#journalBytes = 0;
    if (former !== undefined) fs.closeSync(former);
  }
}

function* formatFile(header: DataHeader, snapshot: Snapshot): Generator<string, void, undefined> {
  yield formatLine(header);
  yield* formatLines(snapshot);
}

/** Replaces a file. After a crash, the file has either the old or the new content. @returns its descriptor */
function replaceFile(file: string, lines: Iterable<string>): number {
  // Removes the file of a killed service; a link placed there must not be followed.
  fs.rmSync(`${file}.new`, { force: true });
  const descriptor = fs.openSync(`${file}.new`, "wx");
  try {
    const former = fs.statSync(file, { throwIfNoEntry: false });
    if (former !== undefined) fs.fchmodSync(descriptor, former.mode);
    for (const line of lines) fs.writeFileSync(descriptor, line);
    fs.fsyncSync(descriptor);
    fs.renameSync(`${file}.new`, file);
    syncDirectory(dirname(file));
    return descriptor;
  } catch (error) {
    fs.closeSync(descriptor);
    fs.rmSync(`${file}.new`, { force: true });
    throw error;
  }
}

function syncDirectory(directory: string): void {
  // Windows cannot sync directories and does not need to.
  if (process.platform === "win32") return;
  const descriptor = fs.openSync(directory, "r");
  try {
    fs.fsyncSync(descriptor);
  } finally {
    fs.closeSync(descriptor);
  }
}
