import type { Repository } from "../queue/queue-identity";
import type { ApiClient, CallOptions } from "./api-client";
import type { ListedQueueResponse } from "./client-operations";
import { listPages } from "./list-pages";

/**
 * Lists the queues of a repository, or of the organization that the key belongs to, a page at a time; see
 * {@link listPages}. Only where `abilities.listsQueues` is true.
 * @param options - returns those of each page
 * @throws MergeQueueError `unexpected_response` as {@link listPages}; and as `ApiClient.call`
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
