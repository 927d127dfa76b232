import { hasErrorCode } from "../../queue/merge-queue-error";
import { CONCLUDED_STATES } from "../../queue/pull-request-state";
import type { ApiClient, CallOptions } from "../api-client";
import type { CancelPullRequestRequest } from "../operations/cancel-pull-request";
import type { SubmitPullRequestRequest } from "../operations/submit-pull-request";
import type { SubmittedPullRequest } from "../pull-request";
import { checkRequest } from "./check-request";
import type { WriteContext } from "./send-until-known";
import { sendUntilKnown } from "./send-until-known";

/** What tells one submission, or one state of it, from another. */
const MARKS = ["id", "state", "stateChangedAt"] as const;

/**
 * Submits a pull request; where the answer is lost, finds out by reading whether it was submitted. It reads the
 * pull request before it submits it, because afterwards a stay in the queue that has ended already (a fast
 * merge) looks like an earlier one.
 * @returns what the service answered; undefined if its answer was lost and the pull request was submitted
 * @throws MergeQueueError as `sendUntilKnown` and `ApiClient.call`; nothing was sent if the first read fails
 */
export async function submitPullRequest(
  context: WriteContext,
  request: SubmitPullRequestRequest,
): Promise<unknown> {
  const { api, options } = context;
  await checkRequest("submitPullRequest", request);
  const before = await tryReadPullRequest(api, request, options);
  const { response } = await sendUntilKnown(context, {
    operation: "submitPullRequest",
    queue: { repo: request.repo, targetBranch: request.targetBranch },
    send: async (sendOptions) => api.call("submitPullRequest", request, sendOptions),
    look: isInQueue(before)
      ? undefined
      : async (lookOptions) => {
          const after = await tryReadPullRequest(api, request, lookOptions);
          return isInQueue(after) || isAnother(before, after) ? "done" : "missing";
        },
    missing: isInQueue(before)
      ? "It was in the queue before already."
      : "Reading since then did not show it in the queue.",
  });
  return response;
}

/**
 * Reads a pull request of a queue.
 * @returns undefined if it was never submitted, or the service does not remember it
 * @throws MergeQueueError as `ApiClient.call`
 */
export async function tryReadPullRequest(
  api: Pick<ApiClient, "call">,
  { repo, targetBranch, pr }: CancelPullRequestRequest,
  options: CallOptions,
): Promise<SubmittedPullRequest | undefined> {
  try {
    const reference = { repo, targetBranch, pr: { number: pr.number } };
    return await api.call("getSubmittedPullRequest", reference, options);
  } catch (error) {
    if (hasErrorCode(error, "not_found")) return undefined;
    throw error;
  }
}

/** Tells whether a pull request is in the queue now; from its state, where the service does not say it. */
export function isInQueue(pullRequest: SubmittedPullRequest | undefined): boolean {
  if (pullRequest === undefined) return false;
  const { isCurrentlySubmittedToQueue, state } = pullRequest;
  if (isCurrentlySubmittedToQueue !== undefined) return isCurrentlySubmittedToQueue;
  return state !== undefined && !CONCLUDED_STATES.some((concluded) => concluded === state);
}

/** Tells whether something has happened to a pull request that was not in the queue: it was, meanwhile. */
function isAnother(
  before: SubmittedPullRequest | undefined,
  after: SubmittedPullRequest | undefined,
): boolean {
  return after !== undefined && MARKS.some((mark) => before?.[mark] !== after[mark]);
}
