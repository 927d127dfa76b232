import { MergeQueueError } from "../../queue/merge-queue-error";
import { formatQueueId, type QueueIdentity } from "../../queue/queue-identity";
import { quote } from "../../text/quote";
import type { CancelPullRequestRequest } from "../operations/cancel-pull-request";
import type { CallContext } from "./poll-until";
import { isInQueue, tryReadPullRequest } from "./resolve-submit";
import { sendUntilKnown } from "./send-until-known";

/**
 * Cancels a pull request. If the response is lost, one that is no longer in the queue counts as cancelled, unless merged.
 * @returns the service's response, undefined if it was lost
 * @throws MergeQueueError `not_found` for the merged one; as `sendUntilKnown` and `ApiClient.call`
 */
export async function resolveCancel(
  context: CallContext,
  request: CancelPullRequestRequest,
): Promise<unknown> {
  const { api } = context;
  const queue = { repo: request.repo, targetBranch: request.targetBranch };
  const { response } = await sendUntilKnown(context, {
    operation: "cancelPullRequest",
    queue,
    send: async (options) => api.call("cancelPullRequest", request, options),
    probe: async (options) => {
      const after = await tryReadPullRequest(api, request, options);
      if (isInQueue(after)) return "not_applied";
      return after?.state === "merged" ? createMergedError(queue, request.pr.number) : "applied";
    },
    notApplied: "Reading since then showed it in the queue.",
  });
  return response;
}

function createMergedError(queue: QueueIdentity, number: number): MergeQueueError {
  return new MergeQueueError(
    "not_found",
    `Pull request ${number} was not cancelled: the response of the service was lost, and the pull request is no ` +
      `longer in the queue ${quote(formatQueueId(queue))} because it was merged.`,
    { operation: "cancelPullRequest", queue },
  );
}
