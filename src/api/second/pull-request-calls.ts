import { hasErrorCode, isMergeQueueError } from "../../queue/merge-queue-error";
import type { PullRequestState } from "../../queue/pull-request-state";
import type { QueueIdentity } from "../../queue/queue-identity";
import type { CancelPullRequestRequest } from "../../wire/first/cancel-pull-request";
import type { GetSubmittedPullRequestRequest } from "../../wire/first/get-submitted-pull-request";
import type {
  GetSubmittedPullRequestsRequest,
  GetSubmittedPullRequestsResponse,
} from "../../wire/first/get-submitted-pull-requests";
import type { ListPullRequestsRequest, ListPullRequestsResponse } from "../../wire/first/list-pull-requests";
import type { MergeEstimate, PullRequestSelector, SubmittedPullRequest } from "../../wire/first/pull-request";
import { ALL_TARGETS, type SetImpactedTargetsRequest } from "../../wire/first/set-impacted-targets";
import type { SubmitPullRequestRequest } from "../../wire/first/submit-pull-request";
import { ENTRY_STATES } from "../../wire/second/words";
import type { ChangeSubmissionRequest, GetImpactedTargetsRequest } from "../client-operations";
import { findQueueId, findRepositoryId, type SecondCall } from "./second-call";
import {
  type SecondPullRequest,
  toFirstTimeline,
  toPullRequest,
  toSubmittedPullRequest,
} from "./to-first-words";

async function listPullRequests(
  call: SecondCall,
  { repo, targetBranch, state, ...filter }: ListPullRequestsRequest,
): Promise<ListPullRequestsResponse> {
  const id = await findQueueId(call, { repo, targetBranch });
  return listPage(call, id, { ...filter, states: state && [state] });
}

interface Filter {
  readonly states: readonly PullRequestState[] | undefined;
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  readonly cursor?: string | undefined;
  readonly take?: number | undefined;
}

/** As {@link listPullRequests}, of the queue with this id, in any of some states. */
export async function listPage(
  { send, options }: SecondCall,
  id: string,
  filter: Filter,
): Promise<ListPullRequestsResponse> {
  const { states, since, until, cursor, take = 100 } = filter;
  const times = { concludedAfter: since, concludedBefore: until };
  const request = { id, state: states?.map((word) => ENTRY_STATES[word]), ...times, cursor, limit: take };
  const { data, nextCursor } = await send("GET /merge-queues/{id}/pull-requests", request, options);
  return { pullRequests: data.map(toPullRequest), nextCursor };
}

/** Finds a pull request that was submitted to this queue. @throws MergeQueueError `not_found` if none was */
export async function findPullRequest(
  call: SecondCall,
  { pr, repo, targetBranch }: QueueIdentity & { readonly pr: PullRequestSelector },
): Promise<SecondPullRequest> {
  const queueId = await findQueueId(call, { repo, targetBranch });
  const repositoryId = await findRepositoryId(call, repo);
  const which =
    pr.branch === undefined ? { number: [pr.number] } : { branch: pr.branch, baseBranch: targetBranch };
  const { data } = await call.send("GET /pull-requests", { repositoryId, ...which });
  const found = data.find(({ queueEntry }) => queueEntry?.mergeQueueId === queueId);
  if (found !== undefined) return found;
  const why = "the service shows no such pull request in this queue";
  throw call.toError("GET /pull-requests", { code: "not_found", why });
}

/** Reads one pull request: again by its id if the search did not say whether its targets were reported. */
async function getSubmittedPullRequest(
  call: SecondCall,
  request: GetSubmittedPullRequestRequest,
): Promise<SubmittedPullRequest> {
  const found = await findPullRequest(call, request);
  const { id, queueEntry } = found;
  const isWhole = queueEntry?.readiness?.hasImpactedTargets !== undefined;
  const pullRequest = isWhole ? found : await call.send("GET /pull-requests/{id}", { id });
  const { includeTimeline, includeEstimatedTimeToMerge } = request;
  const timeline = includeTimeline === true ? (await readTimelines(call, [id])).get(id) : undefined;
  const estimate = includeEstimatedTimeToMerge === true ? await tryReadEstimate(call, id) : undefined;
  return toSubmittedPullRequest(pullRequest, {
    ...(timeline && { timeline }),
    ...(estimate && { estimate }),
  });
}

async function getSubmittedPullRequests(
  call: SecondCall,
  { repo, targetBranch, prs, includeTimeline }: GetSubmittedPullRequestsRequest,
): Promise<GetSubmittedPullRequestsResponse> {
  const queueId = await findQueueId(call, { repo, targetBranch });
  const repositoryId = await findRepositoryId(call, repo);
  const numbers = [...new Set(prs.map(({ number }) => number))];
  const { data } = await call.send("GET /pull-requests", { repositoryId, number: numbers, limit: 100 });
  const found = data.filter(({ queueEntry }) => queueEntry?.mergeQueueId === queueId);
  const isEach = includeTimeline === true && found.length > 0;
  const timelines = isEach
    ? await readTimelines(
        call,
        found.map(({ id }) => id),
      )
    : undefined;
  const notFound = numbers.filter((number) => found.every((one) => one.number !== number));
  const pullRequests = found.map((one) =>
    toSubmittedPullRequest(one, timelines && { timeline: timelines.get(one.id) }),
  );
  return { pullRequests, notFound };
}

