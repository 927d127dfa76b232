import type { MergeQueueError } from "../../queue/merge-queue-error";
import type { CallOptions } from "../api-client";
import type { DeleteQueueRequest } from "../operations/delete-queue";
import type { GetQueueResponse } from "../operations/get-queue";
import type { CallContext } from "./poll-until";
import { tryFetchQueue } from "./send-create";
import { type ProbeResult, sendUntilKnown, type WriteOutcome } from "./send-until-known";

/**
 * Deletes a queue. If the response is lost, a queue that does not exist counts as deleted.
 * @returns the service's response, undefined if it was lost. @throws MergeQueueError as `sendUntilKnown` and `ApiClient.call`
 */
export async function resolveDelete(context: CallContext, request: DeleteQueueRequest): Promise<unknown> {
  const { response } = await sendDelete(context, request);
  return response;
}

/** What the caller of {@link sendDelete} knows. */
export interface DeleteBasis {
  /** Whether it was just created: reads that do not show it prove nothing (promise F-27). Default: false. */
  readonly isJustCreated?: boolean;
  /** Returns why a queue that still exists cannot be deleted. Default: it can. */
  readonly findObstacle?: (found: GetQueueResponse, failure: MergeQueueError) => MergeQueueError | undefined;
}

/** Sends `/deleteQueue` until its outcome is known. @throws MergeQueueError as {@link resolveDelete}, or the obstacle */
export async function sendDelete(
  context: CallContext,
  { repo, targetBranch }: DeleteQueueRequest,
  { isJustCreated = false, findObstacle }: DeleteBasis = {},
): Promise<WriteOutcome<unknown>> {
  const { api } = context;
  const queue = { repo, targetBranch };
  const probe = async (options: CallOptions, failure: MergeQueueError): Promise<ProbeResult> => {
    const found = await tryFetchQueue(api, queue, options);
    if (found !== undefined) return findObstacle?.(found, failure) ?? "not_applied";
    return isJustCreated && failure.details.isEffectPossible === true ? "not_applied" : "applied";
  };
  return sendUntilKnown(context, {
    operation: "deleteQueue",
    queue,
    send: async (options) => api.call("deleteQueue", queue, options),
    probe,
    notApplied: isJustCreated
      ? "Right after its creation, reading does not prove that it is gone."
      : "Reading since then showed the queue.",
    repeatCode: "not_found",
  });
}
