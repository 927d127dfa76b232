import { isNotReady } from "../api/add-not-ready";
import type { PullRequestState } from "../queue/pull-request-state";
import { formatQueueId, type QueueIdentity } from "../queue/queue-identity";
import { quoteForShell } from "../text/quote-for-shell";
import type { PullRequest } from "../wire/first/pull-request";
import { listNumbers } from "./describe-pull-requests";
import { tryToRequestableState } from "./queue-state";
import type { LiveQueue } from "./read-queue";

/** A queue with all its pull requests, including pull requests that are not ready. */
export interface ListedQueue extends LiveQueue {
  readonly pullRequests: readonly PullRequest[];
  /** The last listing of the pull requests, which later reads may reuse. Absent if no read follows. */
  readonly listing?: {
    readonly atMs: number;
    readonly notReady: readonly PullRequest[];
    readonly shown: readonly PullRequest[];
  };
}

const WAITING_STATES: readonly string[] = ["pending", "not_ready"] satisfies PullRequestState[];

/** Tells whether a pull request waits to be tested. */
export function isWaiting({ state }: Pick<PullRequest, "state">): boolean {
  return state !== undefined && WAITING_STATES.includes(state);
}

/** Tells whether a draining queue contains only waiting pull requests. Only a cancel removes these. */
export function isHeld({ settings, pullRequests }: ListedQueue): boolean {
  const isDraining = tryToRequestableState(settings) === "draining";
  return isDraining && pullRequests.length > 0 && pullRequests.every(isWaiting);
}

/** Returns the pull requests that leave a draining queue only if they are cancelled. */
export function findStuck(live: ListedQueue): readonly PullRequest[] {
  return isHeld(live) ? live.pullRequests : live.pullRequests.filter(isNotReady);
}

/** Says how to remove the pull requests that {@link findStuck} returns. */
export function describeStuck(queue: QueueIdentity, live: ListedQueue): string {
  const { pullRequests } = live;
  const notReady = describeNotReady(queue, pullRequests);
  if (!isHeld(live)) return notReady.trimStart();
  const id = formatQueueId(queue);
  const { length } = pullRequests;
  const waiting = length === 1 ? "waiting pull request" : `${length} waiting pull requests`;
  const alternative = pullRequests.every(isNotReady)
    ? ""
    : `, or let the queue run until it is empty (mergequeue queue resume ${quoteForShell(id)}) and drain it then`;
  return (
    `Nothing in queue ${id} is being tested, and a draining queue starts nothing new, so it does not become empty by itself. ` +
    `Cancel the ${waiting} (mergequeue pr cancel ${quoteForShell(id)} NUMBER)${alternative}.${notReady}`
  );
}

/** Says how to remove pull requests that are not ready. Begins with a space. Returns "" if all are ready. */
export function describeNotReady(queue: QueueIdentity, pullRequests: readonly PullRequest[]): string {
  const notReady = pullRequests.filter(isNotReady);
  if (notReady.length === 0) return "";
  return (
    ` Not ready: ${listNumbers(notReady, 10)}. They stay in the queue even while it drains, so cancel them first: ` +
    `mergequeue pr cancel ${quoteForShell(formatQueueId(queue))} NUMBER.`
  );
}