/** Reads the histories of up to 50 pull requests at once, which has a higher limit than one at a time. */
async function readTimelines(
  { send }: SecondCall,
  pullRequestIds: string[],
): Promise<ReadonlyMap<string, NonNullable<SubmittedPullRequest["timeline"]>>> {
  const { data } = await send("GET /queue-entry-history", {
    pullRequestIds,
    direction: "newest",
    limit: 100,
  });
  return new Map(data.map(({ pullRequestId, transitions }) => [pullRequestId, toFirstTimeline(transitions)]));
}

/** @returns undefined where the service makes no forecasts */
async function tryReadEstimate({ send }: SecondCall, id: string): Promise<MergeEstimate | undefined> {
  try {
    return await send("GET /pull-requests/{id}/queue-entry-estimate", { id });
  } catch (error) {
    if (hasErrorCode(error, "not_found")) return undefined;
    throw error;
  }
}

function toEntryFields({ priority, noBatch, direct }: EntryChoice) {
  return {
    ...(typeof priority === "number" && { priorityValue: priority }),
    ...(typeof priority === "string" && { priorityName: priority }),
    ...(noBatch !== undefined && { allowBatching: !noBatch }),
    ...(direct !== undefined && { direct }),
  };
}

/** How a pull request is queued; null is the service's choice. */
interface EntryChoice extends Pick<ChangeSubmissionRequest, "noBatch" | "direct"> {
  readonly priority?: number | string | null | undefined;
}

/** Submits a pull request. One that is in the queue gets what the request says, as in the first interface. */
async function submitPullRequest(call: SecondCall, request: SubmitPullRequestRequest): Promise<unknown> {
  const { repo, targetBranch, pr } = request;
  const id = await findQueueId(call, { repo, targetBranch });
  const fields = toEntryFields(request);
  try {
    const name = "POST /merge-queues/{id}/pull-requests";
    return await call.send(name, { id, number: pr.number, ...fields }, call.options);
  } catch (error) {
    if (!isMergeQueueError(error) || error.details.serverCode !== "PR_ALREADY_ENQUEUED") throw error;
    return Object.keys(fields).length === 0 ? undefined : changeSubmission(call, request);
  }
}

async function changeSubmission(
  call: SecondCall,
  request: GetImpactedTargetsRequest & EntryChoice,
): Promise<unknown> {
  const { id } = await findPullRequest(call, request);
  return call.send("PATCH /pull-requests/{id}/queue-entry", { id, ...toEntryFields(request) }, call.options);
}

async function cancelPullRequest(call: SecondCall, request: CancelPullRequestRequest): Promise<unknown> {
  const { id } = await findPullRequest(call, request);
  return call.send("POST /pull-requests/{id}/dequeue", { id }, call.options);
}

async function restartTestsOnPullRequest(
  call: SecondCall,
  request: CancelPullRequestRequest,
): Promise<unknown> {
  const { id } = await findPullRequest(call, request);
  return call.send("POST /pull-requests/{id}/restart-tests", { id }, call.options);
}

/** Tells which targets a pull request impacts: those of its latest commit unless the request names one. */
async function setImpactedTargets(
  call: SecondCall,
  { repo, targetBranch, pr: { number, sha }, impactedTargets: targets }: SetImpactedTargetsRequest,
): Promise<unknown> {
  const repositoryId = await findRepositoryId(call, repo);
  const commit = sha ?? (await findCommit(call, repositoryId, number));
  const what =
    targets === ALL_TARGETS ? { impactsAllTargets: true as const } : { impactedTargets: [...targets] };
  return call.send(
    "PUT /impacted-targets",
    { repositoryId, targetBranch, sha: commit, number, ...what },
    call.options,
  );
}

async function findCommit(call: SecondCall, repositoryId: string, number: number): Promise<string> {
  const { data } = await call.send("GET /pull-requests", { repositoryId, number: [number] });
  const sha = data.find((one) => one.number === number)?.sha;
  if (sha !== undefined) return sha;
  throw call.toError("GET /pull-requests", {
    code: "not_found",
    why: "the service does not know its commit",
  });
}

async function getImpactedTargets(
  call: SecondCall,
  request: GetImpactedTargetsRequest,
): Promise<readonly string[] | typeof ALL_TARGETS> {
  const { id } = await findPullRequest(call, request);
  const { impactsAllTargets, impactedTargets = [] } = await call.send(
    "GET /pull-requests/{id}/impacted-targets",
    { id },
  );
  return impactsAllTargets === true ? ALL_TARGETS : impactedTargets;
}

export const PULL_REQUEST_METHODS = {
  listPullRequests,
  getSubmittedPullRequest,
  getSubmittedPullRequests,
  submitPullRequest,
  changeSubmission,
  cancelPullRequest,
  restartTestsOnPullRequest,
  setImpactedTargets,
  getImpactedTargets,
};
