import type { PullRequest } from "../../api/pull-request";
import { MergeQueueError } from "../../queue/merge-queue-error";
import type { PullRequestState } from "../../queue/pull-request-state";
import { formatQueueId, type QueueIdentity } from "../../queue/queue-identity";
import { quoteForShell } from "../../text/quote-for-shell";
import { tryToRequestableState } from "../queue-state";
import type { LiveQueue } from "../read-queue";

/** A queue whose pull requests the service lists. */
export interface ListedQueue extends LiveQueue {
  readonly pullRequests: readonly PullRequest[];
}

/** Requires that the service lists the pull requests in a queue. @throws MergeQueueError `unexpected_response` if not */
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

const WAITING_STATES: readonly string[] = ["pending", "not_ready"] satisfies PullRequestState[];

/** Tells whether a pull request waits to be tested. */
export function isWaiting({ state }: Pick<PullRequest, "state">): boolean {
  return state !== undefined && WAITING_STATES.includes(state);
}

/** Tells whether a draining queue contains only pull requests that wait to be tested: they leave it only if cancelled. */
export function isHeld({ settings, pullRequests }: ListedQueue): boolean {
  return (
    tryToRequestableState(settings) === "draining" && pullRequests.length > 0 && pullRequests.every(isWaiting)
  );
}

/** Says of a queue for which {@link isHeld} is true what has to be done, as one sentence. */
export function describeHeld(queue: QueueIdentity, { pullRequests: { length } }: ListedQueue): string {
  const id = formatQueueId(queue);
  const waiting = length === 1 ? "pull request that waits" : `${length} pull requests that wait`;
  return (
    `Nothing in queue ${id} is being tested, and a draining queue starts nothing new, so it does not become empty by itself: ` +
    `cancel the ${waiting} (mergequeue pr cancel ${quoteForShell(id)} NUMBER), or let the queue run until it is empty ` +
    `(mergequeue queue resume ${quoteForShell(id)}) and drain it then.`
  );
}
