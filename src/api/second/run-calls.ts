import type { GetMergeQueueMetricsRequest } from "../../wire/first/get-merge-queue-metrics";
import type {
  GetMergeQueueTestingDetailsRequest,
  TestRun,
} from "../../wire/first/get-merge-queue-testing-details";
import type {
  ListMergeQueueTestingResultsRequest,
  ListMergeQueueTestingResultsResponse,
} from "../../wire/first/list-merge-queue-testing-results";
import { RUN_STATUSES } from "../../wire/second/words";
import type { ListTestRunsRequest, ListTestRunsResponse } from "../client-operations";
import { isCursorInvalid } from "../list-pages";
import { findPullRequest } from "./pull-request-calls";
import { findQueueId, findRepositoryId, type SecondCall } from "./second-call";
import { toTestingResult, toTestRun } from "./to-first-words";

async function getMergeQueueTestingDetails(
  { send, options }: SecondCall,
  { testRunId }: GetMergeQueueTestingDetailsRequest,
): Promise<TestRun> {
  return toTestRun(await send("GET /merge-queue-verification-runs/{id}", { id: testRunId }, options));
}

async function listTestRuns(
  call: SecondCall,
  { repo, targetBranch, pr, status, cursor, take = 100 }: ListTestRunsRequest,
): Promise<ListTestRunsResponse> {
  const page = { status: status && RUN_STATUSES[status], cursor, limit: take };
  const queue = { repo, targetBranch };
  const { data, nextCursor } =
    pr === undefined
      ? await call.send("GET /merge-queues/{id}/verification-runs", {
          id: await findQueueId(call, queue),
          ...page,
        })
      : await call.send("GET /pull-requests/{id}/verification-runs", {
          id: (await findPullRequest(call, { ...queue, pr })).id,
          ...page,
        });
  return { testRuns: data.map(toTestRun), nextCursor };
}

/** Lists one page of testing results. Their pages have cursors there, so a jump reads what it skips. */
async function listMergeQueueTestingResults(
  call: SecondCall,
  { repo, targetBranch, since, until, offset = 0, take = 50 }: ListMergeQueueTestingResultsRequest,
): Promise<ListMergeQueueTestingResultsResponse> {
  const { send, options, memory } = call;
  const id = await findQueueId(call, { repo, targetBranch });
  const list = JSON.stringify([id, since, until]);
  const last =
    memory.lastPage?.list === list && memory.lastPage.offset <= offset ? memory.lastPage : undefined;
  let at = last?.offset ?? 0;
  let cursor = last?.cursor;
  for (;;) {
    const limit = at < offset ? Math.min(100, offset - at) : take;
    const request = { id, since, until, limit, includeTotal: true, cursor };
    let page;
    try {
      page = await send("GET /merge-queues/{id}/testing-results", request, options);
    } catch (error) {
      if (cursor === undefined || !isCursorInvalid(error)) throw error;
      at = 0;
      cursor = undefined;
      continue;
    }
    const { data, nextCursor, total } = page;
    const isAsked = at === offset;
    at += data.length;
    cursor = nextCursor;
    memory.lastPage = cursor === undefined ? undefined : { list, offset: at, cursor };
    if (isAsked) return { testingResults: data.map(toTestingResult), totalItems: total };
    if (cursor === undefined) return { testingResults: [], totalItems: total };
  }
}

async function getMergeQueueMetrics(
  call: SecondCall,
  { repo, repoHost: host = "" }: GetMergeQueueMetricsRequest,
): Promise<string> {
  const [owner = "", name = ""] = repo?.split("/") ?? [];
  const repositoryId = repo === undefined ? undefined : await findRepositoryId(call, { host, owner, name });
  return call.send("GET /merge-queues/metrics", { repositoryId }, call.options);
}

export const RUN_METHODS = {
  getMergeQueueTestingDetails,
  listTestRuns,
  listMergeQueueTestingResults,
  getMergeQueueMetrics,
};
