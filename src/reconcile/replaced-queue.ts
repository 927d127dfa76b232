import { hasErrorCode, MergeQueueError } from "../queue/merge-queue-error";
import { formatQueueId } from "../queue/queue-identity";
import { quote } from "../text/quote";
import { peekQueue, type QueueWithoutContent } from "./read-queue";
import type { ReconcileContext } from "./reconcile-context";

/** Tells whether a queue has the expected id. Returns true if either id is unknown. */
export function hasSameId(
  { queueId }: Pick<QueueWithoutContent, "queueId">,
  meant: Pick<ReconcileContext, "queueId">,
): boolean {
  return queueId === undefined || meant.queueId === undefined || queueId === meant.queueId;
}

/**
 * Runs a task. If the task fails because its queue is gone, checks whether another queue has replaced this
 * queue (F-49). @throws MergeQueueError `queue_replaced` with the settings of the other queue, or as `task`
 */
export async function requireSame<Result>(
  context: ReconcileContext,
  task: () => Promise<Result>,
): Promise<Result> {
  try {
    return await task();
  } catch (error) {
    const isGone = hasErrorCode(error, "not_found") || hasErrorCode(error, "queue_gone");
    if (isGone) await requireNoOther(context, error);
    throw error;
  }
}

/** Throws if there is another queue in place of a missing one. @throws MergeQueueError `queue_replaced` */
export async function requireNoOther(context: ReconcileContext, cause?: unknown): Promise<void> {
  const { queue, queueId, api } = context;
  if (queueId === undefined || !api.abilities.hasQueueIds) return;
  let other;
  try {
    other = await peekQueue({ ...context, queueId: undefined });
  } catch {
    // Without this read, it is only known that the queue is gone.
    return;
  }
  if (other === undefined || hasSameId(other, context)) return;
  throw new MergeQueueError(
    "queue_replaced",
    `Queue ${formatQueueId(queue)} with the id ${quote(queueId)} no longer exists: someone else has deleted it and created ` +
      `another one in its place, with the id ${quote(other.queueId)}. The new queue was neither changed nor deleted.`,
    { queue, queueId, record: other.settings, additionalFields: other.additionalFields },
    cause,
  );
}
