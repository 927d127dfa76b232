import type { ErrorCode } from "../queue/merge-queue-error";
import { isMergeQueueError, MergeQueueError } from "../queue/merge-queue-error";
import type { QueueIdentity } from "../queue/queue-identity";
import { formatQueueId } from "../queue/queue-identity";
import { createPollDelays } from "./create-poll-delays";
import { pollQueue } from "./poll-queue";
import type { LiveQueue } from "./read-queue";
import { toQueueReference } from "./read-queue";
import type { ReconcileContext } from "./reconcile-context";
import { pause, toCallOptions } from "./reconcile-context";
import { requireEmpty } from "./require-empty";
import { isSwitchingModes, waitUntilSettled } from "./wait-until-settled";

/** How a queue came to be gone. */
export type Deletion = "deleted" | "already_gone";

/** What a delete may rely on. */
export interface DeletionBasis {
  /**
   * This run has created the queue a moment ago: `/getQueue` may not show it yet, so that its absence there
   * proves nothing (promise F-27).
   */
  readonly isJustCreated: boolean;
}

/**
 * Calls `/deleteQueue` until the queue is gone. A success in JSON is believed, as the interface has it; whatever
 * else it answers, reading decides what that meant (promises K-3, F-19); a refusal of an empty queue that is
 * switching modes is waited out (promise F-25).
 * @throws MergeQueueError `queue_not_empty`, `unexpected_response` if the queue stays although the service
 *   says that it was deleted, `interrupted`, or as `ApiClient.call`
 */
export async function commitDelete(
  context: ReconcileContext,
  identity: QueueIdentity,
  { isJustCreated }: DeletionBasis,
): Promise<Deletion> {
  let wasLost = false;
  const nextDelayMs = createPollDelays();
  for (;;) {
    const delayMs = nextDelayMs();
    const answer = await send(context, identity);
    if (answer.kind === "accepted") {
      if (isJustCreated || !answer.isCertain) await confirmGone(context, identity);
      return "deleted";
    }
    const { failure } = answer;
    const isLost = failure.code === "outcome_unknown";
    wasLost ||= isLost;
    const live = await explain(context, identity, failure, wasLost, isJustCreated);
    if (live !== undefined) requireEmpty(identity, live, failure);
    if (isLost && (live !== undefined || isJustCreated)) {
      if (delayMs >= context.deadline.remainingMs) throw failure;
      await pause(context, identity, delayMs);
    } else if (live === undefined) {
      return wasLost ? "deleted" : "already_gone";
    } else if (isSwitchingModes(live.settings)) {
      await waitUntilSettled(context, identity);
    } else {
      throw failure;
    }
  }
}

/** Failures of which reading can tell what they mean. */
const EXPLAINED: ReadonlySet<ErrorCode> = new Set(["outcome_unknown", "refused", "not_found"]);

/** What became of one `/deleteQueue`. */
type Answer =
  | {
      readonly kind: "accepted";
      /** Whether it was said as the interface says it, in JSON: a text may be anything, a refusal as well. */
      readonly isCertain: boolean;
    }
  | { readonly kind: "failed"; readonly failure: MergeQueueError };

/** Answers a failure that is {@link EXPLAINED}, and throws every other one. */
async function send(context: ReconcileContext, identity: QueueIdentity): Promise<Answer> {
  try {
    const body = await context.api.call("deleteQueue", toQueueReference(identity), toCallOptions(context));
    return { kind: "accepted", isCertain: typeof body === "object" };
  } catch (error) {
    if (isMergeQueueError(error) && EXPLAINED.has(error.code)) return { kind: "failed", failure: error };
    throw error;
  }
}

/** Reads what there is after a failure; where reading fails too, the failure is all there is to say. */
async function explain(
  context: ReconcileContext,
  identity: QueueIdentity,
  failure: MergeQueueError,
  wasLost: boolean,
  isJustCreated: boolean,
): Promise<LiveQueue | undefined> {
  // What the service said to the delete itself does not lag, so that reading is given time to agree with it.
  const isGone =
    failure.code === "not_found" || (failure.code === "refused" && wasLost) ? isGoneOrInUse : undefined;
  const isThere = failure.code === "refused" && isJustCreated ? isPresent : () => true;
  try {
    return await pollQueue(context, identity, isGone ?? isThere);
  } catch {
    throw failure;
  }
}

/** Makes sure that the queue is gone (promise I-1). */
async function confirmGone(context: ReconcileContext, identity: QueueIdentity): Promise<void> {
  const live = await pollQueue(context, identity, isGoneOrInUse);
  if (live === undefined) return;
  requireEmpty(identity, live);
  throw new MergeQueueError(
    "unexpected_response",
    `The service said that queue ${formatQueueId(identity)} was deleted, but the queue is still there. Run ` +
      "this again; if it stays so, the service is at fault.",
    { queue: identity, operation: "deleteQueue", record: live.settings },
  );
}

function isGoneOrInUse(live: LiveQueue | undefined): boolean {
  return live === undefined || live.pullRequests.length > 0;
}

function isPresent(live: LiveQueue | undefined): boolean {
  return live !== undefined;
}
