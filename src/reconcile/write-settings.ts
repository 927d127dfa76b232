import { tryToCompleteRecord } from "../api/queue-record";
import { hasErrorCode } from "../queue/merge-queue-error";
import type { QueueIdentity } from "../queue/queue-identity";
import type { QueueRecord, QueueSettings } from "../queue/settings";
import { confirmStored, createGoneError } from "./confirm-stored";
import { readToExplain, toQueueReference } from "./read-queue";
import type { ReconcileContext } from "./reconcile-context";
import { toCallOptions } from "./reconcile-context";
import { isSwitchingModes, waitUntilSettled } from "./wait-until-settled";

/** What one `/updateQueue` shall change. */
export interface SettingsChange {
  /** The settings to send: nothing else is sent (promise I-2). */
  readonly settings: QueueSettings;
  /** Give required statuses back to branch protection and the repository's configuration file. */
  readonly deleteRequiredStatuses?: boolean;
}

/**
 * Sends one `/updateQueue` and makes sure that it was stored. If the service refuses while the queue is
 * switching modes, waits for that to end and sends it again (promises F-25, F-26).
 * @param expected - settings to compare afterwards; those sent, unless more is known to be wanted
 * @returns the queue's settings after the change
 * @throws MergeQueueError `queue_gone`, `not_stored`, `interrupted`, or as `ApiClient.call` for `updateQueue`
 */
export async function writeSettings(
  context: ReconcileContext,
  identity: QueueIdentity,
  change: SettingsChange,
  expected: QueueSettings = change.settings,
): Promise<QueueRecord> {
  const answer = await sendUntilSettled(context, identity, change);
  return confirmStored(context, identity, expected, answer);
}

async function sendUntilSettled(
  context: ReconcileContext,
  identity: QueueIdentity,
  change: SettingsChange,
): Promise<QueueRecord | undefined> {
  const request = {
    ...toQueueReference(identity),
    ...change.settings,
    ...(change.deleteRequiredStatuses === true ? { deleteRequiredStatuses: true } : {}),
  };
  for (;;) {
    try {
      return tryToCompleteRecord(await context.api.call("updateQueue", request, toCallOptions(context)));
    } catch (error) {
      if (hasErrorCode(error, "not_found")) throw createGoneError(identity, error);
      if (!hasErrorCode(error, "refused")) throw error;
      const live = await readToExplain(context, identity, error);
      if (live === undefined) throw createGoneError(identity, error);
      if (!isSwitchingModes(live.settings)) throw error;
      await waitUntilSettled(context, identity);
    }
  }
}
