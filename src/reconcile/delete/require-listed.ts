import type { PullRequest } from "../../api/pull-request";
import { MergeQueueError } from "../../queue/merge-queue-error";
import type { QueueIdentity } from "../../queue/queue-identity";
import { formatQueueId } from "../../queue/queue-identity";
import type { LiveQueue } from "../read-queue";

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
