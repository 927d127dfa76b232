import { MergeQueueError } from "../queue/merge-queue-error";
import type { Repository } from "../queue/queue-identity";
import { quote } from "../text/quote";
import type { ApiClient, CallOptions } from "./api-client";
import type { ListedQueueResponse } from "./client-operations";
import { listPages } from "./list-pages";

/** Only where `abilities.listsQueues`. `options`: makes those of each page. @throws as {@link listPages} */
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
    noun: "a queue",
    refuse: (cursor, problem, cause) =>
      new MergeQueueError(
        "unexpected_response",
        `Listing the queues failed: the service sent the cursor ${quote(cursor)}, ${problem}. The list is incomplete. ` +
          "This is an error of the service.",
        { operation: "listQueues", field: "nextCursor" },
        cause,
      ),
  });
}
