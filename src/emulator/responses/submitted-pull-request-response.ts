import type { PullRequestSelector } from "../../api/operations/get-submitted-pull-request";
import { formatQueueId } from "../../queue/queue-identity";
import type { EmulatorOptions } from "../emulator-options";
import { toRepositoryKey } from "../engine/draft/engine-draft";
import type {
  EngineState,
  HostMergeability,
  HostPullRequest,
  Queue,
  Submission,
} from "../engine/engine-state";
import { isEnqueued, tryFindLatest } from "../engine/list-enqueued";
import { readReadiness } from "../engine/waiting/readiness";
import type { PullRequestFields } from "./pull-request-fields";
import { toPullRequestFields } from "./pull-request-fields";
import type { View } from "./view";
import { refuseView } from "./view";

/** A pull request as `/getSubmittedPullRequest` answers it. */
export interface SubmittedPullRequestAnswer extends PullRequestFields {
  readonly forceEnqueued: boolean;
  readonly isCurrentlySubmittedToQueue: boolean;
  readonly readiness: {
    readonly hasImpactedTargets: boolean;
    readonly requiresImpactedTargets: boolean;
    readonly doesBaseBranchMatch: boolean;
    readonly hostMergeability: HostMergeability;
  };
}

/** Shows the pull request that a request names, as it was submitted last; refuses one that never was. */
export function viewSubmittedPullRequest(
  state: Pick<EngineState, "pullRequests">,
  queue: Queue,
  selector: PullRequestSelector,
  options: EmulatorOptions,
): View {
  const submission =
    selector.branch === undefined
      ? tryFindLatest(queue, selector.number)
      : tryFindByBranch(state, queue, selector.branch);
  if (submission === undefined) {
    const what =
      selector.branch === undefined
        ? `Pull request #${selector.number}`
        : `A pull request from the branch ${JSON.stringify(selector.branch)}`;
    const id = formatQueueId(queue.identity);
    return refuseView("pull_request_unknown", `${what} was never submitted to the queue ${id}.`);
  }
  return { kind: "json", value: toAnswer(state, queue, submission, options) };
}

/**
 * Resolves a head branch among what was submitted to the queue (interface, section "POST
 * /getSubmittedPullRequest"): the open pull request from it, else the one that was closed last. Where several are
 * open, and where two were closed at the same moment, the one that was submitted last is meant.
 */
function tryFindByBranch(
  state: Pick<EngineState, "pullRequests">,
  queue: Queue,
  branch: string,
): Submission | undefined {
  const wanted = branch.normalize("NFC");
  let best: { readonly submission: Submission; readonly closedAtMs: number } | undefined;
  for (const submission of queue.submissions.values()) {
    const { sequence, number, pullRequest } = submission;
    if (pullRequest.headBranch.normalize("NFC") !== wanted) continue;
    if (queue.latestByNumber.get(number) !== sequence) continue;
    // An open one counts as closed after all others.
    const closedAtMs = findAtHost(state, queue, submission).closedAtMs ?? Number.POSITIVE_INFINITY;
    const isBetter =
      best === undefined ||
      closedAtMs > best.closedAtMs ||
      (closedAtMs === best.closedAtMs && sequence > best.submission.sequence);
    if (isBetter) best = { submission, closedAtMs };
  }
  return best?.submission;
}

/** Answers what the code host knows now: a submission that has left the queue is not kept up to date. */
function findAtHost(
  state: Pick<EngineState, "pullRequests">,
  queue: Queue,
  submission: Submission,
): HostPullRequest {
  const known = state.pullRequests.get(toRepositoryKey(queue.identity.repo));
  return known?.get(submission.number) ?? submission.pullRequest;
}

function toAnswer(
  state: Pick<EngineState, "pullRequests">,
  queue: Queue,
  submission: Submission,
  options: EmulatorOptions,
): SubmittedPullRequestAnswer {
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
  };
}
