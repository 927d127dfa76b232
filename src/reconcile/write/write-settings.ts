import { showsAllSettings } from "../../api/resolve/resolve-queue";
import { pickManaged } from "../../queue/additional-settings";
import { hasErrorCode } from "../../queue/merge-queue-error";
import type { QueueRecord } from "../../queue/settings";
import { isAnythingWanted, type WantedQueue } from "../../queue/wanted-queue";
import type { ShownQueue } from "../find-differences";
import { waitUntilSettled } from "../poll-queue";
import { isSwitchingModes } from "../queue-state";
import { type LiveQueue, readToExplain, toLiveQueue, toQueueReference } from "../read-queue";
import type { ReconcileContext } from "../reconcile-context";
import { confirmStored, createGoneError } from "./confirm-stored";

/** The settings that one `/updateQueue` sends (promise I-2). */
export interface SettingsChange extends WantedQueue {
  /** Give required statuses back to branch protection and the repository's configuration file. */
  readonly deleteRequiredStatuses?: boolean;
}

/** How a write is checked and followed. */
export interface WriteOptions {
  /** Settings to compare afterwards. Default: those that were sent. */
  readonly expected?: WantedQueue;
  /** Called with the queue when it has finished switching modes, before the change is sent again. */
  readonly onSettled?: (live: LiveQueue) => void;
  /** Called with the settings in the response to the write, if it has all of them. */
  readonly onResponse?: (response: ShownQueue) => void;
}

/** Tells whether there is anything to send. */
export function isChange(change: SettingsChange): boolean {
  return isAnythingWanted(change) || change.deleteRequiredStatuses === true;
}

/**
 * Sends one `/updateQueue` and confirms that it was stored. If the service refuses while the queue is switching modes,
 * waits until it has finished and sends it again (promises F-25, F-26).
 * @throws MergeQueueError `queue_gone`, `not_stored`, `interrupted`, or as `ApiClient.call` for `updateQueue`
 */
export async function writeSettings(
  context: ReconcileContext,
  change: SettingsChange,
  { expected = change, onSettled, onResponse }: WriteOptions = {},
): Promise<QueueRecord> {
  const response = await sendUntilSettled(context, change, onSettled);
  if (response !== undefined) onResponse?.(response);
  return confirmStored(context, expected, response);
}

async function sendUntilSettled(
  context: ReconcileContext,
  { settings, additionalSettings, deleteRequiredStatuses }: SettingsChange,
  onSettled: WriteOptions["onSettled"],
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
  for (;;) {
    try {
      const response = await context.api.call("updateQueue", request, { ...context, secrets });
      return response !== undefined && showsAllSettings(response) ? toLiveQueue(response) : undefined;
    } catch (error) {
      if (hasErrorCode(error, "not_found")) throw createGoneError(context, error);
      if (!hasErrorCode(error, "refused")) throw error;
      const live = await readToExplain(context, error);
      if (live === undefined) throw createGoneError(context, error);
      if (!isSwitchingModes(live.settings)) throw error;
      const settled = await waitUntilSettled(context);
      if (settled !== undefined) onSettled?.(settled);
    }
  }
}

function listStrings(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(listStrings) : [];
}
