import type { CheckConclusion, Queue } from "../../engine/engine-state";
import { tryFindLatest, tryFindMergedRun } from "../../engine/queue-contents";
import type { OperationName, OperationRequest } from "../../wire/first/operations";
import type { PullRequest } from "../../wire/first/pull-request";
import type { PullRequestItem, toFullQueueResponse, toQueueResponse } from "./queue-response";
import type {
  SubmittedPullRequestResponse,
  viewSubmittedPullRequests,
} from "./submitted-pull-request-response";
import type { TestRunResponse } from "./test-run-response";
import { toTestedPullRequests } from "./timeline";

type SeveralResponse = ReturnType<typeof viewSubmittedPullRequests>;

/** How a live service answers where that differs from the interface: every difference in a body is here. */
export const LIVE_ANSWERS: {
  readonly [Name in OperationName]?: (body: never, queue: Queue, request: OperationRequest<Name>) => object;
} = {
  getQueue: ({ enqueuedPullRequests, ...body }: ReturnType<typeof toFullQueueResponse>, queue) => ({
    ...body,
    ...showOwnStatuses(queue),
    enqueuedPullRequests: enqueuedPullRequests.filter((one) => one.state !== "not_ready").map(withoutTestRun),
  }),
  updateQueue: (body: ReturnType<typeof toQueueResponse>, queue) => ({ ...body, ...showOwnStatuses(queue) }),
  listPullRequests: ({ pullRequests, ...body }: { readonly pullRequests: readonly PullRequestItem[] }) => ({
    pullRequests: pullRequests.map(withoutTestRun),
    ...body,
  }),
  getSubmittedPullRequest: toLivePullRequest,
  getSubmittedPullRequests: ({ pullRequests, ...body }: SeveralResponse, queue) => ({
    pullRequests: pullRequests.map((one) => toLivePullRequest(one, queue)),
    ...body,
  }),
  getMergeQueueTestingDetails: toLiveTestRun,
};

/** A queue without a list of its own shows none. */
function showOwnStatuses({ requiredStatuses }: Queue): object {
  return { requiredStatuses: requiredStatuses ?? null };
}

function withoutTestRun(pullRequest: PullRequestItem): PullRequest {
  const fields = Object.entries(pullRequest).filter(([name]) => name !== "testRunId");
  return Object.fromEntries(fields) as unknown as PullRequest;
}

function toLivePullRequest(body: SubmittedPullRequestResponse, queue: Queue): object {
  const { readiness, prNumber } = body;
  const { hostMergeability, ...conditions } = readiness;
  const latest = tryFindLatest(queue, prNumber);
  return {
    ...withoutTestRun(body),
    readiness: { ...conditions, gitHubMergeability: hostMergeability },
    verifiedByTestRun: (latest && tryFindMergedRun(latest)) ?? null,
  };
}

const CHECK_STATES: ReadonlyMap<CheckConclusion | undefined, string> = new Map([
  ["success", "SUCCESS"],
  ["neutral", "SUCCESS"],
  ["skipped", "SUCCESS"],
  ["failure", "FAILURE"],
  ["cancelled", "ERROR"],
  ["timed_out", "ERROR"],
]);

function toLiveTestRun(body: TestRunResponse, queue: Queue): object {
  const { checkSuites, impactedTargets = [], waitingOn = [], requiredStatusesSource: source } = body;
  const checks = checkSuites.flatMap(({ checkRuns }) => checkRuns);
  return {
    requiredStatuses: body.requiredStatuses,
    requiredStatusesSource: source === "service_config" ? "trunk_config" : source,
    testBranch: body.testBranch,
    testBranchSha: body.testBranchSha,
    createdAt: body.createdAt,
    status: body.status,
    checkSuites: checkSuites.map(() => ({ checkRuns: [] })),
    statusChecks: checks.map((check) => ({
      context: check.name,
      state: CHECK_STATES.get(check.conclusion) ?? "PENDING",
    })),
    testedPullRequests: toTestedPullRequests(queue, queue.testRuns.get(body.testRunId)?.sequences ?? []),
    dependentPrs: waitingOn.map(({ prNumber }) => prNumber),
    impactedTargets,
    impactedTargetsForTestedPrs: impactedTargets,
  };
}
