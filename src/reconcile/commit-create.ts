import { hasErrorCode, MergeQueueError } from "../queue/merge-queue-error";
import type { QueueIdentity } from "../queue/queue-identity";
import { formatQueueId } from "../queue/queue-identity";
import type { QueueSettings } from "../queue/settings";
import { READ_AFTER_WRITE_LAG_MS } from "./confirm-stored";
import { createPollDelays } from "./create-poll-delays";
import { toQueueReference, tryReadQueue } from "./read-queue";
import type { ReconcileContext } from "./reconcile-context";
import { toCallOptions, withoutStop, withTimeout } from "./reconcile-context";

/**
 * Why a queue counts as created: `answered` if `/createQueue` said so in this very call, `inferred` if its
 * answer was lost and the queue then was there. Only an answered one may ever be deleted again (promise I-3).
 */
export type CreationProof = "answered" | "inferred";

/**
 * Calls `/createQueue` until the queue is there. Where an answer is lost, reads before trying again: a queue
 * is never created twice, and never reported as existing because of our own first try (promises F-02, I-6).
 * @param settings - the settings that `/createQueue` takes
 * @throws MergeQueueError `queue_exists` if somebody else was faster, or as `ApiClient.call`
 */
export async function commitCreate(
  context: ReconcileContext,
  identity: QueueIdentity,
  settings: QueueSettings,
): Promise<CreationProof> {
  // Once an answer is lost the queue may be there, so that an interrupt must no longer tear us off.
  const uncertain = withoutStop(context);
  let isUncertain = false;
  const nextDelayMs = createPollDelays();
  for (;;) {
    const delayMs = nextDelayMs();
    try {
      const options = toCallOptions(isUncertain ? uncertain : context);
      await context.api.call("createQueue", { ...toQueueReference(identity), ...settings }, options);
      return "answered";
    } catch (error) {
      if (hasErrorCode(error, "outcome_unknown")) {
        isUncertain = true;
        if ((await tryReadQueue(uncertain, identity)) !== undefined) return "inferred";
        if (delayMs >= context.deadline.remainingMs) throw error;
        await context.clock.sleep(delayMs);
      } else if (hasErrorCode(error, "refused")) {
        if (isUncertain && (await appears(uncertain, identity))) return "inferred";
        if (!isUncertain && (await tryReadQueue(context, identity)) !== undefined) {
          throw createExistsError(identity, error);
        }
        throw error;
      } else {
        throw error;
      }
    }
  }
}

/** Makes the error for a queue that was there before this run created it. */
export function createExistsError(identity: QueueIdentity, cause?: unknown): MergeQueueError {
  return new MergeQueueError(
    "queue_exists",
    `Queue ${formatQueueId(identity)} exists already. It was left as it is.`,
    { queue: identity, operation: "createQueue" },
    cause,
  );
}

/** Waits for a queue to show that the service says exists while reading it still lags (promise F-27). */
async function appears(context: ReconcileContext, identity: QueueIdentity): Promise<boolean> {
  const timeoutMs = Math.min(READ_AFTER_WRITE_LAG_MS, context.deadline.remainingMs);
  const waiting = withTimeout(context, timeoutMs);
  const nextDelayMs = createPollDelays();
  for (;;) {
    const delayMs = nextDelayMs();
    if ((await tryReadQueue(waiting, identity)) !== undefined) return true;
    if (delayMs >= waiting.deadline.remainingMs) return false;
    await context.clock.sleep(delayMs);
  }
}
