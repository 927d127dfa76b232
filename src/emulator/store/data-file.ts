import { type FileHandle, open, rename, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { VERSION } from "../../product";
import { toErrorMessage } from "../../queue/merge-queue-error";
import { makeDataError } from "./data-error";
import { FIRST_LINK, formatLine } from "./data-line";
import type { DataHead, DataHeader, DataRecord, Snapshot } from "./data-record";
import { encodeStored } from "./encode-value";

/** Smaller journals, in bytes, are not replaced by a snapshot. */
const SMALL_JOURNAL_BYTES = 4 * 1024 * 1024;

/** Options of a data file. */
export interface DataFileOptions {
  /** Absolute path. */
  readonly file: string;
  /** See {@link DataHeader.rules}. */
  readonly rules: string;
  /** Returns the current content to keep. */
  readonly takeSnapshot: () => Snapshot;
  /** Smaller journals are not replaced by a snapshot. Default: 4 MiB. */
  readonly smallJournalBytes?: number;
}

/**
 * Keeps everything in a file: a snapshot, followed by a journal. A journal much larger than its snapshot is replaced by
 * a new snapshot. Everything before a {@link DataFile.flush} survives a crash at any moment (promise F-34).
 */
export class DataFile {
  readonly #options: DataFileOptions;
  #handle: FileHandle | undefined;
  #pending: DataRecord[] = [];
  #isSnapshotDue = true;
  #snapshotBytes = 0;
  #headOffset = 0;
  #journalLines = 0;
  #link = FIRST_LINK;
  #journalBytes = 0;
  /** Number of changes, and how many of them are on disk. */
  #changes = 0;
  #durable = 0;
  #working: Promise<void> | undefined;
  #failure: Error | undefined;

  private constructor(options: DataFileOptions) {
    this.#options = options;
  }

  /** Replaces the file by a snapshot. @throws MergeQueueError `invalid_configuration` if the file cannot be written */
  static async start(options: DataFileOptions): Promise<DataFile> {
    const data = new DataFile(options);
    data.replace();
    await data.flush();
    return data;
  }

  /** Adds a record; {@link flush} waits until it is written. */
  append(record: DataRecord): void {
    this.#pending.push(record);
    this.#change();
  }

  /** Requests a snapshot, for changes that are not events. */
  replace(): void {
    this.#isSnapshotDue = true;
    this.#change();
  }

  /**
   * Waits until all changes are on disk.
   * @throws MergeQueueError `invalid_configuration` if writing fails, from then on always
   */
  async flush(): Promise<void> {
    const wanted = this.#changes;
    while (this.#durable < wanted && this.#failure === undefined) await this.#working;
    if (this.#failure !== undefined) throw this.#failure;
  }

  /** Writes remaining changes, as a snapshot if there is a journal, and closes the file. */
  async close(): Promise<void> {
    if (this.#journalBytes > 0 || this.#pending.length > 0) this.replace();
    try {
      await this.flush();
    } finally {
      await this.#handle?.close();
      this.#handle = undefined;
    }
  }

  #change(): void {
    this.#changes += 1;
    // Nothing after an incomplete line can be read.
    if (this.#failure === undefined) this.#working ??= this.#work();
  }

  async #work(): Promise<void> {
    try {
      // Changes of the same turn of the event loop are written together.
      await Promise.resolve();
      while (this.#durable < this.#changes) {
        const { smallJournalBytes = SMALL_JOURNAL_BYTES } = this.#options;
        const isLarge = this.#journalBytes > Math.max(smallJournalBytes, 2 * this.#snapshotBytes);
        const written = this.#changes;
        if (this.#isSnapshotDue || isLarge) await this.#writeSnapshot();
        else await this.#writeJournal();
        this.#durable = written;
      }
    } catch (error) {
      this.#failure = makeDataError(
        `The local service cannot write its data file ${this.#options.file}: ${toErrorMessage(error)}. It acknowledges no further change. Fix the cause and restart it.`,
        error,
      );
    } finally {
      // Now, so that the next change starts new work.
      this.#working = undefined;
    }
  }

  async #writeJournal(): Promise<void> {
    // One line for all, so that they are written completely or not at all.
    const { text, link } = formatLine(this.#pending.map(encodeStored), this.#link);
    const line = Buffer.from(text, "utf8");
    this.#pending = [];
    await this.#handle?.appendFile(line);
    await this.#handle?.datasync();
    this.#link = link;
    this.#journalLines += 1;
    this.#journalBytes += line.length;
    // Without a sync: after a power loss the count may be too small, but never too large.
    await this.#handle?.write(formatHead(this.#journalLines), this.#headOffset);
  }

  async #writeSnapshot(): Promise<void> {
    const { file, rules, takeSnapshot } = this.#options;
    const header: DataHeader = { format: "mergequeue-data", version: 2, product: VERSION, rules };
    // The snapshot includes pending records.
    this.#pending = [];
    this.#isSnapshotDue = false;
    const first = formatLine(encodeStored(header));
    const snapshot = formatLine(encodeStored(takeSnapshot()), first.link);
    const content = Buffer.from(first.text + formatHead(0) + snapshot.text);
    // Removes the file of a killed service; a link placed there must not be followed.
    await rm(`${file}.new`, { force: true });
    const next = await open(`${file}.new`, "wx");
    try {
      await keepMode(file, next);
      await next.appendFile(content);
      await next.sync();
      await rename(`${file}.new`, file);
      await syncDirectory(dirname(file));
    } catch (error) {
      await next.close();
      await rm(`${file}.new`, { force: true });
      throw error;
    }
    const former = this.#handle;
    // The journal continues in the new file.
    this.#handle = next;
    this.#snapshotBytes = content.length;
    this.#headOffset = Buffer.byteLength(first.text);
    this.#link = snapshot.link;
    this.#journalLines = 0;
    this.#journalBytes = 0;
    await former?.close();
  }
}

function formatHead(journalLines: number): string {
  const head: DataHead = { journalLines: String(journalLines).padStart(10, "0") };
  return formatLine(head).text;
}

async function keepMode(file: string, next: FileHandle): Promise<void> {
  try {
    await next.chmod((await stat(file)).mode);
  } catch (error) {
    // The first snapshot has no previous file.
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
}

async function syncDirectory(directory: string): Promise<void> {
  // Windows cannot sync directories and does not need to.
  if (process.platform === "win32") return;
  const handle = await open(directory, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
