import { formatQueueId } from "../queue/queue-identity";
import { quote } from "../text/quote";
import type { ListPullRequestsRequest } from "../wire/first/list-pull-requests";
import type { PullRequest } from "../wire/first/pull-request";
import type { ApiClient, CallOptions } from "./api-client";
import { listPages } from "./list-pages";

/**
 * Lists all pull requests that match a request; see {@link listPages}.
 * @param request - `take` is the page size (default: 100); `cursor` selects the first page to read
 * @param options - shared by the reads of all pages, or a function that returns the options for each page
 * @throws MergeQueueError as {@link listPages} and `ApiClient.call`
 */
export async function* listAllPullRequests(
  api: Pick<ApiClient, "call">,
  request: ListPullRequestsRequest,
  options: CallOptions | (() => CallOptions),
): AsyncGenerator<PullRequest, void, undefined> {
  const { repo, targetBranch } = request;
  const queue = { repo, targetBranch };
  const pages = listPages({
    first: request.cursor,
    readPage: async (cursor) => {
      const page = { take: 100, ...request, ...(cursor !== undefined && { cursor }) };
      const own = typeof options === "function" ? options() : options;
      const { pullRequests, nextCursor } = await api.call("listPullRequests", page, own);
      return { items: pullRequests, nextCursor };
    },
    getKey: ({ id, prNumber }: PullRequest) => id ?? prNumber,
    nouns: [`the pull requests of queue ${quote(formatQueueId(queue))}`, "a pull request"],
    details: { operation: "listPullRequests", queue },
  });
  for await (const page of pages) yield* page;
}

/** As {@link listAllPullRequests}, but returns all pull requests at once. */
export async function readAllPullRequests(
  ...listing: Parameters<typeof listAllPullRequests>
): Promise<PullRequest[]> {
  const found: PullRequest[] = [];
  for await (const pullRequest of listAllPullRequests(...listing)) found.push(pullRequest);
  return found;
}
