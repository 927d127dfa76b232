import type { RequiredStatusesSource, TestRunStatus } from "../../api/test-run";
import { formatQueueId } from "../../queue/queue-identity";
import { findSubmission } from "../engine/draft/queue-draft";
import type { CheckConclusion, ImpactedTargets, Queue, Submission, TestRun } from "../engine/engine-state";
import { isEnqueued } from "../engine/list-enqueued";
import type { View } from "./view";
import { refuseView } from "./view";

/** A check of a run: one that was reported, or one that is still awaited. */
export interface CheckRunAnswer {
  readonly name: string;
  readonly status: "in_progress" | "completed";
  /** Only if it is completed. */
  readonly conclusion?: CheckConclusion;
  /** ISO 8601, UTC. Only if it is completed. */
  readonly completedAt?: string;
  /** Whether the run needs it. */
  readonly isRequired: boolean;
}

/** A pull request in a test run. */
export interface TestedPullRequest {
  readonly id: string;
  readonly prNumber: number;
  readonly prTitle: string;
  readonly state: string;
}

/**
 * A test run as `/getMergeQueueTestingDetails` answers it: the fields of the interface (section "Test run"), and
 * those that it says are there without naming them. docs/assumptions.md lists the names.
 */
export interface TestRunAnswer {
  readonly requiredStatuses: readonly string[];
  readonly requiredStatusesSource: RequiredStatusesSource;
  readonly testBranch: string;
  readonly testBranchSha: string;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  readonly status: TestRunStatus;
  readonly checkSuites: readonly { readonly name: string; readonly checkRuns: readonly CheckRunAnswer[] }[];
  readonly testRunId: string;
  /** ISO 8601, UTC. Only if it has ended. */
  readonly concludedAt?: string;
  /** Whether it is part of the bisection of a failed batch. */
  readonly isBisection: boolean;
  /** What is tested, in the order in which it would merge. */
  readonly pullRequests: readonly TestedPullRequest[];
  /** Union of what they impact; absent as long as one of them has not reported any. */
  readonly impactedTargets?: ImpactedTargets;
  /** Name of the status that failed; absent if none did. */
  readonly failedStatus?: string;
  /** Whether it failed because its time was up. */
  readonly isTimedOut: boolean;
  /** What has to merge before; absent unless the tests have passed. */
  readonly waitingOn?: readonly TestedPullRequest[];
}

/** Shows a test run of a queue; refuses one that it never had. */
export function viewTestRun(queue: Queue, testRunId: string): View {
  const run = queue.testRuns.get(testRunId);
  if (run !== undefined) return { kind: "json", value: toTestRunAnswer(queue, run) };
  const id = formatQueueId(queue.identity);
  return refuseView("test_run_unknown", `The queue ${id} has had no test run ${JSON.stringify(testRunId)}.`);
}

function toTestRunAnswer(queue: Queue, run: TestRun): TestRunAnswer {
  const tested = run.sequences.map((sequence) => findSubmission(queue, sequence));
  const impactedTargets = tryUniteTargets(queue, tested);
  return {
    requiredStatuses: run.requiredStatuses,
    requiredStatusesSource: run.requiredStatusesSource,
    testBranch: run.testBranch,
    testBranchSha: run.testBranchSha,
    createdAt: new Date(run.createdAtMs).toISOString(),
    status: run.status,
    checkSuites: [{ name: "checks", checkRuns: listCheckRuns(run) }],
    testRunId: run.id,
    ...(run.concludedAtMs === undefined ? {} : { concludedAt: new Date(run.concludedAtMs).toISOString() }),
    isBisection: run.isBisection,
    pullRequests: tested.map(toTestedPullRequest),
    ...(impactedTargets === undefined ? {} : { impactedTargets }),
    ...(run.failedStatus === undefined ? {} : { failedStatus: run.failedStatus }),
    isTimedOut: run.status === "failed" && run.failedStatus === undefined,
    ...tryListAhead(queue, run, tested),
  };
}

/** What was reported, then what is still awaited; nothing is any more when the run has ended. */
function listCheckRuns({ checks, requiredStatuses, status }: TestRun): CheckRunAnswer[] {
  const reported = checks.map(
    ({ name, conclusion, reportedAtMs }): CheckRunAnswer => ({
      name,
      status: "completed",
      conclusion,
      completedAt: new Date(reportedAtMs).toISOString(),
      isRequired: requiredStatuses.includes(name),
    }),
  );
  if (status !== "in_progress") return reported;
  const awaited = requiredStatuses.filter((required) => checks.every(({ name }) => name !== required));
  return [
    ...reported,
    ...awaited.map((name): CheckRunAnswer => ({ name, status: "in_progress", isRequired: true })),
  ];
}

/**
 * What the pull requests of a run that has passed wait for: what was ahead when it began and is still in the queue.
 * A run can pass without having succeeded, by the pass of another behind it.
 */
function tryListAhead(
  queue: Queue,
  run: TestRun,
  tested: readonly Submission[],
): Pick<TestRunAnswer, "waitingOn"> {
  const isWaiting = tested.some(({ state, testRunId }) => state === "tests_passed" && testRunId === run.id);
  if (!isWaiting) return run.status === "succeeded" ? { waitingOn: [] } : {};
  const ahead = run.beneath.map((sequence) => findSubmission(queue, sequence));
  return { waitingOn: ahead.filter(isEnqueued).map(toTestedPullRequest) };
}

function toTestedPullRequest({ id, number, pullRequest, state }: Submission): TestedPullRequest {
  return { id, prNumber: number, prTitle: pullRequest.title, state };
}

function tryUniteTargets(queue: Queue, tested: readonly Submission[]): ImpactedTargets | undefined {
  const union = new Set<string>();
  let impactsAll = false;
  for (const { number } of tested) {
    const targets = queue.impactedTargets.get(number);
    if (targets === undefined) return undefined;
    if (targets === "ALL") impactsAll = true;
    else for (const target of targets) union.add(target);
  }
  return impactsAll ? "ALL" : [...union].sort();
}
