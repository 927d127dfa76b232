import type { PullRequest } from "../../api/pull-request";
import { formatQueueId, type QueueIdentity } from "../../queue/queue-identity";
import { quoteForShell } from "../../text/quote-for-shell";

const MOST_NUMBERS = 10;

/**
 * Says what to do about pull requests that are not ready: waiting or draining never removes them.
 * @returns sentences that begin with a space; empty if there are none
 */
export function describeNotReady(queue: QueueIdentity, pullRequests: readonly PullRequest[]): string {
  const notReady = pullRequests.filter(({ state }) => state === "not_ready");
  if (notReady.length === 0) return "";
  const numbers = notReady.slice(0, MOST_NUMBERS).map(({ prNumber }) => `#${prNumber}`);
  const more = notReady.length - numbers.length;
  const names = `${numbers.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
  return (
    ` Not ready: ${names}. Pull requests that are not ready stay in the queue, also while it drains, so cancel them first: ` +
    `mergequeue pr cancel ${quoteForShell(formatQueueId(queue))} NUMBER`
  );
}
