import {
  fromSecondConfig,
  fromSecondWord,
  SECOND_MODES,
  SECOND_STATES,
  type SecondSetting,
} from "../../queue/second-settings";
import type { WithAdditionalFields } from "../../wire/additional-fields";
import type { StatusCheck, TestRun } from "../../wire/first/get-merge-queue-testing-details";
import type { GetQueueResponse } from "../../wire/first/get-queue";
import type { TestingResult } from "../../wire/first/list-merge-queue-testing-results";
import type {
  PullRequest,
  Readiness,
  SubmittedPullRequest,
  TimelineEntry,
} from "../../wire/first/pull-request";
import type { SecondResponse } from "../../wire/second/operations";
import {
  ENTRY_STATES,
  MANAGED_STATES,
  MERGEABILITIES,
  RUN_STATUSES,
  STATUSES_SOURCES,
} from "../../wire/second/words";
import type { SecondQueue } from "./second-call";

export type SecondPullRequest = SecondResponse<"GET /pull-requests/{id}">;

type Run = SecondResponse<"GET /merge-queue-verification-runs/{id}">;
type Result = SecondResponse<"GET /merge-queues/{id}/testing-results">["data"][number];
type Transition = SecondResponse<"GET /pull-requests/{id}/queue-entry-history">["data"][number];

function toWord(words: SecondSetting["words"], word: string | undefined): string | undefined {
  return word === undefined ? undefined : fromSecondWord(words, word);
}

function joinUnknown(...parts: readonly (WithAdditionalFields | undefined)[]) {
  const fields = parts.flatMap((part) => Object.entries(part?.additionalFields ?? {}));
  return fields.length === 0 ? {} : { additionalFields: Object.fromEntries(fields) };
}

type QueueFacts = Pick<GetQueueResponse, "queueId" | "managedState" | "createdAt">;

/** Returns the fields of a queue that {@link toRecordFields} does not return. */
export function toQueueFacts({ id, managedState, createdAt }: SecondQueue): QueueFacts {
  return { queueId: id, managedState: toWord(MANAGED_STATES, managedState), createdAt };
}

/** Converts a queue to a record of the first interface, which the schema of that interface then reads. */
export function toRecordFields({ config, state, mode, targetBranch }: SecondQueue): Record<string, unknown> {
  const { requiredStatuses, ...settings } = fromSecondConfig(config);
  // An empty list means "inherited". The first interface then shows no list.
  const isOwn = !Array.isArray(requiredStatuses) || requiredStatuses.length > 0;
  return {
    ...settings,
    ...(isOwn ? { requiredStatuses } : {}),
    state: toWord(SECOND_STATES, state),
    mode: toWord(SECOND_MODES, mode),
    branch: targetBranch,
  };
}

export function toPullRequest({ queueEntry: entry, ...pullRequest }: SecondPullRequest): PullRequest {
  const { allowBatching } = entry ?? {};
  return {
    prNumber: pullRequest.number,
    id: entry?.id,
    state: toWord(ENTRY_STATES, entry?.state),
    stateChangedAt: entry?.stateChangedAt,
    priorityValue: entry?.priorityValue,
    priorityName: entry?.priorityName,
    usedDefaultPriorityName: entry?.usedDefaultPriorityName,
    skipTheLine: entry?.skipsTheLine,
    prTitle: pullRequest.title,
    prSha: pullRequest.sha,
    prBaseBranch: pullRequest.baseBranch,
    prAuthor: pullRequest.author,
    noBatch: allowBatching === undefined ? undefined : !allowBatching,
    ...joinUnknown(pullRequest, entry),
  };
}

export function toSubmittedPullRequest(
  pullRequest: SecondPullRequest,
  { timeline, estimate }: Pick<SubmittedPullRequest, "timeline" | "estimate">,
): SubmittedPullRequest {
  const { direct, verifiedByVerificationRunId, readiness } = pullRequest.queueEntry ?? {};
  return {
    ...toPullRequest(pullRequest),
    forceEnqueued: direct,
    isCurrentlySubmittedToQueue: pullRequest.isCurrentlySubmittedToQueue,
    readiness: readiness && toReadiness(readiness),
    verifiedByTestRun: verifiedByVerificationRunId,
    ...(timeline && { timeline }),
    ...(estimate && { estimate }),
  };
}

function toReadiness(
  readiness: NonNullable<NonNullable<SecondPullRequest["queueEntry"]>["readiness"]>,
): Readiness {
  const { mergeability, mergeabilityDetails, ...conditions } = readiness;
  const reasons = mergeabilityDetails?.reasons;
  return {
    ...conditions,
    hostMergeability: toWord(MERGEABILITIES, mergeability),
    ...(reasons === undefined ? {} : { reasons }),
  };
}

export function toFirstTimeline(transitions: readonly Transition[]): TimelineEntry[] {
  return transitions.map(({ failed, pendingFailure, actor, ...transition }) => {
    const checks = (failed ?? pendingFailure)?.failureCausingChecks;
    return {
      timestamp: transition.changedAt,
      state: toWord(ENTRY_STATES, transition.state),
      reason: transition.reason?.toLowerCase(),
      actor: actor?.gitHubLogin ?? actor?.trunkUserId,
      testRun: transition.verificationRunId,
      failureCausingStatuses: checks?.map(({ name }) => name),
      ...joinUnknown(transition, failed, pendingFailure),
    };
  });
}

const STATES_BY_CONCLUSION: ReadonlyMap<string, string> = new Map([
  ["success", "success"],
  ["neutral", "success"],
  ["skipped", "success"],
  ["failure", "failure"],
  ["cancelled", "error"],
  ["timeout", "error"],
]);

/** Converts a run. Shows its checks as status checks, as live services of the first interface do. */
export function toTestRun(run: Run): TestRun & { readonly testRunId: string } {
  const { id, checks, testedPullRequests, isBisection, requiredStatusesSource, status, ...facts } = run;
  const tested = testedPullRequests?.map(({ number, url, title }) => ({
    prNumber: number,
    prUrl: url,
    title,
  }));
  return {
    ...facts,
    testRunId: id,
    status: toWord(RUN_STATUSES, status),
    requiredStatusesSource: toWord(STATUSES_SOURCES, requiredStatusesSource),
    statusChecks: checks?.map(toStatusCheck),
    testedPullRequests: tested,
    ...joinUnknown(run, isBisection === undefined ? undefined : { additionalFields: { isBisection } }),
  };
}

function toStatusCheck(check: NonNullable<Run["checks"]>[number]): StatusCheck {
  const { name, status, conclusion = "", url } = check;
  const state = status === "completed" ? (STATES_BY_CONCLUSION.get(conclusion) ?? conclusion) : "pending";
  return { context: name, url, state, ...joinUnknown(check) };
}

export function toTestingResult(result: Result): TestingResult {
  const { pullRequestNumber, entryConclusion, isBisection, startedBisection, verificationRunId, ...facts } =
    result;
  const inBisection = isBisection === true ? "in_bisection" : undefined;
  return {
    ...facts,
    prNumber: pullRequestNumber,
    cycleConclusion: entryConclusion,
    bisection: startedBisection === true ? "entered_bisection" : inBisection,
    testRunId: verificationRunId,
  };
}
