import type { EngineState, Queue, Submission } from "../../engine/engine-state";
import type { HostPullRequest } from "../../engine/host-pull-request";
import { isEnqueued, tryFindLatest } from "../../engine/queue-contents";
import { readReadiness } from "../../engine/readiness";
import { type Refused, refuse } from "../../engine/refusal";
import { toRepositoryKey } from "../../engine/repository-key";
import { formatQueueId } from "../../queue/queue-identity";
import type { PullRequestSelector } from "../../wire/first/pull-request";
import type { EmulatorOptions } from "../emulator-options";
import { toPullRequestFields } from "./queue-response";
import { toTimeline } from "./timeline";

/** A pull request as `/getSubmittedPullRequest` returns it. */
export type SubmittedPullRequestResponse = ReturnType<typeof toResponse>;

interface Asked {
  readonly includeTimeline?: boolean | undefined;
}

/** Shows the latest submission of a pull request, or refuses one that was never submitted. */
export function viewSubmittedPullRequest(
  state: EngineState,
  queue: Queue,
  { pr: selector, includeTimeline }: Asked & { readonly pr: PullRequestSelector },
  options: EmulatorOptions,
): SubmittedPullRequestResponse | Refused {
  const submission =
    selector.branch === undefined
      ? tryFindLatest(queue, selector.number)
      : tryFindByBranch(state, queue, selector.branch);
  if (submission !== undefined) return toResponse(state, queue, submission, { ...options, includeTimeline });
  const what =
    selector.branch === undefined
      ? `Pull request #${selector.number}`
      : `A pull request from the branch ${JSON.stringify(selector.branch)}`;
  const id = formatQueueId(queue.identity);
  return refuse("pull_request_unknown", `${what} was never submitted to the queue ${id}.`);
}

/** Shows the latest submissions of pull requests, each once, and the numbers of those never submitted. */
export function viewSubmittedPullRequests(
  state: EngineState,
  queue: Queue,
  { prs, includeTimeline }: Asked & { readonly prs: readonly { readonly number: number }[] },
  options: EmulatorOptions,
): { readonly pullRequests: readonly SubmittedPullRequestResponse[]; readonly notFound: readonly number[] } {
  const notFound: number[] = [];
  const pullRequests: SubmittedPullRequestResponse[] = [];
  for (const number of new Set(prs.map((pr) => pr.number))) {
    const submission = tryFindLatest(queue, number);
    if (submission === undefined) notFound.push(number);
    else pullRequests.push(toResponse(state, queue, submission, { ...options, includeTimeline }));
  }
  return { pullRequests, notFound };
}

/** An open one, else the last closed; of equals the latest (interface, "POST /getSubmittedPullRequest"). */
function tryFindByBranch(state: EngineState, queue: Queue, branch: string): Submission | undefined {
  const wanted = branch.normalize("NFC");
  let best: { readonly submission: Submission; readonly closedAtMs: number } | undefined;
  for (const submission of queue.submissions.values()) {
    const { sequence, number, pullRequest } = submission;
    if (pullRequest.headBranch.normalize("NFC") !== wanted) continue;
    if (queue.latestByNumber.get(number) !== sequence) continue;
    // Open ones come after all closed ones.
    const closedAtMs = findAtHost(state, queue, submission).closedAtMs ?? Number.POSITIVE_INFINITY;
    const isBetter =
      best === undefined ||
      closedAtMs > best.closedAtMs ||
      (closedAtMs === best.closedAtMs && sequence > best.submission.sequence);
    if (isBetter) best = { submission, closedAtMs };
  }
  return best?.submission;
}

/** Returns what the code host knows now; a submission is not updated after it has left the queue. */
function findAtHost(state: EngineState, queue: Queue, submission: Submission): HostPullRequest {
  const known = state.pullRequests.get(toRepositoryKey(queue.identity.repo));
  return known?.get(submission.number) ?? submission.pullRequest;
}

function toResponse(
  state: EngineState,
  queue: Queue,
  submission: Submission,
  { includeTimeline, ...options }: EmulatorOptions & Asked,
) {
  const pullRequest = findAtHost(state, queue, submission);
  const readiness = readReadiness(queue, { ...submission, pullRequest }, options);
  return {
    ...toPullRequestFields(submission, options),
    forceEnqueued: submission.forceEnqueued,
    isCurrentlySubmittedToQueue: isEnqueued(submission),
    readiness: {
      hasImpactedTargets: readiness.hasImpactedTargets,
      requiresImpactedTargets: readiness.requiresImpactedTargets,
      doesBaseBranchMatch: readiness.doesBaseBranchMatch,
      hostMergeability: readiness.hostMergeability,
    },
    ...(includeTimeline === true ? { timeline: toTimeline(queue, submission) } : {}),
  };
}
