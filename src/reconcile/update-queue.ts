import type { QueueIdentity } from "../queue/queue-identity";
import type { QueueRecord } from "../queue/settings";
import type { ReconcileContext } from "./reconcile-context";
import { throwIfStopped } from "./reconcile-context";
import { requireValid } from "./require-valid";
import type { SettingsChange } from "./write-settings";
import { writeSettings } from "./write-settings";

/**
 * Updates a queue (promise K-2): sends exactly `change`, compares exactly what it sent.
 * @returns the queue's settings afterwards; undefined if there was nothing to send, and then no call was made
 * @throws MergeQueueError `invalid_request`, `interrupted`, `queue_gone`, `not_stored`, or as `ApiClient.call`
 */
export async function updateQueue(
  context: ReconcileContext,
  identity: QueueIdentity,
  change: SettingsChange,
): Promise<QueueRecord | undefined> {
  requireValid(identity, change.settings);
  if (Object.keys(change.settings).length === 0 && change.deleteRequiredStatuses !== true) return undefined;
  throwIfStopped(context, identity, "updateQueue");
  return writeSettings(context, identity, change);
}
