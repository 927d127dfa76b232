import { createPollDelays, pollUntil } from "../api/resolve/poll-until";
import { isMergeQueueError, MergeQueueError } from "../queue/merge-queue-error";
import { formatQueueId, type QueueIdentity } from "../queue/queue-identity";
import { isSwitchingModes } from "./queue-state";
import { type LiveQueue, tryReadQueue } from "./read-queue";
import { pause, type ReconcileContext, toInterrupted } from "./reconcile-context";

/**
 * Reads a queue after a write until a read shows the expected result; see {@link pollUntil}.
 * @param isDone - called with each read; undefined if the queue does not exist
 * @returns the last read, done or not
 * @throws MergeQueueError `interrupted`, or as `readQueue`
 */
export async function pollQueue(
  context: ReconcileContext,
  identity: QueueIdentity,
  isDone: (live: LiveQueue | undefined) => boolean,
): Promise<LiveQueue | undefined> {
  try {
    return await pollUntil(context, async (options) => tryReadQueue(context, identity, options), isDone);
  } catch (error) {
    if (isMergeQueueError(error) || context.stopSignal?.aborted !== true) throw error;
    throw toInterrupted(identity, error);
  }
}

/**
 * Waits until the queue no longer switches modes, or is gone (promise F-25).
 * @returns undefined if it is gone
 * @throws MergeQueueError `deadline_exceeded` if the operation's deadline would pass; `interrupted`; or as `readQueue`
 */
export async function waitUntilSettled(
  context: ReconcileContext,
  identity: QueueIdentity,
): Promise<LiveQueue | undefined> {
  const nextDelayMs = createPollDelays();
  for (;;) {
    const delayMs = nextDelayMs();
    if (delayMs >= context.deadline.remainingMs) {
      throw new MergeQueueError(
        "deadline_exceeded",
        `Queue ${formatQueueId(identity)} was still switching modes at the end of the timeout, and the service refuses ` +
          "changes until it has finished. Try again later, or allow more time.",
        { queue: identity, elapsedMs: context.deadline.elapsedMs },
      );
    }
    await pause(context, identity, delayMs);
    const live = await tryReadQueue(context, identity);
    if (live === undefined || !isSwitchingModes(live.settings)) return live;
  }
}
