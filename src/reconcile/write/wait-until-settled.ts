import { createPollDelays } from "../../api/resolve/poll-until";
import { MergeQueueError } from "../../queue/merge-queue-error";
import type { QueueIdentity } from "../../queue/queue-identity";
import { formatQueueId } from "../../queue/queue-identity";
import { isSwitchingModes } from "../queue-state";
import type { LiveQueue } from "../read-queue";
import { tryReadQueue } from "../read-queue";
import type { ReconcileContext } from "../reconcile-context";
import { pause } from "../reconcile-context";

/**
 * Waits until the queue no longer shows {@link SWITCHING_MODES} or is gone (promise F-25).
 * @returns the queue as it settled; undefined if it is gone
 * @throws MergeQueueError `deadline_exceeded` if the operation's deadline would pass; `interrupted`; else as
 *   `readQueue`
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
        `Queue ${formatQueueId(identity)} was still switching modes when the time for this operation was over, ` +
          "and the service refuses changes meanwhile. Try again when it has settled, or allow more time.",
        { queue: identity, elapsedMs: context.deadline.elapsedMs },
      );
    }
    await pause(context, identity, delayMs);
    const live = await tryReadQueue(context, identity);
    if (live === undefined || !isSwitchingModes(live.settings)) return live;
  }
}
