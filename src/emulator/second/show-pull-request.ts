import type { Queue, Submission } from "../../engine/engine-state";
import type { HostPullRequest } from "../../engine/host-pull-request";
import {
  findSubmission,
  isEnqueued,
  skipsTheLine,
  tryFindLatest,
  tryFindMergedRun,
} from "../../engine/queue-contents";
import { readReadiness } from "../../engine/readiness";
import { ENTRY_STATES, MERGEABILITIES } from "../../wire/second/words";
import type { ServedEngine } from "../service/handle-request";
import { type KnownPullRequest, toRepositoryId, UNKNOWN_TIME } from "./known-resources";
import { showPullRequestName } from "./show-pull-request-name";

/** A pull request at the code host, with the queue whose entry is shown, if it has one. */
export interface EnteredPullRequest extends KnownPullRequest {
  readonly queue: Queue | undefined;
}

/** How much is shown: as published, lists do not say whether targets were reported. */
type Extent = "listed" | "whole";

/** Shows a pull request. */
export function showPullRequest(
  service: ServedEngine,
  { repo, pullRequest, queue }: EnteredPullRequest,
  extent: Extent = "whole",
): object {
  const { headBranch: branch, baseBranch, author, closedAtMs, isMerged } = pullRequest;
  const latest = queue && tryFindLatest(queue, pullRequest.number);
  const closed = isMerged ? "merged" : "closed";
  return {
    ...showPullRequestName(service, { repo }, pullRequest),
    repositoryId: toRepositoryId(service, repo),
    branch,
    baseBranch,
    author,
    state: closedAtMs === undefined ? "open" : closed,
    isCurrentlySubmittedToQueue: latest !== undefined && isEnqueued(latest),
    createdAt: UNKNOWN_TIME,
    ...(queue && latest ? { queueEntry: showEntry(service, queue, { ...latest, pullRequest }, extent) } : {}),
  };
}

/** It has one entry in a queue, however often it was submitted. */
function showEntry(service: ServedEngine, queue: Queue, submission: Submission, extent: Extent): object {
  const { priority, firstSequence, history, stateChangedAtMs } = submission;
  // As published, the latest change of the history: a test that starts again in its place is one, too.
  const changedAt = new Date(history.at(-1)?.atMs ?? stateChangedAtMs).toISOString();
  const runId = tryFindMergedRun(submission);
  return {
    id: submission.id,
    mergeQueueId: queue.id,
    state: ENTRY_STATES[submission.state],
    stateChangedAt: changedAt,
    priorityValue: priority.value,
    priorityName: priority.name,
    ...(priority.usedDefaultName === undefined ? {} : { usedDefaultPriorityName: priority.usedDefaultName }),
    skipsTheLine: skipsTheLine(submission),
    allowBatching: !submission.noBatch,
    direct: submission.forceEnqueued,
    ...(runId === undefined ? {} : { verifiedByVerificationRunId: runId }),
    readiness: showReadiness(service, queue, submission, extent),
    createdAt: new Date(findSubmission(queue, firstSequence).submittedAtMs).toISOString(),
    updatedAt: changedAt,
  };
}

function showReadiness(service: ServedEngine, queue: Queue, submission: Submission, extent: Extent): object {
  const readiness = readReadiness(queue, submission, service.options);
  const { requiresImpactedTargets, hasImpactedTargets, doesBaseBranchMatch, hostMergeability } = readiness;
  const reasons = listReasons(submission.pullRequest);
  return {
    requiresImpactedTargets,
    // As published, none are missing where none are required.
    ...(extent === "listed" ? {} : { hasImpactedTargets: hasImpactedTargets || !requiresImpactedTargets }),
    doesBaseBranchMatch,
    mergeability: reasons.length > 0 ? "notMergeable" : MERGEABILITIES[hostMergeability],
    ...(reasons.length > 0 ? { mergeabilityDetails: { provider: "github", reasons } } : {}),
  };
}

/** Lists what is known to keep the code host from merging. */
function listReasons({ draft, mergeability, closedAtMs, isMerged }: HostPullRequest): readonly object[] {
  const isClosed = closedAtMs !== undefined && !isMerged;
  return [
    ...(isClosed ? [{ code: "closed", message: "The pull request is closed." }] : []),
    ...(draft ? [{ code: "draft", message: "The pull request is a draft." }] : []),
    ...(mergeability === "not_mergeable"
      ? [{ code: "conflict", message: "The pull request conflicts with its base branch." }]
      : []),
  ];
}
