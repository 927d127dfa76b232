import { hash } from "node:crypto";
import { readFile, realpath, stat } from "node:fs/promises";
import { resolve } from "node:path";
import { draftEngine, freezeEngine, tryOpenQueue } from "../../engine/draft/engine-draft";
import type { EngineOptions } from "../../engine/engine-options";
import type { EngineState } from "../../engine/engine-state";
import { settleQueues } from "../../engine/let-time-pass";
import { refreshWaiting } from "../../engine/waiting/waiting";
import { VERSION } from "../../product";
import { isMergeQueueError, toErrorMessage } from "../../queue/merge-queue-error";
import { ASSUMED_DEFAULTS } from "../../queue/settings";
import {
  DATA_VERSION,
  type DataHeader,
  type DataRecord,
  FIRST_LINK,
  makeDataError,
  type Snapshot,
  type StoredData,
  tryReadLine,
} from "./data-line";
import { lockFile } from "./lock-file";

/** A locked data file. */
export interface LoadedData {
  /** Absolute path with all symbolic links resolved. */
  readonly file: string;
  /** Its content; undefined: none yet. */
  readonly stored: StoredData | undefined;
  /** See {@link StoredData.header}. */
  readonly rules: string;
  /** Unlocks it. */
  readonly release: () => void;
}

/** Locks and reads a data file. @throws MergeQueueError if it is in use or damaged, or its journal needs other options */
export async function loadData(path: string, options: EngineOptions): Promise<LoadedData> {
  const file = await realpath(path).catch(() => resolve(path));
  const release = lockFile(file);
  try {
    const text = JSON.stringify(options, (_name, value: unknown) =>
      typeof value === "function" ? String(value) : value,
    );
    const rules = `${VERSION}:${hash("sha256", text).slice(0, 16)}`;
    const stored = await tryReadDataFile(file);
    return { file, stored: stored && followRules(file, stored, rules, options), rules, release };
  } catch (error) {
    release();
    throw error;
  }
}

/** Only a journal must be replayed with the rules that wrote it; a snapshot can continue with others. */
function followRules(file: string, stored: StoredData, rules: string, options: EngineOptions): StoredData {
  const { header, records, snapshot } = stored;
  if (header.rules === rules) return stored;
  if (records.length > 0) {
    throw makeDataError(
      `The data file ${file} has a journal because its local service was killed. Only the same version (${header.product}) with the same options can replay it. Start and stop that version once, or choose another file.`,
    );
  }
  try {
    return { ...stored, snapshot: { ...snapshot, state: adoptState(snapshot.state, options) } };
  } catch (error) {
    throw makeDataError(
      `The snapshot of the data file ${file}, which version ${header.product} wrote, cannot be used: ${toErrorMessage(error)}. It was not changed. Use that version, or choose another file.`,
      error,
    );
  }
}

/** What may start or merge by these options does so, at the moment of the last event. */
function adoptState(state: EngineState, options: EngineOptions): EngineState {
  const draft = draftEngine(state, { nowMs: state.nowMs, options });
  for (const key of state.queues.keys()) {
    const queue = tryOpenQueue(draft, key);
    if (queue === undefined) continue;
    // Other versions may not have every setting.
    queue.settings = { ...ASSUMED_DEFAULTS, ...options.newQueue, ...queue.settings };
    refreshWaiting(queue);
    draft.unsettled.add(queue);
  }
  settleQueues(draft);
  return freezeEngine(draft, state);
}

/**
 * Reads a data file. A last line without its line break was never acknowledged and is ignored.
 * @param file - absolute path
 * @returns undefined if the file does not exist or is empty
 * @throws MergeQueueError `invalid_configuration` if it is damaged or not a data file; it is not changed
 */
export async function tryReadDataFile(file: string): Promise<StoredData | undefined> {
  const content = await tryRead(file);
  if (content === undefined || content.length === 0) return undefined;
  const values: unknown[] = [];
  let link = FIRST_LINK;
  // Bytes, because a string cannot be as long as a file.
  for (let start = 0, end = 0; (end = content.indexOf("\n", start)) !== -1; start = end + 1) {
    const read = tryReadLine(content.subarray(start, end), link);
    if (values.length === 0) checkHeader(file, read?.value as DataHeader | undefined);
    if (read === undefined) {
      throw makeDamagedError(file, `line ${values.length + 1} is damaged, or one before it is missing`);
    }
    values.push(read.value);
    link = read.link;
  }
  // The checksum guarantees the types.
  const [header, snapshot, ...batches] = values as [DataHeader?, Snapshot?, ...(readonly DataRecord[])[]];
  if (header === undefined) throw makeForeignError(file);
  if (snapshot === undefined) throw makeDamagedError(file, "its snapshot is missing");
  return { header, snapshot, records: batches.flat() };
}

async function tryRead(file: string): Promise<Buffer | undefined> {
  try {
    const stats = await stat(file);
    // Reading a pipe may never end, and a device would be replaced by a file.
    if (!stats.isFile()) throw new Error("it is not a regular file");
    // Each name would have its own lock, and a new snapshot would replace the file under one name only.
    if (stats.nlink > 1) {
      throw makeDataError(
        `The data file ${file} has ${stats.nlink} names (hard links), so two local services could use it. It was not changed. Remove the other names, or make them symbolic links.`,
      );
    }
    return await readFile(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    if (isMergeQueueError(error)) throw error;
    throw makeDataError(
      `The data file ${file} cannot be read: ${toErrorMessage(error)}. Choose a file that this user may read, or one that does not exist yet.`,
      error,
    );
  }
}

function checkHeader(file: string, header: DataHeader | undefined): void {
  if (header?.format !== "mergequeue-data") throw makeForeignError(file);
  if ((header.version as number) === DATA_VERSION) return;
  throw makeDataError(
    `The data file ${file} was written by version ${header.product}, in a format that this version does not know. Use that version, or choose another file.`,
  );
}

function makeForeignError(file: string): Error {
  return makeDataError(
    `The file ${file} is not a data file of the local service, or its beginning is damaged. It was not changed. Choose another file.`,
  );
}

function makeDamagedError(file: string, what: string): Error {
  return makeDataError(
    `The data file ${file} is damaged: ${what}. It was not changed. Restore it from a copy, or choose another file.`,
  );
}
