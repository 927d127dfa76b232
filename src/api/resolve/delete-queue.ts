import type { DeleteQueueRequest } from "../operations/delete-queue";
import { tryReadQueue } from "./create-queue";
import type { WriteContext } from "./send-until-known";
import { sendUntilKnown } from "./send-until-known";

/**
 * Deletes a queue; where the answer is lost, finds out by reading: a queue that is not there was deleted.
 * @returns what the service answered; undefined if its answer was lost and the queue is gone
 * @throws MergeQueueError as `sendUntilKnown` and `ApiClient.call`
 */
export async function deleteQueue(context: WriteContext, request: DeleteQueueRequest): Promise<unknown> {
  const { api } = context;
  const { response } = await sendUntilKnown(context, {
    operation: "deleteQueue",
    queue: { repo: request.repo, targetBranch: request.targetBranch },
    send: async (options) => api.call("deleteQueue", request, options),
    look: async (options) => {
      const found = await tryReadQueue(api, request, options);
      return found === undefined ? "done" : "missing";
    },
    missing: "Reading since then showed the queue.",
    echo: "not_found",
  });
  return response;
}
