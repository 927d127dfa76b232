import { MergeQueueError, toErrorMessage } from "../../queue/merge-queue-error";
import type { QueueIdentity } from "../../queue/queue-identity";
import { formatQueueId } from "../../queue/queue-identity";
import type { QueueRecord } from "../../queue/settings";
import type { WantedQueue } from "../../queue/wanted-queue";
import { isAnythingWanted } from "../../queue/wanted-queue";
import { pickDifferent } from "../find-differences";
import type { LiveQueue } from "../read-queue";
import type { ReconcileContext } from "../reconcile-context";
import { throwIfStopped } from "../reconcile-context";
import { writeSettings } from "../write/write-settings";
import { toFieldDetail } from "./roll-back-create";

/**
 * Takes a queue over that exists (promise K-1 (2)): sends only what is wanted otherwise than it is, in one
 * `/updateQueue`, and compares everything that is wanted. The queue is never deleted, whatever happens (F-08, I-3).
 * @param live - the queue as it was just read
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
      `Queue ${formatQueueId(identity)} existed and could not be taken over: its settings may have been changed in ` +
        `part, and it was not deleted. ${toErrorMessage(error)}`,
      { queue: identity, ...toFieldDetail(error) },
      error,
    );
  }
}
