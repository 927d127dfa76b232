import { pollUntil } from "../api/resolve/poll-until";
import { isMergeQueueError } from "../queue/merge-queue-error";
import type { QueueIdentity } from "../queue/queue-identity";
import { type LiveQueue, tryReadQueue } from "./read-queue";
import { type ReconcileContext, toInterrupted } from "./reconcile-context";

/**
 * Reads a queue after a write until a read shows the expected result; see {@link pollUntil}.
 * @param isDone - called with each read; undefined if the queue does not exist
 * @returns the last read, done or not
 * @throws MergeQueueError `interrupted`, or as `readQueue`
 */
export async function pollQueue(
  context: ReconcileContext,
  identity: QueueIdentity,
  isDone: (live: LiveQueue | undefined) => boolean,
): Promise<LiveQueue | undefined> {
  try {
    return await pollUntil(context, async (options) => tryReadQueue(context, identity, options), isDone);
  } catch (error) {
    if (isMergeQueueError(error) || context.stopSignal?.aborted !== true) throw error;
    throw toInterrupted(identity, error);
  }
}
