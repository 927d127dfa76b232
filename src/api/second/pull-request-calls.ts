import { isMergeQueueError } from "../../queue/merge-queue-error";
import type { PullRequestState } from "../../queue/pull-request-state";
import type { QueueIdentity } from "../../queue/queue-identity";
import type { ListPullRequestsRequest, ListPullRequestsResponse } from "../../wire/first/list-pull-requests";
import type { MergeEstimate, PullRequestSelector, SubmittedPullRequest } from "../../wire/first/pull-request";
import { ALL_TARGETS } from "../../wire/first/set-impacted-targets";
import { ENTRY_STATES } from "../../wire/second/words";
import { ignoreNotFound } from "../api-client";
import type { ChangeSubmissionRequest, GetImpactedTargetsRequest, PageRequest } from "../client-operations";
import { findQueueId, findRepositoryId, type SecondCall, type SecondMethods } from "./second-call";
import {
  type SecondPullRequest,
  toFirstTimeline,
  toPullRequest,
  toSubmittedPullRequest,
} from "./to-first-words";

export const PULL_REQUEST_METHODS = {
  async listPullRequests(call, { repo, targetBranch, state, ...filter }) {
    const id = await findQueueId(call, { repo, targetBranch });
    return listPage(call, id, { ...filter, states: state && [state] });
  },
  /** Finds one pull request. Reads it by id, too, if the search does not say whether it has targets. */
  async getSubmittedPullRequest(call, request) {
    const found = await findPullRequest(call, request);
    const { id, queueEntry } = found;
    const isWhole = queueEntry?.readiness?.hasImpactedTargets !== undefined;
    const pullRequest = isWhole ? found : await call.send("GET /pull-requests/{id}", { id });
    const { includeTimeline, includeEstimatedTimeToMerge } = request;
    const timelines = await readTimelines(call, includeTimeline === true ? [id] : []);
    const estimate = includeEstimatedTimeToMerge === true ? await tryReadEstimate(call, id) : undefined;
    return toSubmittedPullRequest(pullRequest, { timeline: timelines.get(id), estimate });
  },
  async getSubmittedPullRequests(call, { repo, targetBranch, prs, includeTimeline }) {
    const queueId = await findQueueId(call, { repo, targetBranch });
    const repositoryId = await findRepositoryId(call, repo);
    const numbers = [...new Set(prs.map(({ number }) => number))];
    const { data } = await call.send("GET /pull-requests", { repositoryId, number: numbers, limit: 100 });
    const found = data.filter(({ queueEntry }) => queueEntry?.mergeQueueId === queueId);
    const ids = found.map(({ id }) => id);
    const timelines = await readTimelines(call, includeTimeline === true ? ids : []);
    return {
      pullRequests: found.map((one) => toSubmittedPullRequest(one, { timeline: timelines.get(one.id) })),
      notFound: numbers.filter((number) => found.every((one) => one.number !== number)),
    };
  },
  /** Submits a pull request. If it is queued already, changes the given fields, as in the first interface. */
  async submitPullRequest(call, request) {
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
  },
  changeSubmission,
  async cancelPullRequest(call, request) {
    const { id } = await findPullRequest(call, request);
    return call.send("POST /pull-requests/{id}/dequeue", { id }, call.options);
  },
  async restartTestsOnPullRequest(call, request) {
    const { id } = await findPullRequest(call, request);
    return call.send("POST /pull-requests/{id}/restart-tests", { id }, call.options);
  },
  /** Reports the impacted targets of the given commit, or of the pull request's latest commit. */
  async setImpactedTargets(call, { repo, targetBranch, pr: { number, sha }, impactedTargets: targets }) {
    const repositoryId = await findRepositoryId(call, repo);
    const commit = sha ?? (await findCommit(call, repositoryId, number));
    const what =
      targets === ALL_TARGETS ? { impactsAllTargets: true as const } : { impactedTargets: [...targets] };
    const request = { repositoryId, targetBranch, sha: commit, number, ...what };
    return call.send("PUT /impacted-targets", request, call.options);
  },
  async getImpactedTargets(call, request) {
    const { id } = await findPullRequest(call, request);
    const shown = await call.send("GET /pull-requests/{id}/impacted-targets", { id });
    const { impactsAllTargets, impactedTargets = [] } = shown;
    return impactsAllTargets === true ? ALL_TARGETS : impactedTargets;
  },
} satisfies Partial<SecondMethods>;

interface Filter extends PageRequest, Pick<ListPullRequestsRequest, "since" | "until"> {
  readonly states: readonly PullRequestState[] | undefined;
}

/** Lists one page of a queue's pull requests that are in any of the given states. @param id - of the queue */
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

/** Finds a pull request that was submitted to the given queue. @throws MergeQueueError `not_found` */
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

/** Reads the histories of up to 50 pull requests in one request. Single reads have a lower rate limit. */
async function readTimelines(
  { send }: SecondCall,
  pullRequestIds: string[],
): Promise<ReadonlyMap<string, NonNullable<SubmittedPullRequest["timeline"]>>> {
  if (pullRequestIds.length === 0) return new Map();
  const request = { pullRequestIds, direction: "newest", limit: 100 } as const;
  const { data } = await send("GET /queue-entry-history", request);
  return new Map(data.map(({ pullRequestId, transitions }) => [pullRequestId, toFirstTimeline(transitions)]));
}

/** Reads the estimate of a pull request. @returns undefined if the service makes no forecasts */
async function tryReadEstimate({ send }: SecondCall, id: string): Promise<MergeEstimate | undefined> {
  return send("GET /pull-requests/{id}/queue-entry-estimate", { id }).catch(ignoreNotFound);
}

function toEntryFields({ priority, noBatch, direct }: EntryChoice) {
  return {
    ...(typeof priority === "number" && { priorityValue: priority }),
    ...(typeof priority === "string" && { priorityName: priority }),
    ...(noBatch !== undefined && { allowBatching: !noBatch }),
    ...(direct !== undefined && { direct }),
  };
}

/** How to queue a pull request. If `priority` is null, the service chooses the priority. */
interface EntryChoice extends Pick<ChangeSubmissionRequest, "noBatch" | "direct"> {
  readonly priority?: number | string | null | undefined;
}

async function changeSubmission(
  call: SecondCall,
  request: GetImpactedTargetsRequest & EntryChoice,
): Promise<unknown> {
  const { id } = await findPullRequest(call, request);
  return call.send("PATCH /pull-requests/{id}/queue-entry", { id, ...toEntryFields(request) }, call.options);
}

async function findCommit(call: SecondCall, repositoryId: string, number: number): Promise<string> {
  const { data } = await call.send("GET /pull-requests", { repositoryId, number: [number] });
  const sha = data.find((one) => one.number === number)?.sha;
  if (sha !== undefined) return sha;
  const why = "the service does not know the pull request's commit";
  throw call.toError("GET /pull-requests", { code: "not_found", why });
}
