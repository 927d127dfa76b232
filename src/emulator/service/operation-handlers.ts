import type { Outcome } from "../../engine/apply-event";
import type { EngineEvent } from "../../engine/engine-event";
import type { CheckConclusion, EngineState, Queue } from "../../engine/engine-state";
import { tryFindLatest, tryFindMergedRun } from "../../engine/queue-contents";
import type { Refused } from "../../engine/refusal";
import type { QueueIdentity } from "../../queue/queue-identity";
import { type QueueSettings, SETTING_NAMES } from "../../queue/settings";
import type { OperationName, OperationRequest } from "../../wire/first/operations";
import type { PullRequest } from "../../wire/first/pull-request";
import type { EmulatorOptions } from "../emulator-options";
import { jsonResponse, type ServiceResponse } from "../http/delivery";
import { viewMetrics } from "../metrics/queue-metrics";
import { viewList } from "../responses/list-response";
import { type PullRequestItem, toFullQueueResponse, toQueueResponse } from "../responses/queue-response";
import {
  type SubmittedPullRequestResponse,
  viewSubmittedPullRequest,
  viewSubmittedPullRequests,
} from "../responses/submitted-pull-request-response";
import { type TestRunResponse, viewTestRun } from "../responses/test-run-response";
import { viewTestingResults } from "../responses/testing-results-response";
import { toTestedPullRequests } from "../responses/timeline";

/** The result of the event that a request caused. */
export interface EventResult {
  readonly state: EngineState;
  readonly outcome: Exclude<Outcome, Refused>;
  readonly options: EmulatorOptions;
}

export interface OperationHandler<Request> {
  /** Makes the event of a request. A read is an event, too, because due changes happen before it. */
  readonly toEvent: (request: Request, isByTerraform: boolean) => EngineEvent;
  /** Makes the response to a request whose event was accepted. Default: an acknowledgement. */
  readonly respond?: (request: Request, result: EventResult) => ServiceResponse | Refused;
}

export const OPERATION_HANDLERS: {
  readonly [Name in OperationName]: OperationHandler<OperationRequest<Name>>;
} = {
  createQueue: {
    toEvent: (body, isByTerraform) => ({
      type: "createQueue",
      identity: pickIdentity(body),
      settings: pickSettings(body),
      isByTerraform,
    }),
  },
  getQueue: {
    toEvent: (request) => ({ type: "readQueue", identity: pickIdentity(request) }),
    respond: show("getQueue", (queue, _request, { options }) => toFullQueueResponse(queue, options)),
  },
  updateQueue: {
    toEvent: (request, isByTerraform) => ({
      type: "updateQueue",
      isByTerraform,
      identity: pickIdentity(request),
      settings: pickSettings(request),
      additionalSettings: new Map(Object.entries(request.additionalSettings ?? {})),
      deletesRequiredStatuses: request.deleteRequiredStatuses ?? false,
    }),
    respond: show("updateQueue", (queue, _request, { options }) => toQueueResponse(queue, options)),
  },
  deleteQueue: { toEvent: (request) => ({ type: "deleteQueue", identity: pickIdentity(request) }) },
  submitPullRequest: {
    toEvent: (request) => ({
      type: "submitPullRequest",
      ...pickPullRequest(request),
      priority: request.priority ?? undefined,
      noBatch: request.noBatch,
    }),
  },
  cancelPullRequest: { toEvent: (request) => ({ type: "cancelPullRequest", ...pickPullRequest(request) }) },
  restartTestsOnPullRequest: { toEvent: (body) => ({ type: "restartTests", ...pickPullRequest(body) }) },
  setImpactedTargets: {
    toEvent: (request) => ({
      type: "setImpactedTargets",
      ...pickPullRequest(request),
      sha: request.pr.sha,
      targets: request.impactedTargets,
    }),
  },
  getSubmittedPullRequest: peek("getSubmittedPullRequest", viewSubmittedPullRequest),
  getSubmittedPullRequests: peek("getSubmittedPullRequests", viewSubmittedPullRequests),
  listPullRequests: peek("listPullRequests", viewList),
  getMergeQueueTestingDetails: peek("getMergeQueueTestingDetails", viewTestRun),
  listMergeQueueTestingResults: peek("listMergeQueueTestingResults", viewTestingResults),
  getMergeQueueMetrics: {
    toEvent: () => ({ type: "tick" }),
    respond: (request, { state, options }) => viewMetrics(state, request, options),
  },
  trackEvents: {
    toEvent: ({ repo, events }) => ({ type: "trackEvents", repo: pickRepository(repo), events }),
  },
};

type View<Name extends OperationName> = (
  queue: Queue,
  request: OperationRequest<Name>,
  result: EventResult,
) => object | Refused;

/** Makes an operation that shows a queue. It does not count as a read of the queue. */
function peek<Name extends OperationName>(
  operation: Name,
  view: View<Name>,
): OperationHandler<OperationRequest<Name> & QueueIdentity> {
  return {
    toEvent: (request) => ({ type: "peekQueue", identity: pickIdentity(request) }),
    respond: show(operation, view),
  };
}

function show<Name extends OperationName>(
  operation: Name,
  view: View<Name>,
): NonNullable<OperationHandler<OperationRequest<Name>>["respond"]> {
  return (request, result) => {
    const { queue } = result.outcome;
    if (queue === undefined) throw new Error("The engine returned no queue for an event of a queue.");
    const shown = view(queue, request, result);
    // The record of a queue, with its branch, may have a setting of this name.
    if ("refusal" in shown && !("branch" in shown)) return shown;
    const toLive = result.options.answers === "live" ? LIVE_ANSWERS[operation] : undefined;
    // The body is that of the operation.
    return jsonResponse(200, toLive?.(shown as never, queue, request) ?? shown);
  };
}

function pickRepository({ host, owner, name }: QueueIdentity["repo"]): QueueIdentity["repo"] {
  return { host, owner, name };
}

function pickIdentity({ repo, targetBranch }: QueueIdentity): QueueIdentity {
  return { repo: pickRepository(repo), targetBranch };
}

function pickPullRequest(request: QueueIdentity & { readonly pr: { readonly number: number } }) {
  return { identity: pickIdentity(request), number: request.pr.number };
}

function pickSettings(request: QueueSettings): QueueSettings {
  const given = SETTING_NAMES.filter((name) => request[name] !== undefined);
  // Each value comes from the field of the same name.
  return Object.fromEntries(given.map((name) => [name, request[name]]));
}

/** Converts response bodies of the interface to those of live services. Other operations do not differ. */
const LIVE_ANSWERS: {
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
  getSubmittedPullRequests: (body: ReturnType<typeof viewSubmittedPullRequests>, queue) => ({
    ...body,
    pullRequests: body.pullRequests.map((one) => toLivePullRequest(one, queue)),
  }),
  getMergeQueueTestingDetails: toLiveTestRun,
};

/** Shows the queue's own list of required statuses, never an inherited list. */
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
      url: check.url,
      state: CHECK_STATES.get(check.conclusion) ?? "PENDING",
    })),
    testedPullRequests: toTestedPullRequests(queue, queue.testRuns.get(body.testRunId)?.sequences ?? []),
    dependentPrs: waitingOn.map(({ prNumber }) => prNumber),
    impactedTargets,
    impactedTargetsForTestedPrs: impactedTargets,
  };
}
