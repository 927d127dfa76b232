import { createDriftError, showsAllSettings } from "../api/resolve-queue";
import { sendUpdate } from "../api/send-update";
import { pickManaged } from "../queue/additional-settings";
import type { KnownQueue } from "../queue/known-queue";
import { hasErrorCode } from "../queue/merge-queue-error";
import type { QueueRecord } from "../queue/settings";
import { isAnythingWanted, type WantedQueue } from "../queue/wanted-queue";
import type { GetQueueResponse } from "../wire/first/get-queue";
import type { ShownQueue } from "./find-wanted-changes";
import { waitUntilSettled } from "./poll-queue";
import { isSwitchingModes } from "./queue-state";
import { type LiveQueue, readToExplain, toLiveQueue, toQueueReference } from "./read-queue";
import { type ReconcileContext, toReasonStyle } from "./reconcile-context";
import { confirmStored, createGoneError } from "./write/confirm-stored";

/** The settings that one `/updateQueue` sends. */
export interface SettingsChange extends WantedQueue {
  /** Deletes the queue's own list of statuses. Branch protection or the configuration file then decides. */
  readonly deleteRequiredStatuses?: boolean;
}

/** What a write compares, records and calls. */
export interface WriteOptions {
  /** Settings that the queue must have after the write. Default: the settings that were sent. */
  readonly expected?: WantedQueue;
  /** Called with the queue when it has finished switching modes, before the change is sent again. */
  readonly onSettled?: (live: LiveQueue) => void;
  /** What the operation knows of the queue. The write adds the values that it sends. */
  readonly known: KnownQueue;
  /** Time of the last read. If it is over a second ago, the write reads first. Default: no read first. */
  readonly seenAtMs?: number | undefined;
}

/** Tells whether a write has anything to send. */
export function isChange(change: SettingsChange): boolean {
  return isAnythingWanted(change) || change.deleteRequiredStatuses === true;
}

/**
 * Sends one `/updateQueue` and confirms that the change was stored. If the service refuses while the queue is
 * switching modes, waits and then sends the change again, unless someone else has changed the queue.
 * @throws MergeQueueError `queue_gone`, `not_stored`, `interrupted`, or as `sendUpdate`
 */
export async function writeSettings(
  context: ReconcileContext,
  change: SettingsChange,
  { expected = change, ...options }: WriteOptions,
): Promise<QueueRecord> {
  const response = await sendUntilSettled(context, change, options);
  return confirmStored(context, expected, response);
}

async function sendUntilSettled(
  context: ReconcileContext,
  { settings, additionalSettings, deleteRequiredStatuses }: SettingsChange,
  { known, seenAtMs, onSettled }: Omit<WriteOptions, "expected">,
): Promise<ShownQueue | undefined> {
  const additional = pickManaged(additionalSettings);
  const request = {
    ...toQueueReference(context.queue),
    ...settings,
    ...(additional.size === 0 ? {} : { additionalSettings: Object.fromEntries(additional) }),
    ...(deleteRequiredStatuses === true ? { deleteRequiredStatuses } : {}),
  };
  const secrets = [...Object.entries(settings), ...additional]
    .filter(([name]) => context.sensitive?.has(name) === true)
    .flatMap(([, value]) => listStrings(value));
  const style = toReasonStyle(context);
  const onSeen = (found: GetQueueResponse): void => {
    const live = toLiveQueue(found);
    if (!isSwitchingModes(live.settings)) onSettled?.(live);
  };
  for (;;) {
    try {
      const response = await sendUpdate(context, request, known, { style, secrets, onSeen, seenAtMs });
      return response !== undefined && showsAllSettings(response) ? toLiveQueue(response) : undefined;
    } catch (error) {
      if (hasErrorCode(error, "not_found")) throw createGoneError(context, error);
      if (!hasErrorCode(error, "refused")) throw error;
      const live = await readToExplain(context, error);
      if (live === undefined) throw createGoneError(context, error);
      if (!isSwitchingModes(live.settings)) throw error;
      const settled = await waitUntilSettled(context);
      if (settled === undefined) throw createGoneError(context, error);
      const drift = known.findDrift(settled, style);
      if (drift !== undefined)
        throw createDriftError({ ...context, operation: "updateQueue" }, drift, settled, error);
      onSettled?.(settled);
    }
  }
}

function listStrings(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(listStrings) : [];
}
