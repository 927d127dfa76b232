import type { PullRequest } from "../../api/pull-request";
import { MergeQueueError } from "../../queue/merge-queue-error";
import type { QueueIdentity } from "../../queue/queue-identity";
import { formatQueueId } from "../../queue/queue-identity";
import { describePullRequests } from "../describe-pull-requests";
import type { LiveQueue } from "../read-queue";

/**
 * Makes sure that nothing is in a queue that is about to be deleted (promise F-22).
 * @param cause - the service's own refusal, where there was one
 * @throws MergeQueueError `queue_not_empty` with the pull requests that are in it; `unexpected_response` if the service
 *   does not show them
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
  const count = pullRequests.length;
  if (count === 0) return undefined;
  const what = count === 1 ? "1 pull request is" : `${count} pull requests are`;
  return new MergeQueueError(
    "queue_not_empty",
    `Queue ${formatQueueId(identity)} was not deleted, because ${what} in it:\n` +
      `${describePullRequests(pullRequests)}\nNothing was changed.`,
    { queue: identity, operation: "deleteQueue", record: live.settings },
    cause,
  );
}

/** A queue whose pull requests the service shows. */
export interface ListedQueue extends LiveQueue {
  readonly pullRequests: readonly PullRequest[];
}

/**
 * Makes sure that the service shows the pull requests in a queue, for what needs to know whether it is empty.
 * @param cause - the failure that is being looked into, where there is one
 * @throws MergeQueueError `unexpected_response` if it does not
 */
export function requireListed(queue: QueueIdentity, live: LiveQueue, cause?: unknown): ListedQueue {
  const { pullRequests } = live;
  if (pullRequests !== undefined) return { ...live, pullRequests };
  throw new MergeQueueError(
    "unexpected_response",
    `Whether queue ${formatQueueId(queue)} is empty cannot be told: the service's answer to getQueue has no ` +
      "enqueuedPullRequests. Without them a queue is neither drained nor deleted. The queue is still there; delete " +
      "it where the service shows what is in it.",
    { queue, operation: "getQueue", field: "enqueuedPullRequests", record: live.settings },
    cause,
  );
}
