import type { PullRequest } from "../../api/pull-request";
import type { PullRequestState } from "../../queue/pull-request-state";
import { formatQueueId, type QueueIdentity } from "../../queue/queue-identity";
import { quoteForShell } from "../../text/quote-for-shell";
import { tryToRequestableState } from "../queue-state";
import type { ListedQueue } from "./listed-queue";

const WAITING_STATES: readonly string[] = ["pending", "not_ready"] satisfies PullRequestState[];

/** Tells whether a pull request waits to be tested. */
export function isWaiting({ state }: Pick<PullRequest, "state">): boolean {
  return state !== undefined && WAITING_STATES.includes(state);
}

/**
 * Tells whether a draining queue contains only pull requests that wait to be tested. It starts nothing new, so they leave it
 * only if they are cancelled.
 */
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
