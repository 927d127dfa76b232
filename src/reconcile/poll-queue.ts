import { createPollDelays, pollUntil } from "../api/poll-until";
import { MergeQueueError } from "../queue/merge-queue-error";
import { formatQueueId } from "../queue/queue-identity";
import { isSwitchingModes } from "./queue-state";
import { type LiveQueue, tryReadQueue } from "./read-queue";
import { explainInterrupt, pause, type ReconcileContext } from "./reconcile-context";

/**
 * After a write, reads the queue until a read shows the expected result; see {@link pollUntil}.
 * @returns the last read, even if it is not as expected; undefined if the queue does not exist
 * @throws MergeQueueError `interrupted`, or as `readQueue`
 */
export async function pollQueue(
  context: ReconcileContext,
  isDone: (live: LiveQueue | undefined) => boolean,
): Promise<LiveQueue | undefined> {
  const polling = pollUntil(context, async (options) => tryReadQueue({ ...context, ...options }), isDone);
  return explainInterrupt(context, polling);
}

/**
 * Waits while the queue switches modes. Returns undefined if the queue is gone.
 * @throws MergeQueueError `deadline_exceeded`, `interrupted`, or as `readQueue`
 */
export async function waitUntilSettled(context: ReconcileContext): Promise<LiveQueue | undefined> {
  const { deadline, queue } = context;
  const nextDelayMs = createPollDelays();
  for (;;) {
    const delayMs = nextDelayMs();
    if (delayMs >= deadline.remainingMs) {
      throw new MergeQueueError(
        "deadline_exceeded",
        `Queue ${formatQueueId(queue)} was still switching modes at the end of the timeout, and the service refuses ` +
          "changes until it has finished. Try again later, or allow more time.",
        { queue, elapsedMs: deadline.elapsedMs },
      );
    }
    await pause(context, delayMs);
    const live = await tryReadQueue(context);
    if (live === undefined || !isSwitchingModes(live.settings)) return live;
  }
}
