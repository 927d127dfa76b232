import type { QueueIdentity } from "../../queue/queue-identity";
import { tryReadQueue } from "../read-queue";
import type { ReconcileContext } from "../reconcile-context";
import { throwIfStopped } from "../reconcile-context";
import type { Deletion } from "./commit-delete";
import { commitDelete } from "./commit-delete";
import { requireEmpty } from "./require-empty";

/**
 * Deletes an empty queue (promise K-3). Reads it first: a queue with pull requests is not changed, and one that is
 * already gone is a success.
 * @throws MergeQueueError `queue_not_empty`, `interrupted`, or as `commitDelete`
 */
export async function deleteQueue(context: ReconcileContext, identity: QueueIdentity): Promise<Deletion> {
  const live = await tryReadQueue(context, identity);
  if (live === undefined) return "already_gone";
  requireEmpty(identity, live);
  throwIfStopped(context, identity, "deleteQueue");
  return commitDelete(context, identity, { isJustCreated: false });
}

/**
 * Deletes a queue that this run has just created, even if a read does not show it yet (promise F-27).
 * @throws MergeQueueError `queue_not_empty`, or as `commitDelete`
 */
export async function deleteCreatedQueue(context: ReconcileContext, identity: QueueIdentity): Promise<void> {
  const live = await tryReadQueue(context, identity);
  if (live !== undefined) requireEmpty(identity, live);
  await commitDelete(context, identity, { isJustCreated: true });
}
