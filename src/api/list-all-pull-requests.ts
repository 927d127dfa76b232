import { hasErrorCode, isMergeQueueError, MergeQueueError } from "../queue/merge-queue-error";
import { formatQueueId } from "../queue/queue-identity";
import { quote } from "../text/quote";
import type { ListPullRequestsRequest } from "../wire/first/list-pull-requests";
import type { PullRequest } from "../wire/first/pull-request";
import type { ApiClient, CallOptions } from "./api-client";

/** Default page size: the largest, for the fewest requests. */
const DEFAULT_TAKE = 100;

/** Limit of empty pages in a row: a filter leaves some of them, an endless list leaves only them. */
const MAX_EMPTY_PAGES = 1000;

/** How often in a row the list is begun again without finding a further pull request. */
const MAX_RESTARTS = 3;

/**
 * Lists all pull requests that match a request. Requests the next page once the page before is consumed. A
 * cursor that the service no longer accepts begins the list again, without a pull request twice.
 * @param request - `take` is the page size (default 100); `cursor` is the first page to read
 * @param options - of all pages together, or a function that returns those of each page
 * @throws MergeQueueError `unexpected_response` if the service repeats a cursor, returns one that it would
 *   not accept, or returns 1000 empty pages in a row; and as `ApiClient.call`
 */
export async function* listAllPullRequests(
  api: Pick<ApiClient, "call">,
  request: ListPullRequestsRequest,
  options: CallOptions | (() => CallOptions),
): AsyncGenerator<PullRequest, void, undefined> {
  const seen = new Set<string>();
  let page: ListPullRequestsRequest = { take: DEFAULT_TAKE, ...request };
  const first = page;
  const yielded = new Set<string | number>();
  let isRestarted = false;
  let restarts = 0;
  let emptyPages = 0;
  for (;;) {
    const { cursor } = page;
    let response;
    try {
      const ownOptions = typeof options === "function" ? options() : options;
      response = await api.call("listPullRequests", page, ownOptions);
    } catch (error) {
      if (isCursorInvalid(error) && page !== first && restarts < MAX_RESTARTS) {
        page = first;
        seen.clear();
        isRestarted = true;
        restarts++;
        continue;
      }
      const isRefused = hasErrorCode(error, "invalid_request") && error.details.field === "cursor";
      if (!isRefused || cursor === undefined || !seen.has(cursor)) throw error;
      throw refuseCursor(page, cursor, "which is not a UUID, so it cannot request the next page", error);
    }
    const { pullRequests, nextCursor } = response;
    for (const pullRequest of pullRequests) {
      const key = pullRequest.id ?? pullRequest.prNumber;
      if (isRestarted && yielded.has(key)) continue;
      yielded.add(key);
      restarts = 0;
      yield pullRequest;
    }
    if (nextCursor === undefined) return;
    if (seen.has(nextCursor) || nextCursor === request.cursor) {
      throw refuseCursor(page, nextCursor, "which it had sent before: the list would never end");
    }
    // The consumer gets no chance to stop while pages are empty.
    emptyPages = pullRequests.length === 0 ? emptyPages + 1 : 0;
    if (emptyPages === MAX_EMPTY_PAGES) {
      throw refuseCursor(page, nextCursor, `after ${MAX_EMPTY_PAGES} pages without a pull request`);
    }
    seen.add(nextCursor);
    page = { ...page, cursor: nextCursor };
  }
}

/** Tells whether a list has to be begun again, because the service no longer accepts its cursor. */
export function isCursorInvalid(error: unknown): boolean {
  return isMergeQueueError(error) && error.details.serverCode === "INVALID_CURSOR";
}

function refuseCursor(
  { repo, targetBranch }: ListPullRequestsRequest,
  cursor: string,
  problem: string,
  cause?: unknown,
): MergeQueueError {
  const queue = { repo, targetBranch };
  return new MergeQueueError(
    "unexpected_response",
    `Listing the pull requests of queue ${quote(formatQueueId(queue))} failed: the service sent the cursor ` +
      `${quote(cursor)}, ${problem}. The list is incomplete. This is an error of the service.`,
    { operation: "listPullRequests", queue, field: "nextCursor" },
    cause,
  );
}
