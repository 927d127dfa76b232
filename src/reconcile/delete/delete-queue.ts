import { type DeleteBasis, sendDelete } from "../../api/resolve/send-delete";
import { isMergeQueueError, MergeQueueError } from "../../queue/merge-queue-error";
import { formatQueueId, type QueueIdentity } from "../../queue/queue-identity";
import { countPullRequests, describePullRequests } from "../describe-pull-requests";
import { requireListed } from "../drain/listed-queue";
import { pollQueue, waitUntilSettled } from "../poll-queue";
import { isSwitchingModes } from "../queue-state";
import { type LiveQueue, toLiveQueue, toQueueReference, tryReadQueue } from "../read-queue";
import { type ReconcileContext, throwIfStopped } from "../reconcile-context";
import { describeNotReady } from "./advise-deletion";

/** Why a queue is gone. */
export type Deletion = "deleted" | "already_gone";

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

/** Returns why a queue that was read is not deleted; undefined if nothing prevents it. */
export type FindObstacle = (live: LiveQueue, refusal?: MergeQueueError) => MergeQueueError | undefined;

/**
 * Deletes a queue that this run has just created, even if a read does not show it yet (promise F-27).
 * @param findForeign - called with each read before a delete is sent (promise F-08b)
 * @throws MergeQueueError what `findForeign` returns, `queue_not_empty`, or as `commitDelete`
 */
export async function deleteCreatedQueue(
  context: ReconcileContext,
  identity: QueueIdentity,
  findForeign: FindObstacle,
): Promise<void> {
  const findObstacle: FindObstacle = (live, refusal) =>
    findForeign(live) ?? createNotEmptyError(identity, live, refusal);
  const live = await tryReadQueue(context, identity);
  throwIfAny(live && findObstacle(live));
  await commitDelete(context, identity, { isJustCreated: true, findObstacle });
}

function throwIfAny(error: MergeQueueError | undefined): void {
  if (error !== undefined) throw error;
}

/**
 * Deletes a queue. A success in JSON is final; after any other response a read decides (promises K-3, F-19). If an empty
 * queue is refused because it is switching modes, waits until it has finished (promise F-25).
 * @param basis - `isJustCreated`: this run has just created the queue, so that a read may not show it yet (promise F-27);
 *   `findObstacle`: called with each read. Default: pull requests are an obstacle
 * @throws MergeQueueError the obstacle, `queue_not_empty`, `unexpected_response` if the queue still exists although the service says
 *   that it was deleted, `interrupted`, or as `sendDelete`
 */
export async function commitDelete(
  context: ReconcileContext,
  identity: QueueIdentity,
  {
    isJustCreated,
    findObstacle = (live, refusal) => createNotEmptyError(identity, live, refusal),
  }: Required<Pick<DeleteBasis, "isJustCreated">> & { readonly findObstacle?: FindObstacle },
): Promise<Deletion> {
  for (;;) {
    try {
      const { kind, response } = await sendDelete(context, toQueueReference(identity), {
        isJustCreated,
        findObstacle: (found, failure) => findObstacle(toLiveQueue(found), failure),
      });
      // Text may be anything, even a refusal.
      const isCertain = kind === "inferred" || typeof response === "object";
      if (isJustCreated || !isCertain) await confirmGone(context, identity);
      return "deleted";
    } catch (error) {
      if (!isMergeQueueError(error) || (error.code !== "refused" && error.code !== "not_found")) throw error;
      const live = await explain(context, identity, error, isJustCreated);
      if (live === undefined) return "already_gone";
      throwIfAny(findObstacle(live, error));
      if (!isSwitchingModes(live.settings)) throw error;
      const settled = await waitUntilSettled(context, identity);
      throwIfAny(settled && findObstacle(settled, error));
    }
  }
}

/** Reads the queue after a refusal. If that fails, throws the refusal. */
async function explain(
  context: ReconcileContext,
  identity: QueueIdentity,
  refusal: MergeQueueError,
  isJustCreated: boolean,
): Promise<LiveQueue | undefined> {
  // Reads may lag behind the refusal, so they get time to agree with it.
  const isShown = refusal.code === "not_found" ? isGoneOrInUse : isJustCreated ? isPresent : () => true;
  try {
    return await pollQueue(context, identity, isShown);
  } catch {
    throw refusal;
  }
}

/** Confirms that the queue is gone (promise I-1). */
async function confirmGone(context: ReconcileContext, identity: QueueIdentity): Promise<void> {
  const live = await pollQueue(context, identity, isGoneOrInUse);
  if (live === undefined) return;
  requireEmpty(identity, live);
  throw new MergeQueueError(
    "unexpected_response",
    `The service said that queue ${formatQueueId(identity)} was deleted, but the queue still exists. Run the same ` +
      "command again. If the queue still exists then, report it to the service's operator.",
    { queue: identity, operation: "deleteQueue", record: live.settings },
  );
}

function isGoneOrInUse(live: LiveQueue | undefined): boolean {
  return live?.pullRequests?.length !== 0;
}

function isPresent(live: LiveQueue | undefined): boolean {
  return live !== undefined;
}

/**
 * Requires that a queue to be deleted is empty (promise F-22).
 * @param cause - the service's own refusal, if any
 * @throws MergeQueueError `queue_not_empty` with its pull requests; `unexpected_response` if the service does not list
 *   them
 */
function requireEmpty(identity: QueueIdentity, live: LiveQueue, cause?: unknown): void {
  const error = createNotEmptyError(identity, live, cause);
  if (error !== undefined) throw error;
}

/** Makes the error that {@link requireEmpty} throws; undefined if the queue is empty. */
export function createNotEmptyError(
  identity: QueueIdentity,
  live: LiveQueue,
  cause?: unknown,
): MergeQueueError | undefined {
  const { pullRequests } = requireListed(identity, live, cause);
  if (pullRequests.length === 0) return undefined;
  return new MergeQueueError(
    "queue_not_empty",
    `Queue ${formatQueueId(identity)} was not deleted, because ${countPullRequests(pullRequests)} in it:\n` +
      `${describePullRequests(pullRequests)}\nNothing was changed.${describeNotReady(identity, pullRequests)}`,
    { queue: identity, operation: "deleteQueue", record: live.settings },
    cause,
  );
}
