import { MergeQueueError } from "../queue/merge-queue-error";
import { CONCLUDED_STATES } from "../queue/pull-request-state";
import { formatQueueId } from "../queue/queue-identity";
import { quote } from "../text/quote";
import type { CancelPullRequestRequest } from "../wire/first/cancel-pull-request";
import type { SubmittedPullRequest } from "../wire/first/pull-request";
import type { SubmitPullRequestRequest } from "../wire/first/submit-pull-request";
import { type ApiClient, type CallOptions, ignoreNotFound } from "./api-client";
import type { ChangeSubmissionRequest } from "./client-operations";
import type { ApiContext } from "./poll-until";
import { sendUntilKnown } from "./resolve/send-until-known";

/** Fields that identify a submission and its state. */
const SUBMISSION_FIELDS = ["id", "state", "stateChangedAt"] as const;

/**
 * Submits a pull request. Reads the pull request first, and sends nothing if that read fails. After a lost
 * response, a comparison with that read reveals a new submission, even one that has already ended.
 * @returns the response, undefined if lost. @throws MergeQueueError as `sendUntilKnown` and `ApiClient.call`
 */
export async function resolveSubmit(
  context: ApiContext,
  request: SubmitPullRequestRequest,
): Promise<unknown> {
  await context.api.abilities.checkRequest("submitPullRequest", request);
  const before = await tryReadPullRequest(context.api, request, context);
  const wasInQueue = isInQueue(before);
  const { response } = await sendUntilKnown(context, {
    operation: "submitPullRequest",
    request,
    probe: wasInQueue
      ? undefined
      : async (options) => {
          const after = await tryReadPullRequest(context.api, request, options);
          return isInQueue(after) || isChanged(before, after) ? { applied: after } : "not_applied";
        },
    notApplied: wasInQueue
      ? "The pull request was in the queue before this request."
      : "Later reads did not show the pull request in the queue.",
  });
  return response;
}

/**
 * Changes fields of a pull request in a queue. If the interface has no operation for this, submits the pull
 * request again, which changes the given fields but keeps the pull request's place.
 * @throws MergeQueueError `invalid_request` for a field that the interface lacks; also as `ApiClient.call`
 */
export async function resolveChange(context: ApiContext, request: ChangeSubmissionRequest): Promise<unknown> {
  const { api } = context;
  const { direct, ...again } = request;
  if (api.abilities.changesSubmissions || direct !== undefined) {
    return api.call("changeSubmission", request, context);
  }
  return resolveSubmit(context, again);
}

/**
 * Cancels a pull request. If the response is lost and the pull request has left the queue without a merge,
 * the call succeeds. Repeats the request only for the same submission in the same state.
 * @param known - the last read of the pull request. Default: reads the pull request first
 * @returns the service's response, undefined if it was lost
 * @throws MergeQueueError `not_found` if the pull request was merged; `outcome_unknown` if it was submitted
 * again; also as `sendUntilKnown` and `ApiClient.call`
 */
export async function resolveCancel(
  context: ApiContext,
  request: CancelPullRequestRequest,
  known?: SubmittedPullRequest,
): Promise<unknown> {
  await context.api.abilities.checkRequest("cancelPullRequest", request);
  const before = known ?? (await tryReadPullRequest(context.api, request, context));
  const { repo, targetBranch, pr } = request;
  const queue = { repo, targetBranch };
  const { response } = await sendUntilKnown(context, {
    operation: "cancelPullRequest",
    request,
    probe: async (options) => {
      const after = await tryReadPullRequest(context.api, request, options);
      if (isInQueue(after)) return isChanged(before, after) ? createResubmittedError(request) : "not_applied";
      if (after?.state !== "merged") return { applied: after };
      const message =
        `Pull request ${pr.number} was not cancelled: it was merged, so it is no longer in the ` +
        `queue ${quote(formatQueueId(queue))}. The response of the service was lost.`;
      return new MergeQueueError("not_found", message, { operation: "cancelPullRequest", queue });
    },
    notApplied: "Later reads showed the pull request in the queue.",
  });
  return response;
}

function createResubmittedError({ repo, targetBranch, pr }: CancelPullRequestRequest): MergeQueueError {
  const queue = { repo, targetBranch };
  return new MergeQueueError(
    "outcome_unknown",
    `It is not known whether pull request ${pr.number} was cancelled. The pull request is in queue ${quote(formatQueueId(queue))} ` +
      "now, but its submission or its state has changed in the meantime. Someone may have submitted it again, so the request " +
      "was not repeated. To cancel the pull request now, run the same command again.",
    { operation: "cancelPullRequest", queue, isEffectPossible: true },
  );
}

/** Reads a pull request; undefined if the service lacks it. @throws MergeQueueError as `ApiClient.call` */
export async function tryReadPullRequest(
  api: Pick<ApiClient, "call">,
  { repo, targetBranch, pr }: CancelPullRequestRequest,
  options: CallOptions,
): Promise<SubmittedPullRequest | undefined> {
  const reference = { repo, targetBranch, pr: { number: pr.number } };
  return api.call("getSubmittedPullRequest", reference, options).catch(ignoreNotFound);
}

/** Tells whether a pull request is in the queue now, by the service's field or else by the state. */
export function isInQueue(pullRequest: SubmittedPullRequest | undefined): boolean {
  const { isCurrentlySubmittedToQueue, state } = pullRequest ?? {};
  if (isCurrentlySubmittedToQueue !== undefined) return isCurrentlySubmittedToQueue;
  return state !== undefined && !CONCLUDED_STATES.some((concluded) => concluded === state);
}

/** Tells whether a submission or its state has changed: true if it is new, false if it is missing now. */
export function isChanged(before?: SubmittedPullRequest, after?: SubmittedPullRequest): boolean {
  return after !== undefined && SUBMISSION_FIELDS.some((field) => before?.[field] !== after[field]);
}
