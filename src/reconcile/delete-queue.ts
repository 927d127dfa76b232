import { hasErrorCode, MergeQueueError } from "../queue/merge-queue-error";
import type { QueueIdentity } from "../queue/queue-identity";
import { formatQueueId } from "../queue/queue-identity";
import { createPollDelays } from "./create-poll-delays";
import { describePullRequests } from "./describe-pull-requests";
import type { LiveQueue } from "./read-queue";
import { toQueueReference, tryReadQueue } from "./read-queue";
import type { ReconcileContext } from "./reconcile-context";
import { throwIfStopped, toCallOptions } from "./reconcile-context";
import { isSwitchingModes, waitUntilSettled } from "./wait-until-settled";

/** How a queue came to be gone. */
export type Deletion = "deleted" | "already_gone";

/**
 * Deletes an empty queue (promise K-3). Reads first: a queue with pull requests in it is left untouched.
 * Whatever `/deleteQueue` answers other than success, reading decides what it meant.
 * @throws MergeQueueError `queue_not_empty`, `interrupted`, or as `ApiClient.call`
 */
export async function deleteQueue(context: ReconcileContext, identity: QueueIdentity): Promise<Deletion> {
  let wasSent = false;
  const nextDelayMs = createPollDelays();
  for (;;) {
    const delayMs = nextDelayMs();
    const live = await tryReadQueue(context, identity);
    if (live === undefined) return wasSent ? "deleted" : "already_gone";
    requireEmpty(identity, live);
    throwIfStopped(context, identity, "deleteQueue");
    try {
      await context.api.call("deleteQueue", toQueueReference(identity), toCallOptions(context));
      return "deleted";
    } catch (error) {
      if (hasErrorCode(error, "not_found")) return wasSent ? "deleted" : "already_gone";
      if (hasErrorCode(error, "refused")) {
        await explainRefusal(context, identity, error);
      } else if (hasErrorCode(error, "outcome_unknown")) {
        wasSent = true;
        if (delayMs >= context.deadline.remainingMs) throw error;
        await context.clock.sleep(delayMs, context.stopSignal);
      } else {
        throw error;
      }
    }
  }
}

/** Returns if the refusal was passing and has passed; throws what the refusal meant otherwise. */
async function explainRefusal(
  context: ReconcileContext,
  identity: QueueIdentity,
  refusal: unknown,
): Promise<void> {
  const live = await tryReadQueue(context, identity);
  if (live === undefined) return;
  requireEmpty(identity, live, refusal);
  if (!isSwitchingModes(live.settings)) throw refusal;
  await waitUntilSettled(context, identity);
}

function requireEmpty(identity: QueueIdentity, live: LiveQueue, cause?: unknown): void {
  const count = live.pullRequests.length;
  if (count === 0) return;
  throw new MergeQueueError(
    "queue_not_empty",
    `Queue ${formatQueueId(identity)} was not deleted, because ${count === 1 ? "a pull request is" : `${count} pull requests are`} in it:\n` +
      `${describePullRequests(live.pullRequests)}\nNothing was changed.`,
    { queue: identity, operation: "deleteQueue", record: live.settings },
    cause,
  );
}
