import { createPollDelays } from "../../api/resolve/poll-until";
import { MergeQueueError } from "../../queue/merge-queue-error";
import { formatQueueId, type QueueIdentity } from "../../queue/queue-identity";
import { isSwitchingModes } from "../queue-state";
import { type LiveQueue, tryReadQueue } from "../read-queue";
import { pause, type ReconcileContext } from "../reconcile-context";

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
