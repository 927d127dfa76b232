import type { CallOptions } from "../../api/api-client";
import type { ProbeResult } from "../../api/resolve/send-until-known";
import { sendUntilKnown } from "../../api/resolve/send-until-known";
import { isMergeQueueError, MergeQueueError } from "../../queue/merge-queue-error";
import type { QueueIdentity } from "../../queue/queue-identity";
import { formatQueueId } from "../../queue/queue-identity";
import { pollQueue } from "../poll-queue";
import { isSwitchingModes } from "../queue-state";
import type { LiveQueue } from "../read-queue";
import { toQueueReference, tryReadQueue } from "../read-queue";
import type { ReconcileContext } from "../reconcile-context";
import { toWriteContext } from "../reconcile-context";
import { waitUntilSettled } from "../write/wait-until-settled";
import { createNotEmptyError, requireEmpty } from "./require-empty";

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
 *   says that it was deleted, `interrupted`, or as `sendUntilKnown`
 */
export async function commitDelete(
  context: ReconcileContext,
  identity: QueueIdentity,
  { isJustCreated }: DeletionBasis,
): Promise<Deletion> {
  for (;;) {
    try {
      const { kind, response } = await send(context, identity, isJustCreated);
      // A text may be anything, a refusal as well.
      const isCertain = kind === "inferred" || typeof response === "object";
      if (isJustCreated || !isCertain) await confirmGone(context, identity);
      return "deleted";
    } catch (error) {
      if (!isMergeQueueError(error) || (error.code !== "refused" && error.code !== "not_found")) throw error;
      const live = await explain(context, identity, error, isJustCreated);
      if (live === undefined) return "already_gone";
      requireEmpty(identity, live, error);
      if (!isSwitchingModes(live.settings)) throw error;
      await waitUntilSettled(context, identity);
    }
  }
}

async function send(
  context: ReconcileContext,
  identity: QueueIdentity,
  isJustCreated: boolean,
): ReturnType<typeof sendUntilKnown<unknown>> {
  const probe = async (options: CallOptions, failure: MergeQueueError): Promise<ProbeResult> => {
    const live = await tryReadQueue(context, identity, options);
    if (live !== undefined) return createNotEmptyError(identity, live, failure) ?? "not_applied";
    return isJustCreated && failure.details.isEffectPossible === true ? "not_applied" : "applied";
  };
  return sendUntilKnown(toWriteContext(context), {
    operation: "deleteQueue",
    queue: identity,
    send: async (options) => context.api.call("deleteQueue", toQueueReference(identity), options),
    probe,
    notApplied: isJustCreated
      ? "Right after its creation, reading does not prove that it is gone."
      : "Reading since then showed the queue.",
    repeatCode: "not_found",
  });
}

/** Reads what there is after a refusal; where reading fails too, the refusal is all there is to say. */
async function explain(
  context: ReconcileContext,
  identity: QueueIdentity,
  refusal: MergeQueueError,
  isJustCreated: boolean,
): Promise<LiveQueue | undefined> {
  // What the service said to the delete itself does not lag, so that reading is given time to agree with it.
  const isShown = refusal.code === "not_found" ? isGoneOrInUse : isJustCreated ? isPresent : () => true;
  try {
    return await pollQueue(context, identity, isShown);
  } catch {
    throw refusal;
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
  return live?.pullRequests?.length !== 0;
}

function isPresent(live: LiveQueue | undefined): boolean {
  return live !== undefined;
}
