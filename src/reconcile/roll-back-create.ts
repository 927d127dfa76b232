import { MergeQueueError, toErrorMessage } from "../queue/merge-queue-error";
import type { QueueIdentity } from "../queue/queue-identity";
import { formatQueueId } from "../queue/queue-identity";
import type { QueueRecord, QueueSettings } from "../queue/settings";
import { deleteQueue } from "./delete-queue";
import { peekQueue } from "./read-queue";
import type { ReconcileContext } from "./reconcile-context";

/**
 * Takes a queue away that this run has just created but could not configure (promise F-08).
 * @param sent - what `/createQueue` was sent: all that is known if the queue cannot even be read
 * @param failure - why configuring it failed
 * @returns the error to throw: `create_rolled_back`, or `create_incomplete` with the queue's settings
 */
export async function rollBackCreate(
  context: ReconcileContext,
  identity: QueueIdentity,
  sent: QueueSettings,
  failure: unknown,
): Promise<MergeQueueError> {
  const id = formatQueueId(identity);
  try {
    await deleteQueue(context, identity);
  } catch (rollbackFailure) {
    const record = await readBack(context, identity, sent);
    if (record !== undefined) {
      return new MergeQueueError(
        "create_incomplete",
        `Queue ${id} was created but could not be configured, and could not be removed again either. ` +
          `${toErrorMessage(failure)} Removing it failed too: ${toErrorMessage(rollbackFailure)}`,
        { queue: identity, record },
        failure,
      );
    }
  }
  return new MergeQueueError(
    "create_rolled_back",
    `Queue ${id} could not be configured, so that it was removed again: nothing is left of it. ${toErrorMessage(failure)}`,
    { queue: identity },
    failure,
  );
}

/** Answers what is there now; undefined if the queue is gone after all. */
async function readBack(
  context: ReconcileContext,
  identity: QueueIdentity,
  sent: QueueSettings,
): Promise<QueueRecord | undefined> {
  try {
    return (await peekQueue(context, identity))?.settings;
  } catch {
    // The service does not answer at all; what it was sent is all that can be said of the queue.
    return sent;
  }
}
