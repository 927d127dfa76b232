import type { EngineTest, Queue, Submission } from "../../engine/engine-state";
import { findSubmission } from "../../engine/queue-contents";
import type { StateChange } from "../../engine/state-change";
import { STATE_DETAILS } from "../../wire/first/pull-request-schema";

/** Makes a pull request's timeline: the changes of state of all its submissions, newest first. */
export function toTimeline(queue: Queue, { history }: Submission): readonly object[] {
  return history.toReversed().map((change) => toStep(queue, change));
}

function toStep(queue: Queue, { state, atMs, reason, testRunId }: StateChange): object {
  const run = queue.testRuns.get(testRunId ?? "");
  const isFailure = state === "failed" || state === "pending_failure";
  const { failedStatus } = run ?? {};
  const detail = {
    ...(reason === "" ? {} : { reason: reason.toLowerCase() }),
    ...(state === "tests_passed" && run ? { testRunId: run.id, testBranchSha: run.testBranchSha } : {}),
    ...(isFailure && failedStatus !== undefined ? { failureCausingStatuses: [failedStatus] } : {}),
  };
  return {
    timestamp: new Date(atMs).toISOString(),
    state,
    ...(Object.keys(detail).length === 0 ? {} : { [STATE_DETAILS[state]]: detail }),
    ...(run === undefined ? {} : { testRun: toRun(queue, run) }),
  };
}

function toRun(queue: Queue, run: EngineTest): object {
  const { id: testRunId, testBranch, testBranchSha, status, requiredStatuses, sequences } = run;
  const testedPullRequests = toTestedPullRequests(queue, sequences);
  return { testRunId, testBranch, testBranchSha, status, requiredStatuses, testedPullRequests };
}

/** Shows the pull requests of a run as live services show them. */
export function toTestedPullRequests(queue: Queue, sequences: readonly number[]): readonly object[] {
  const { host, owner, name } = queue.identity.repo;
  return sequences.map((sequence) => {
    const { number, pullRequest } = findSubmission(queue, sequence);
    const prUrl = `https://${host}/${owner}/${name}/pull/${number}`;
    return { prNumber: number, prUrl, title: pullRequest.title };
  });
}
