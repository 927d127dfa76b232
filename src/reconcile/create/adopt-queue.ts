import { MergeQueueError, toErrorMessage } from "../../queue/merge-queue-error";
import { formatQueueId, type QueueIdentity } from "../../queue/queue-identity";
import type { QueueRecord } from "../../queue/settings";
import { isAnythingWanted, type WantedQueue } from "../../queue/wanted-queue";
import { pickDifferent } from "../find-differences";
import type { LiveQueue } from "../read-queue";
import { type ReconcileContext, throwIfStopped } from "../reconcile-context";
import { writeSettings } from "../write/write-settings";
import { toFieldDetail } from "./roll-back-create";

/**
 * Takes over an existing queue (promise K-1 (2)): sends the settings that differ in one `/updateQueue`, and compares all
 * wanted settings afterwards. Never deletes the queue (F-08, I-3).
 * @param live - the queue as just read
 * @returns the queue's settings
 * @throws MergeQueueError `interrupted` before anything was sent, or `adoption_failed`
 */
export async function adoptQueue(
  context: ReconcileContext,
  identity: QueueIdentity,
  wanted: WantedQueue,
  live: LiveQueue,
): Promise<QueueRecord> {
  const change = pickDifferent(live, wanted);
  if (!isAnythingWanted(change)) return live.settings;
  throwIfStopped(context, identity, "updateQueue");
  try {
    return await writeSettings(context, identity, change, { expected: wanted });
  } catch (error) {
    throw new MergeQueueError(
      "adoption_failed",
      `Queue ${formatQueueId(identity)} already existed and could not be adopted. Some of its settings may have been ` +
        `changed; it was not deleted. ${toErrorMessage(error)}`,
      { queue: identity, ...toFieldDetail(error) },
      error,
    );
  }
}
