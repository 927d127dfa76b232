import type { Repository } from "../queue/queue-identity";
import type { ApiClient, CallOptions } from "./api-client";
import type { ListedQueueResponse } from "./client-operations";
import { listPages } from "./list-pages";

/**
 * Lists all queues of a repository, page by page; see {@link listPages}. If `repo` is undefined, lists all
 * queues of the key's organization. Needs `abilities.listsQueues`.
 * @param options - called before each page is read; returns the options of that read
 * @throws MergeQueueError as {@link listPages} and `ApiClient.call`
 */
export function listAllQueues(
  api: Pick<ApiClient, "call">,
  repo: Repository | undefined,
  options: () => CallOptions,
): AsyncGenerator<readonly ListedQueueResponse[], void, undefined> {
  return listPages({
    first: undefined,
    readPage: async (cursor) => {
      const { queues, nextCursor } = await api.call("listQueues", { repo, cursor }, options());
      return { items: queues, nextCursor };
    },
    getKey: ({ queueId }: ListedQueueResponse) => queueId,
    nouns: ["the queues", "a queue"],
    details: { operation: "listQueues" },
  });
}
