import { PULL_REQUEST_STATES } from "../../queue/pull-request-state";
import type { QueueRecord } from "../../queue/settings";
import { listNumbers } from "../../reconcile/describe-pull-requests";
import { quoteForShell } from "../../text/quote-for-shell";
import { toCell } from "../../text/to-cell";
import type { TestRun } from "../../wire/first/get-merge-queue-testing-details";
import type { GetQueueResponse } from "../../wire/first/get-queue";
import type {
  MergeabilityReason,
  MergeEstimate,
  PullRequest,
  Readiness,
  SubmittedPullRequest,
} from "../../wire/first/pull-request";
import { describeFailedCheck, findFailedChecks, tryToPullRequests } from "./print-test-run";

/** The facts that could be read about a pull request. */
export interface PullRequestSurroundings {
  readonly queue?: GetQueueResponse | undefined;
  /** The pull request's latest test run. `testRunId` is the run's id, even if the run cannot be read. */
  readonly run?: TestRun | undefined;
  readonly testRunId?: string | undefined;
  readonly timeline?: SubmittedPullRequest["timeline"];
  readonly estimate?: MergeEstimate | undefined;
}

const MOST_LISTED = 5;

/** Known states with their own explanation. Obstacles explain `not_ready` and unknown states. */
const EXPLAINED = PULL_REQUEST_STATES.filter((state) => state !== "not_ready");

/** Returns a clause that says why a pull request failed or waits. Undefined if the reason is not known. */
export function explainPullRequest(
  pullRequest: SubmittedPullRequest,
  { queue, run, timeline }: PullRequestSurroundings,
): string | undefined {
  const { state, readiness = {} } = pullRequest;
  if (state === "failed" || state === "pending_failure")
    return explainFailure(timeline, run) ?? explainReason(timeline);
  if (state === "cancelled") return explainReason(timeline);
  // For an unknown state, the obstacles may be the only explanation.
  if (!EXPLAINED.some((known) => known === state)) return describeObstacles(readiness);
  if (queue === undefined) return undefined;
  if (state === "pending") return explainPending(pullRequest, queue);
  return state === "tests_passed" ? explainPassed(pullRequest, queue, run) : undefined;
}

/** Returns the place of a pull request among the pending ones: `3 of 7`. Undefined if it is not pending. */
export function describePlace(
  { prNumber }: PullRequest,
  { enqueuedPullRequests: pullRequests = [] }: GetQueueResponse,
): string | undefined {
  const waiting = pullRequests.filter(({ state }) => state === "pending");
  const index = waiting.findIndex((each) => each.prNumber === prNumber);
  return index === -1 ? undefined : `${index + 1} of ${waiting.length}`;
}

/** Returns the command that reports impacted targets, if the pull request waits for targets. */
export function tryFindTargetsCommand(
  id: string,
  { prNumber, state, readiness = {} }: SubmittedPullRequest,
): string | undefined {
  if (state !== "not_ready" || !lacksTargets(readiness)) return undefined;
  return `mergequeue pr impacted-targets ${toCell(quoteForShell(id))} ${prNumber} --all`;
}

/** Returns why a pull request cannot be tested: `its impacted targets have not been reported`. */
export function describeObstacles(readiness: Readiness): string | undefined {
  const { doesBaseBranchMatch, hostMergeability: host = "mergeable", reasons = [] } = readiness;
  const why = reasons.map(describeReason).join(", ");
  const general = MERGEABILITY.get(host) ?? `its mergeability is ${toCell(host)}`;
  const obstacles = [
    doesBaseBranchMatch === false && "its base branch is not the queue's",
    host !== "mergeable" && (why === "" ? general : `it cannot be merged: ${why}`),
    lacksTargets(readiness) && "its impacted targets have not been reported",
  ].filter((obstacle) => obstacle !== false);
  return obstacles.length === 0 ? undefined : obstacles.join("; ");
}

/** Writes a reason that the code host gives: `reviewRequired: Reviews are missing (1 of 2)`. */
function describeReason({ code, message = "", check, have, need, ontoPrNumber }: MergeabilityReason): string {
  const facts = [
    ...(check === undefined ? [] : [`check ${toCell(check)}`]),
    ...(need === undefined ? [] : [`${have ?? 0} of ${need}`]),
    ...(ontoPrNumber === undefined ? [] : [`onto #${ontoPrNumber}`]),
  ];
  const text = message === "" ? toCell(code) : `${toCell(code)}: ${toCell(message).replace(/\.$/, "")}`;
  return facts.length === 0 ? text : `${text} (${facts.join(", ")})`;
}

function lacksTargets({ hasImpactedTargets, requiresImpactedTargets }: Readiness): boolean {
  return requiresImpactedTargets === true && hasImpactedTargets !== true;
}

const MERGEABILITY: ReadonlyMap<string, string> = new Map([
  ["unspecified", "the code host does not know yet whether it can be merged"],
  ["in_progress", "the code host is still computing whether it can be merged"],
  ["not_mergeable", "it cannot be merged, for example because of a conflict"],
]);

