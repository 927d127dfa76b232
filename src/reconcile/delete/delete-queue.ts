import { sendDelete } from "../../api/resolve/resolve-queue";
import { isMergeQueueError, MergeQueueError } from "../../queue/merge-queue-error";
import { formatQueueId, type QueueIdentity } from "../../queue/queue-identity";
import { countPullRequests, describePullRequests } from "../describe-pull-requests";
import { describeNotReady, type ListedQueue } from "../drain/listed-queue";
import { listAll, tryReadListed } from "../drain/read-listed";
import { pollQueue, waitUntilSettled } from "../poll-queue";
import { isSwitchingModes } from "../queue-state";
import { type LiveQueue, toLiveQueue, toQueueReference, tryReadQueue } from "../read-queue";
import { type ReconcileContext, throwIfStopped } from "../reconcile-context";

/** Why a queue is gone. */
export type Deletion = "deleted" | "already_gone";

/**
 * Deletes an empty queue (promise K-3). Reads it first: one with pull requests is not changed, one that is gone is fine.
 * @throws MergeQueueError `queue_not_empty`, `interrupted`, or as `commitDelete`
 */
export async function deleteQueue(context: ReconcileContext): Promise<Deletion> {
  const live = await tryReadListed(context);
  if (live === undefined) return "already_gone";
  throwIfAny(createNotEmptyError(context.queue, live));
  throwIfStopped(context, "deleteQueue");
  return commitDelete(context);
}

/** Returns why a queue that was read may not be the one that this run created; undefined if nothing shows that. */
type FindForeign = (live: LiveQueue) => MergeQueueError | undefined;

/**
 * Deletes a queue that this run has just created, even if a read does not show it yet (promise F-27).
 * @param findForeign - called with each read before a delete is sent (promise F-08b)
 * @throws MergeQueueError what `findForeign` returns, `queue_not_empty`, or as `commitDelete`
 */
export async function deleteCreatedQueue(context: ReconcileContext, findForeign: FindForeign): Promise<void> {
  const live = await tryReadQueue(context);
  throwIfAny(live && (await findObstacle(context, live, findForeign)));
  await commitDelete(context, findForeign);
}

/** Returns why a queue that was read is not deleted: another hand, or what is in it. */
async function findObstacle(
  context: ReconcileContext,
  live: LiveQueue,
  findForeign?: FindForeign,
  cause?: unknown,
): Promise<MergeQueueError | undefined> {
  const foreign = findForeign?.(live);
  if (foreign !== undefined) return foreign;
  const listed = await listAll(context, live);
  return findForeign?.(listed) ?? createNotEmptyError(context.queue, listed, cause);
}

function throwIfAny(error: MergeQueueError | undefined): void {
  if (error !== undefined) throw error;
}

/**
 * Deletes the queue. A success in JSON is final; after any other response a read decides (promises K-3, F-19). If an empty
 * queue is refused because it is switching modes, waits until it has finished (promise F-25).
 * @param findForeign - called with each read, if this run has just created the queue: a read may not show it yet (F-27)
 * @throws MergeQueueError what `findForeign` returns, `queue_not_empty`, `unexpected_response` if the queue still exists
 *   although the service says that it was deleted, `interrupted`, or as `sendDelete`
 */
export async function commitDelete(context: ReconcileContext, findForeign?: FindForeign): Promise<Deletion> {
  const { queue } = context;
  const isJustCreated = findForeign !== undefined;
  for (;;) {
    try {
      const { kind, response } = await sendDelete(context, toQueueReference(queue), {
        isJustCreated,
        findObstacle: async (found, failure, options) =>
          findObstacle({ ...context, ...options }, toLiveQueue(found), findForeign, failure),
      });
      // Text may be anything, even a refusal.
      const isCertain = kind === "inferred" || typeof response === "object";
      if (isJustCreated || !isCertain) await confirmGone(context);
      return "deleted";
    } catch (error) {
      if (!isMergeQueueError(error) || (error.code !== "refused" && error.code !== "not_found")) throw error;
      const live = await explain(context, error, isJustCreated);
      if (live === undefined) return "already_gone";
      throwIfAny(await findObstacle(context, live, findForeign, error).catch(() => error));
      if (!isSwitchingModes(live.settings)) throw error;
      const settled = await waitUntilSettled(context);
      throwIfAny(settled && (await findObstacle(context, settled, findForeign, error)));
    }
  }
}

/** Reads the queue after a refusal. If that fails, throws the refusal. */
async function explain(
  context: ReconcileContext,
  refusal: MergeQueueError,
  isJustCreated: boolean,
): Promise<LiveQueue | undefined> {
  const isShown = (live: LiveQueue | undefined): boolean => {
    // Reads may lag behind the refusal, so they get time to agree with it.
    if (refusal.code === "not_found") return isGoneOrInUse(live);
    return !isJustCreated || live !== undefined;
  };
  try {
    return await pollQueue(context, isShown);
  } catch {
    throw refusal;
  }
}

/** Confirms that the queue is gone (promise I-1). */
async function confirmGone(context: ReconcileContext): Promise<void> {
  const { queue } = context;
  const live = await pollQueue(context, isGoneOrInUse);
  if (live === undefined) return;
  throwIfAny(await findObstacle(context, live));
  throw new MergeQueueError(
    "unexpected_response",
    `The service said that queue ${formatQueueId(queue)} was deleted, but the queue still exists. Run the same ` +
      "command again. If the queue still exists then, report it to the service's operator.",
    { queue, operation: "deleteQueue", record: live.settings },
  );
}

function isGoneOrInUse(live: LiveQueue | undefined): boolean {
  return live?.pullRequests?.length !== 0;
}

/** Makes the error for a queue to be deleted that contains pull requests (promise F-22); undefined if it is empty. */
export function createNotEmptyError(
  queue: QueueIdentity,
  { pullRequests, settings: record }: Pick<ListedQueue, "pullRequests" | "settings">,
  cause?: unknown,
): MergeQueueError | undefined {
  if (pullRequests.length === 0) return undefined;
  return new MergeQueueError(
    "queue_not_empty",
    `Queue ${formatQueueId(queue)} was not deleted, because ${countPullRequests(pullRequests)} in it:\n` +
      `${describePullRequests(pullRequests)}\nNothing was changed.${describeNotReady(queue, pullRequests)}`,
    { queue, operation: "deleteQueue", record },
    cause,
  );
}
