import { hash } from "node:crypto";
import { realpath } from "node:fs/promises";
import { resolve } from "node:path";
import { draftEngine, freezeEngine, tryOpenQueue } from "../../engine/draft/engine-draft";
import type { EngineOptions } from "../../engine/engine-options";
import type { EngineState } from "../../engine/engine-state";
import { settleQueues } from "../../engine/settle-queues";
import { refreshWaiting } from "../../engine/waiting/waiting";
import { VERSION } from "../../product";
import { toErrorMessage } from "../../queue/merge-queue-error";
import { ASSUMED_DEFAULTS } from "../../queue/settings";
import { makeDataError } from "./data-error";
import type { StoredData } from "./data-record";
import { lockFile } from "./lock-file";
import { tryReadDataFile } from "./read-data-file";

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

/**
 * Locks a data file and reads it.
 * @param path - absolute, or relative to the working directory
 * @throws MergeQueueError `invalid_configuration` if it is in use or damaged, or its journal needs other options
 */
export async function loadData(path: string, options: EngineOptions): Promise<LoadedData> {
  const file = await realpath(path).catch(() => resolve(path));
  const release = lockFile(file);
  try {
    const rules = digestRules(options);
    const stored = await tryReadDataFile(file);
    return {
      file,
      stored: stored === undefined ? undefined : followRules(file, stored, rules, options),
      rules,
      release,
    };
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
    // Older versions did not have every setting.
    queue.settings = { ...ASSUMED_DEFAULTS, ...options.newQueue, ...queue.settings };
    refreshWaiting(queue);
    draft.unsettled.add(queue);
  }
  settleQueues(draft);
  return freezeEngine(draft, state);
}

function digestRules(options: EngineOptions): string {
  const text = JSON.stringify(options, (_name, value: unknown) =>
    typeof value === "function" ? String(value) : value,
  );
  return `${VERSION}:${hash("sha256", text).slice(0, 16)}`;
}
