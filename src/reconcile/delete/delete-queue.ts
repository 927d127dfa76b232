import { sendDelete } from "../../api/resolve/resolve-queue";
import { KnownQueue } from "../../queue/known-queue";
import { isMergeQueueError, MergeQueueError } from "../../queue/merge-queue-error";
import { formatQueueId, type QueueIdentity } from "../../queue/queue-identity";
import { countPullRequests, describePullRequests } from "../describe-pull-requests";
import { requireListed } from "../drain/listed-queue";
import type { ShownQueue } from "../find-differences";
import { createOutdatedError } from "../outside-errors";
import { pollQueue, waitUntilSettled } from "../poll-queue";
import { isSwitchingModes } from "../queue-state";
import { type LiveQueue, toLiveQueue, toQueueReference, tryReadQueue } from "../read-queue";
import { type ReconcileContext, throwIfStopped } from "../reconcile-context";
import { describeNotReady } from "./advise-deletion";

/** Why a queue is gone. */
export type Deletion = "deleted" | "already_gone";

/**
 * Deletes an empty queue (promise K-3). Reads it first: one with pull requests, or with other settings than expected, is
 * not changed, one that is gone is fine.
 * @param expected - the queue as its plan showed it (promise F-44). Default: any settings
 * @throws MergeQueueError `plan_outdated`, `queue_not_empty`, `interrupted`, or as `commitDelete`
 */
export async function deleteQueue(context: ReconcileContext, expected?: ShownQueue): Promise<Deletion> {
  const live = await tryReadQueue(context);
  if (live === undefined) return "already_gone";
  const known = new KnownQueue(expected, Object.keys(expected?.additionalFields ?? {}));
  throwIfAny(createOutdatedError(context, "deleted", known, live));
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
  throwIfAny(live && (findForeign(live) ?? createNotEmptyError(context.queue, live)));
  await commitDelete(context, findForeign);
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
  const findObstacle = (live: LiveQueue, refusal: MergeQueueError): MergeQueueError | undefined =>
    findForeign?.(live) ?? createNotEmptyError(queue, live, refusal);
  for (;;) {
    try {
      const { kind, response } = await sendDelete(context, toQueueReference(queue), {
        isJustCreated,
        findObstacle: (found, failure) => findObstacle(toLiveQueue(found), failure),
      });
      // Text may be anything, even a refusal.
      const isCertain = kind === "inferred" || typeof response === "object";
      if (isJustCreated || !isCertain) await confirmGone(context);
      return "deleted";
    } catch (error) {
      if (!isMergeQueueError(error) || (error.code !== "refused" && error.code !== "not_found")) throw error;
      const live = await explain(context, error, isJustCreated);
      if (live === undefined) return "already_gone";
      throwIfAny(findObstacle(live, error));
      if (!isSwitchingModes(live.settings)) throw error;
      const settled = await waitUntilSettled(context);
      throwIfAny(settled && findObstacle(settled, error));
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
  throwIfAny(createNotEmptyError(queue, live));
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

/**
 * Makes the error for a queue to be deleted that contains pull requests (promise F-22); undefined if it is empty.
 * @throws MergeQueueError `unexpected_response` if the service does not list the pull requests
 */
export function createNotEmptyError(
  queue: QueueIdentity,
  live: LiveQueue,
  cause?: unknown,
): MergeQueueError | undefined {
  const { pullRequests } = requireListed(queue, live, cause);
  if (pullRequests.length === 0) return undefined;
  return new MergeQueueError(
    "queue_not_empty",
    `Queue ${formatQueueId(queue)} was not deleted, because ${countPullRequests(pullRequests)} in it:\n` +
      `${describePullRequests(pullRequests)}\nNothing was changed.${describeNotReady(queue, pullRequests)}`,
    { queue, operation: "deleteQueue", record: live.settings },
    cause,
  );
}