function explainFailure(timeline: SubmittedPullRequest["timeline"], run?: TestRun): string | undefined {
  const { failedStatus, isTimedOut } = run?.additionalFields ?? {};
  if (typeof failedStatus === "string") return `the required status ${toCell(failedStatus)} failed`;
  if (isTimedOut === true) return "its tests took longer than the queue allows";
  const causes = timeline?.find(({ failureCausingStatuses: names }) => names?.length);
  const named = causes?.failureCausingStatuses?.flatMap((name) => (name === undefined ? [] : [toCell(name)]));
  const failed = named?.length ? named : listRequiredFailures(run);
  if (failed.length === 0) return undefined;
  return `the ${failed.length === 1 ? "check" : "checks"} ${failed.join(", ")} failed`;
}

/** Clauses for the reasons of the second interface (as of autumn 2026). Newer services may add reasons. */
const REASONS: ReadonlyMap<string, string> = new Map([
  ["user_requested", "a user requested it"],
  ["trunk_admin_requested", "an administrator of the service requested it"],
  ["pr_closed", "it was closed"],
  ["pr_merged_into_other_branch", "it was merged into another branch"],
  ["pr_pushed_to", "a commit was pushed to it"],
  ["pr_base_branch_changed", "its base branch changed"],
  ["pr_converted_to_draft", "it was converted to a draft"],
  ["not_ready_timeout_expired", "it took longer to become ready than the queue allows"],
  ["test_run_timeout", "its tests took longer than the queue allows"],
  ["test_run_failed_by_optimization", "the same pull requests had failed together before"],
  ["start_test_run_merge_conflict", "it conflicts with its target branch or with a pull request ahead of it"],
  ["start_test_run_no_required_statuses", "no status is required, so nothing could show that it passed"],
  ["pr_updated_at_merge_time", "it was updated while it was being merged"],
]);

function explainReason([latest]: SubmittedPullRequest["timeline"] = []): string | undefined {
  const { reason = "", actor } = latest ?? {};
  if (reason === "") return undefined;
  const by = actor === undefined ? "" : ` (${toCell(actor)})`;
  return `${REASONS.get(reason) ?? `the service gives the reason ${toCell(reason)}`}${by}`;
}

function listRequiredFailures(run: TestRun | undefined): readonly string[] {
  if (run === undefined) return [];
  const failed = findFailedChecks(run);
  const required = failed.filter(({ name }) => run.requiredStatuses?.includes(name));
  return (required.length === 0 ? failed : required).map(describeFailedCheck);
}

function explainPending({ prNumber }: PullRequest, queue: GetQueueResponse): string | undefined {
  const { state, batch, concurrency = 1, enqueuedPullRequests: pullRequests } = queue;
  if (state === "paused") return "the queue is paused";
  if (state === "draining") return "the queue is draining, and starts nothing new";
  if (state === "switching_modes") return "the queue is switching modes";
  if (pullRequests === undefined) return undefined;
  const ahead = listAhead(prNumber, pullRequests);
  const waiting = ahead.filter((each) => each.state === "pending");
  const testing = ahead.filter((each) => each.state === "testing");
  const note = testing.length < concurrency ? noteOneAtATime(queue, "; ") : "";
  if (waiting.length > 0) return `waits for its turn behind ${listNumbers(waiting, MOST_LISTED)}${note}`;
  const are = testing.length === 1 ? "is" : "are";
  if (testing.length > 0) return `is next, while ${listNumbers(testing, MOST_LISTED)} ${are} tested${note}`;
  return `is next${batch === true ? ", and waits until the batch is full or its maximum wait is over" : ""}`;
}

/** Returns `join` and a note if a queue's concurrency may have no effect. Otherwise returns "". */
export function noteOneAtATime({ mode, concurrency }: QueueRecord, join: string): string {
  if (mode !== "single" || concurrency === undefined || concurrency <= 1) return "";
  return `${join}in mode single, some services (such as the local one) run one test at a time`;
}

function explainPassed(
  { prNumber }: PullRequest,
  { state, enqueuedPullRequests: pullRequests }: GetQueueResponse,
  run: TestRun | undefined,
): string | undefined {
  if (state === "paused") return "has passed, and merges when the paused queue runs again";
  const listed = pullRequests && listAhead(prNumber, pullRequests);
  const ahead = tryToPullRequests(run?.additionalFields?.["waitingOn"]) ?? listed;
  if (ahead === undefined) return undefined;
  return `has passed, and merges ${ahead.length === 0 ? "next" : `after ${listNumbers(ahead, MOST_LISTED)}`}`;
}

function listAhead(prNumber: number, pullRequests: readonly PullRequest[]): readonly PullRequest[] {
  const index = pullRequests.findIndex((each) => each.prNumber === prNumber);
  return pullRequests.slice(0, Math.max(0, index));
}
