import { listAllPullRequests } from "../../api/list-all-pull-requests";
import type { ConcludedPullRequest } from "../../foresight/history";
import { requireNotAhead } from "../../foresight/history";
import { CONCLUDED_STATES } from "../../queue/pull-request-state";
import type { QueueIdentity } from "../../queue/queue-identity";
import { toQueueReference } from "../../reconcile/read-queue";
import type { PullRequest } from "../../wire/first/pull-request";
import type { Connection } from "../connection/connect";

/** Pull requests that left a queue. */
export interface ListedConclusions {
  readonly conclusions: readonly ConcludedPullRequest[];
  /** Sentences about what could not be used. */
  readonly notes: readonly string[];
}

/**
 * Lists the pull requests that left a queue since a time in ISO 8601, all pages.
 * @throws MergeQueueError as `ApiClient.call`; `invalid_workload` if the service's clock is ahead
 */
export async function listConclusions(
  { api, startCall }: Pick<Connection, "api" | "startCall">,
  queue: QueueIdentity,
  since: string,
  nowMs: number,
): Promise<ListedConclusions> {
  const conclusions: ConcludedPullRequest[] = [];
  let undated = 0;
  const request = { ...toQueueReference(queue), since };
  for await (const pullRequest of listAllPullRequests(api, request, startCall)) {
    if (!CONCLUDED_STATES.some((state) => state === pullRequest.state)) continue;
    const concluded = tryToConcluded(pullRequest);
    if (concluded === undefined) undated += 1;
    else if (concluded.atMs >= Date.parse(since)) {
      requireNotAhead(concluded.atMs, nowMs, `Pull request ${concluded.number} left the queue`);
      conclusions.push(concluded);
    }
  }
  const note = `The service returned no usable time for ${undated} pull requests that left the queue; they are left out.`;
  return { conclusions, notes: undated === 0 ? [] : [note] };
}

function tryToConcluded(pullRequest: PullRequest): ConcludedPullRequest | undefined {
  const { prNumber: number, prSha: sha, state, stateChangedAt = "", priorityValue: priority } = pullRequest;
  const atMs = Date.parse(stateChangedAt);
  if (Number.isNaN(atMs)) return undefined;
  return { number, sha, conclusion: state as ConcludedPullRequest["conclusion"], atMs, priority };
}
