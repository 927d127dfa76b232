import type { FileHandle } from "node:fs/promises";
import { open, rename, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { VERSION } from "../../product";
import { toErrorMessage } from "../../queue/merge-queue-error";
import { makeDataError } from "./data-error";
import { FIRST_LINK, formatLine } from "./data-line";
import type { DataHead, DataHeader, DataRecord, Snapshot } from "./data-record";
import { encodeValue } from "./encode-value";

/** A journal below this many bytes is never worth a new snapshot. */
const SMALL_JOURNAL_BYTES = 4 * 1024 * 1024;

/** How a data file is written. */
export interface DataFileOptions {
  /** Absolute path. */
  readonly file: string;
  /** See {@link DataHeader.rules}. */
  readonly rules: string;
  /** Answers all that is kept, as it is now. */
  readonly takeSnapshot: () => Snapshot;
  /** Journals below this many bytes are left to grow. Default: 4 MiB. */
  readonly smallJournalBytes?: number;
}

/**
 * Keeps what happens in a file: a snapshot, and behind it a journal, which is folded into a new snapshot when it has
 * grown larger than that. Whatever {@link DataFile.flush} has waited for survives the end of the process at any
 * moment (promise F-34).
 */
export class DataFile {
  readonly #options: DataFileOptions;
  #handle: FileHandle | undefined;
  #pending: DataRecord[] = [];
  #isSnapshotDue = true;
  #snapshotBytes = 0;
  /** Where the head is in the file. */
  #headOffset = 0;
  #journalLines = 0;
  /** What the next line continues from. */
  #link = FIRST_LINK;
  #journalBytes = 0;
  /** How many changes there were, and how many of them are on disk. */
  #changes = 0;
  #durable = 0;
  #working: Promise<void> | undefined;
  #failure: Error | undefined;

  private constructor(options: DataFileOptions) {
    this.#options = options;
  }

  /**
   * Begins with a snapshot, in place of what the file held.
   * @throws MergeQueueError `invalid_configuration` if the file cannot be written
   */
  static async start(options: DataFileOptions): Promise<DataFile> {
    const data = new DataFile(options);
    data.replace();
    await data.flush();
    return data;
  }

  /** Adds something that happened. It is written soon; {@link flush} waits for it. */
  append(record: DataRecord): void {
    this.#pending.push(record);
    this.#change();
  }

  /** Has all that happened so far replaced by a snapshot, because it cannot be told as events. */
  replace(): void {
    this.#isSnapshotDue = true;
    this.#change();
  }

  /**
   * Waits until everything that happened so far is on disk.
   * @throws MergeQueueError `invalid_configuration` if it cannot be written, now and ever after
   */
  async flush(): Promise<void> {
    const wanted = this.#changes;
    while (this.#durable < wanted && this.#failure === undefined) await this.#working;
    if (this.#failure !== undefined) throw this.#failure;
  }

  /** Writes what is left, as one snapshot if there is a journal, and ends. */
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
    // Behind half a line nothing can be read any more.
    if (this.#failure === undefined) this.#working ??= this.#work();
  }

  async #work(): Promise<void> {
    try {
      // What happens in the same turn of the event loop is written together.
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
        `The local service cannot write its data file ${this.#options.file}: ${toErrorMessage(error)}. What it cannot keep it does not acknowledge. Repair that, and start it again.`,
        error,
      );
    } finally {
      // At once, so that the next change does not wait for work that has ended.
      this.#working = undefined;
    }
  }

  async #writeJournal(): Promise<void> {
    // One line for all, so that it is there as a whole or not at all.
    const { text, link } = formatLine(this.#pending.map(encodeValue), this.#link);
    const line = Buffer.from(text, "utf8");
    this.#pending = [];
    await this.#handle?.appendFile(line);
    await this.#handle?.datasync();
    this.#link = link;
    this.#journalLines += 1;
    this.#journalBytes += line.length;
    // Not waited for on the disk: after a loss of power it may count too few, and never a line that is not there.
    await this.#handle?.write(formatHead(this.#journalLines), this.#headOffset);
  }

  async #writeSnapshot(): Promise<void> {
    const { file, rules, takeSnapshot } = this.#options;
    const header: DataHeader = { format: "mergequeue-data", version: 2, product: VERSION, rules };
    // What was to be written to the journal is in the snapshot.
    this.#pending = [];
    this.#isSnapshotDue = false;
    const first = formatLine(encodeValue(header));
    const snapshot = formatLine(encodeValue(takeSnapshot()), first.link);
    const content = Buffer.from(first.text + formatHead(0) + snapshot.text);
    // One that a killed service left behind, or a link that somebody has put there, is not written to.
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
    // It goes on in the file that it has just written, whatever its name is.
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

/** Whoever was kept from reading the file stays so. */
async function keepMode(file: string, next: FileHandle): Promise<void> {
  try {
    await next.chmod((await stat(file)).mode);
  } catch (error) {
    // The first snapshot has nothing to go by.
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
}

async function syncDirectory(directory: string): Promise<void> {
  // Windows neither has nor needs it.
  if (process.platform === "win32") return;
  const handle = await open(directory, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
