import { RUN_STATUSES } from "../../wire/second/words";
import { isCursorInvalid } from "../list-pages";
import { findPullRequest } from "./pull-request-calls";
import { findQueueId, findRepositoryId, type SecondMethods } from "./second-call";
import { toTestingResult, toTestRun } from "./to-first-words";

export const RUN_METHODS = {
  async getMergeQueueTestingDetails({ send, options }, { testRunId }) {
    return toTestRun(await send("GET /merge-queue-verification-runs/{id}", { id: testRunId }, options));
  },
  async listTestRuns(call, { repo, targetBranch, pr, status, cursor, take = 100 }) {
    const page = { status: status && RUN_STATUSES[status], cursor, limit: take };
    const queue = { repo, targetBranch };
    const id = pr ? (await findPullRequest(call, { ...queue, pr })).id : await findQueueId(call, queue);
    const name = pr
      ? "GET /pull-requests/{id}/verification-runs"
      : "GET /merge-queues/{id}/verification-runs";
    const { data, nextCursor } = await call.send(name, { id, ...page });
    return { testRuns: data.map(toTestRun), nextCursor };
  },
  /** Lists one page of testing results. Their pages have cursors there, so a jump reads what it skips. */
  async listMergeQueueTestingResults(call, { repo, targetBranch, since, until, offset = 0, take = 50 }) {
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
  },
  async getMergeQueueMetrics(call, { repo, repoHost: host = "" }) {
    const [owner = "", name = ""] = repo?.split("/") ?? [];
    const repositoryId = repo === undefined ? undefined : await findRepositoryId(call, { host, owner, name });
    return call.send("GET /merge-queues/metrics", { repositoryId }, call.options);
  },
} satisfies Partial<SecondMethods>;
