import type { PullRequest } from "../../api/pull-request";
import { MergeQueueError } from "../../queue/merge-queue-error";
import { formatQueueId, type QueueIdentity } from "../../queue/queue-identity";
import { countPullRequests, describePullRequests } from "../describe-pull-requests";
import type { LiveQueue } from "../read-queue";

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
      `${describePullRequests(pullRequests)}\nNothing was changed.`,
    { queue: identity, operation: "deleteQueue", record: live.settings },
    cause,
  );
}

/** A queue whose pull requests the service lists. */
export interface ListedQueue extends LiveQueue {
  readonly pullRequests: readonly PullRequest[];
}

/**
 * Requires that the service lists the pull requests in a queue.
 * @param cause - the failure that is being explained, if any
 * @throws MergeQueueError `unexpected_response` if it does not
 */
export function requireListed(queue: QueueIdentity, live: LiveQueue, cause?: unknown): ListedQueue {
  const { pullRequests } = live;
  if (pullRequests !== undefined) return { ...live, pullRequests };
  throw new MergeQueueError(
    "unexpected_response",
    `Whether queue ${formatQueueId(queue)} is empty is not known: the service's response to getQueue has no ` +
      "enqueuedPullRequests. Without them a queue is neither drained nor deleted, and this one still exists. Delete " +
      "it where the service shows what is in it.",
    { queue, operation: "getQueue", field: "enqueuedPullRequests", record: live.settings },
    cause,
  );
}
