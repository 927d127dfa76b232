import type { PullRequest } from "../../api/pull-request";
import { MergeQueueError } from "../../queue/merge-queue-error";
import { formatQueueId, type QueueIdentity } from "../../queue/queue-identity";
import type { LiveQueue } from "../read-queue";

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
