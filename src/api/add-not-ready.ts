import type { QueueIdentity } from "../queue/queue-identity";
import type { PullRequest } from "../wire/first/pull-request";
import type { ApiClient, CallOptions } from "./api-client";
import { readAllPullRequests } from "./list-all-pull-requests";

/** Tells whether a pull request is in a queue but cannot start testing. */
export function isNotReady({ state }: Pick<PullRequest, "state">): boolean {
  return state === "not_ready";
}

/** Lists a queue's pull requests that are not ready. @throws MergeQueueError as `listAllPullRequests` */
export async function listNotReady(
  api: Pick<ApiClient, "call">,
  queue: QueueIdentity,
  options: CallOptions,
): Promise<readonly PullRequest[]> {
  const found = await readAllPullRequests(api, { ...queue, state: "not_ready" }, options);
  // A service that ignores the filter also lists pull requests that have left the queue.
  return found.filter((each) => each.state === undefined || isNotReady(each));
}

/**
 * Completes the pull requests of `/getQueue`, because some services leave out those that are not ready. Skips
 * duplicates: compares ids, or numbers if an id is missing.
 */
export function addNotReady(
  shown: readonly PullRequest[],
  notReady: readonly PullRequest[],
): readonly PullRequest[] {
  const numbers = new Set(shown.map(({ prNumber }) => prNumber));
  const ids = new Set(shown.map(({ id }) => id));
  const isShown = ({ id, prNumber }: PullRequest): boolean =>
    id === undefined || ids.has(undefined) ? numbers.has(prNumber) : ids.has(id);
  const added = notReady.filter((each) => !isShown(each));
  return added.length === 0 ? shown : [...shown, ...added];
}
