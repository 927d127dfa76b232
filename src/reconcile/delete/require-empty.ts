import { MergeQueueError } from "../../queue/merge-queue-error";
import { formatQueueId, type QueueIdentity } from "../../queue/queue-identity";
import { countPullRequests, describePullRequests } from "../describe-pull-requests";
import { requireListed } from "../drain/listed-queue";
import type { LiveQueue } from "../read-queue";
import { describeNotReady } from "./describe-not-ready";

/**
 * Requires that a queue to be deleted is empty (promise F-22).
 * @param cause - the service's own refusal, if any
 * @throws MergeQueueError `queue_not_empty` with its pull requests; `unexpected_response` if the service does not list
 *   them
 */
export function requireEmpty(identity: QueueIdentity, live: LiveQueue, cause?: unknown): void {
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
