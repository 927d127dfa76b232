import { hasErrorCode, MergeQueueError } from "../queue/merge-queue-error";
import { formatQueueId } from "../queue/queue-identity";
import { quote } from "../text/quote";
import type { ApiClient, CallOptions } from "./api-client";
import type { ListPullRequestsRequest } from "./operations/list-pull-requests";
import type { PullRequest } from "./pull-request";

/** Size of the pages that are asked for unless the request says otherwise: the largest, for the fewest requests. */
const DEFAULT_TAKE = 100;

/** How many pages without a pull request may follow each other: a filter leaves some, a walk without an end all. */
const MAX_EMPTY_PAGES = 1000;

/**
 * Walks through all pull requests that a request means, page by page; the next page is asked for when the one
 * before has been consumed.
 * @param request - `take` is the size of a page (default 100); `cursor` the page to begin with (default: the
 *   first)
 * @param options - of all pages together, or a function that answers those of each page
 * @throws MergeQueueError `unexpected_response` if the service repeats a cursor, so that the walk would never
 *   end, or answers one that it cannot be asked with, or 1000 pages without a pull request in a row; and as
 *   `ApiClient.call`
 */
export async function* listAllPullRequests(
  api: Pick<ApiClient, "call">,
  request: ListPullRequestsRequest,
  options: CallOptions | (() => CallOptions),
): AsyncGenerator<PullRequest, void, undefined> {
  const seen = new Set<string>();
  let page: ListPullRequestsRequest = { take: DEFAULT_TAKE, ...request };
  let emptyPages = 0;
  for (;;) {
    const { pullRequests, nextCursor } = await readPage(api, page, options, seen);
    yield* pullRequests;
    if (nextCursor === undefined) return;
    if (seen.has(nextCursor) || nextCursor === request.cursor) {
      throw refuseCursor(page, nextCursor, "which it had answered before: the list would never end");
    }
    // Whoever consumes the walk gets no turn to end it as long as pages are empty.
    emptyPages = pullRequests.length === 0 ? emptyPages + 1 : 0;
    if (emptyPages === MAX_EMPTY_PAGES) {
      throw refuseCursor(page, nextCursor, `after ${MAX_EMPTY_PAGES} pages without a pull request`);
    }
    seen.add(nextCursor);
    page = { ...page, cursor: nextCursor };
  }
}

async function readPage(
  api: Pick<ApiClient, "call">,
  page: ListPullRequestsRequest,
  options: CallOptions | (() => CallOptions),
  seen: ReadonlySet<string>,
): ReturnType<typeof api.call<"listPullRequests">> {
  try {
    return await api.call("listPullRequests", page, typeof options === "function" ? options() : options);
  } catch (error) {
    const { cursor } = page;
    const isRefused = hasErrorCode(error, "invalid_request") && error.details.field === "cursor";
    if (!isRefused || cursor === undefined || !seen.has(cursor)) throw error;
    throw refuseCursor(page, cursor, "which is no UUID and so cannot be asked with", error);
  }
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
    `Listing the pull requests of the queue ${quote(formatQueueId(queue))} failed: the service answered the ` +
      `cursor ${quote(cursor)}, ${problem}. The service is at fault; what was listed so far is not all.`,
    { operation: "listPullRequests", queue, field: "nextCursor" },
    cause,
  );
}
