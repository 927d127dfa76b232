import type { Repository } from "../queue/queue-identity";
import type { ApiClient, CallOptions } from "./api-client";
import type { ListedQueueResponse } from "./client-operations";
import { listPages } from "./list-pages";

/**
 * Lists the queues of a repository or of the key's organization, a page at a time; see {@link listPages}.
 * Needs `abilities.listsQueues`.
 * @param options - a function that returns the options for each page read
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
