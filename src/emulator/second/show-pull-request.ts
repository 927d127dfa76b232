import type { EngineTest, Queue, Submission } from "../../engine/engine-state";
import type { HostPullRequest } from "../../engine/host-pull-request";
import {
  findSubmission,
  isEnqueued,
  skipsTheLine,
  tryFindLatest,
  tryFindMergedRun,
} from "../../engine/queue-contents";
import { readReadiness } from "../../engine/readiness";
import type { StateChange } from "../../engine/state-change";
import { ENTRY_STATES, MERGEABILITIES } from "../../wire/second/words";
import type { ServedEngine } from "../service/handle-request";
import {
  type EnteredPullRequest,
  showPullRequestName,
  toPullRequestId,
  toRepositoryId,
  UNKNOWN_TIME,
} from "./known-resources";

/** `listed`: omits `hasImpactedTargets`, as published lists do. */
type Extent = "listed" | "whole";

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

/** Shows a pull request's entry in a queue. Several submissions share one entry. */
function showEntry(service: ServedEngine, queue: Queue, submission: Submission, extent: Extent): object {
  const { priority, firstSequence, history, stateChangedAtMs } = submission;
  // As published, the latest change of the history, which includes a test that starts again.
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
    // As published, true if none are required.
    ...(extent === "listed" ? {} : { hasImpactedTargets: hasImpactedTargets || !requiresImpactedTargets }),
    doesBaseBranchMatch,
    mergeability: reasons.length > 0 ? "notMergeable" : MERGEABILITIES[hostMergeability],
    ...(reasons.length > 0 ? { mergeabilityDetails: { provider: "github", reasons } } : {}),
  };
}

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

export interface EntryTransition {
  readonly queue: Queue;
  readonly submission: Submission;
  readonly change: StateChange;
  readonly index: number;
}

export function showTransition(service: ServedEngine, transition: EntryTransition): object {
  const { queue, submission, change } = transition;
  const { state, atMs, reason, testRunId } = change;
  const isUnexplained = state === "testing" || state === "pending_failure" || reason === "";
  const particulars = showParticulars(service, transition, queue.testRuns.get(testRunId ?? ""));
  return {
    pullRequestId: toPullRequestId(service, queue.identity.repo, submission.number),
    state: ENTRY_STATES[state],
    changedAt: new Date(atMs).toISOString(),
    reason: isUnexplained ? null : reason,
    ...(testRunId === undefined ? {} : { verificationRunId: testRunId }),
    ...(particulars === undefined ? {} : { [ENTRY_STATES[state]]: particulars }),
  };
}

/** @param decider - the run that caused the change. It may be the run of a pull request further behind. */
function showParticulars(
  service: ServedEngine,
  { queue, submission: { number, history }, change, index }: EntryTransition,
  decider: EngineTest | undefined,
): object | undefined {
  const { state, atMs, reason } = change;
  const failed = decider?.checks.find(({ name }) => name === decider.failedStatus);
  const conclusion = failed?.conclusion.toUpperCase();
  const causes = { failureCausingChecks: failed === undefined ? [] : [{ name: failed.name, conclusion }] };
  if (state === "failed") return causes;
  if (decider === undefined || (state !== "tests_passed" && state !== "pending_failure")) return undefined;
  const ownId = history.slice(0, index).findLast((one) => one.state === "testing")?.testRunId;
  const own = queue.testRuns.get(ownId ?? "") ?? decider;
  const show = (sequence: number): object => showReference(service, queue, sequence);
  const waitingFor = own.beneath.filter((one) => wasThere(findSubmission(queue, one), atMs)).map(show);
  if (state === "pending_failure") {
    const { failureReason } = decider;
    return { eventualFailureReason: failureReason, waitingFor, ...causes };
  }
  const numbers = decider.sequences.map((sequence) => findSubmission(queue, sequence).number);
  const successorPullRequestId = toPullRequestId(service, queue.identity.repo, numbers[0] ?? 0);
  return {
    batchSize: own.sequences.length,
    ...(reason === "SUCCESSOR_TEST_RUN_PASSED" ? { successorPullRequestId } : {}),
    otherTestedPullRequests: decider.sequences.filter((_one, place) => numbers[place] !== number).map(show),
    waitingFor,
  };
}

function wasThere(submission: Submission, atMs: number): boolean {
  return isEnqueued(submission) || submission.stateChangedAtMs > atMs;
}

/** Shows a pull request with its current state instead of its former state, as published services do. */
function showReference(service: ServedEngine, queue: Queue, sequence: number): object {
  const submission = findSubmission(queue, sequence);
  const { id, number, title, url } = showPullRequestName(service, queue.identity, submission.pullRequest);
  const { state } = tryFindLatest(queue, number) ?? submission;
  return { pullRequestId: id, number, title, url, state: ENTRY_STATES[state] };
}
