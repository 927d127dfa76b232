import type { DeleteQueueRequest } from "../operations/delete-queue";
import { tryReadQueue } from "./create-queue";
import type { WriteContext } from "./send-until-known";
import { sendUntilKnown } from "./send-until-known";

/**
 * Deletes a queue. If the answer is lost, a queue that does not exist counts as deleted.
 * @returns what the service answered; undefined if its answer was lost and the queue is gone
 * @throws MergeQueueError as `sendUntilKnown` and `ApiClient.call`
 */
export async function deleteQueue(context: WriteContext, request: DeleteQueueRequest): Promise<unknown> {
  const { api } = context;
  const { response } = await sendUntilKnown(context, {
    operation: "deleteQueue",
    queue: { repo: request.repo, targetBranch: request.targetBranch },
    send: async (options) => api.call("deleteQueue", request, options),
    probe: async (options) =>
      (await tryReadQueue(api, request, options)) === undefined ? "applied" : "not_applied",
    notApplied: "Reading since then showed the queue.",
    repeatCode: "not_found",
  });
  return response;
}
