import type { EngineOptions } from "../../engine/engine-options";
import type { Check, EngineTest, ImpactedTargets, Queue, Submission } from "../../engine/engine-state";
import { findSubmission, isEnqueued } from "../../engine/queue-contents";
import { type Refused, refuse } from "../../engine/refusal";
import { formatQueueId } from "../../queue/queue-identity";

/** A test run as `/getMergeQueueTestingDetails` returns it. */
export type TestRunResponse = ReturnType<typeof toTestRunResponse>;

/** Shows the test run that has this id, or refuses if the queue has no such run. */
export function viewTestRun(
  queue: Queue,
  { testRunId }: { readonly testRunId: string },
  { options }: { readonly options: EngineOptions },
): TestRunResponse | Refused {
  const run = queue.testRuns.get(testRunId);
  if (run !== undefined) return toTestRunResponse(queue, withDeciding(run, options));
  const id = formatQueueId(queue.identity);
  return refuse("test_run_unknown", `The queue ${id} has no test run ${JSON.stringify(testRunId)}.`);
}

/** If no status is required and the first report decides, shows this first status as the required one. */
export function withDeciding(run: EngineTest, { withoutRequiredStatuses }: EngineOptions): EngineTest {
  const isAny = run.requiredStatuses.length === 0 && withoutRequiredStatuses === "first_check";
  return isAny ? { ...run, requiredStatuses: [run.checks[0]?.name ?? "any status"] } : run;
}

function toTestRunResponse(queue: Queue, run: EngineTest) {
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
    isTimedOut: run.failureReason === "TEST_RUN_TIMEOUT",
    ...tryListAhead(queue, run, tested),
  };
}

interface CheckRun extends Partial<Pick<Check, "conclusion" | "url">> {
  readonly name: string;
  readonly status: string;
  readonly completedAt?: string;
  readonly isRequired: boolean;
}

/** Lists the checks of a run, including checks for which the run still waits. */
export function listCheckRuns({ checks, requiredStatuses, status }: EngineTest): readonly CheckRun[] {
  const reported = checks.map(({ name, conclusion, url, reportedAtMs }) => ({
    name,
    status: "completed",
    conclusion,
    url,
    completedAt: new Date(reportedAtMs).toISOString(),
    isRequired: requiredStatuses.includes(name),
  }));
  if (status !== "in_progress") return reported;
  const awaited = requiredStatuses.filter((required) => checks.every(({ name }) => name !== required));
  return [...reported, ...awaited.map((name) => ({ name, status, isRequired: true }))];
}

/** Lists the queued pull requests ahead of those that passed with this run and now wait to merge. */
function tryListAhead(queue: Queue, run: EngineTest, tested: readonly Submission[]) {
  const isWaiting = tested.some(({ state, testRunId }) => state === "tests_passed" && testRunId === run.id);
  if (!isWaiting) return run.status === "succeeded" ? { waitingOn: [] } : {};
  const ahead = run.beneath.map((sequence) => findSubmission(queue, sequence));
  return { waitingOn: ahead.filter(isEnqueued).map(toTestedPullRequest) };
}

function toTestedPullRequest({ id, number, pullRequest, state }: Submission) {
  return { id, prNumber: number, prTitle: pullRequest.title, state };
}

function tryUniteTargets(queue: Queue, tested: readonly Submission[]): ImpactedTargets | undefined {
  const known = tested.map(({ number }) => queue.impactedTargets.get(number));
  if (known.includes(undefined)) return undefined;
  return known.includes("ALL") ? "ALL" : [...new Set(known.flatMap((targets = []) => targets))].sort();
}
