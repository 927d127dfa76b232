import { Deadline } from "../../api/clock";
import { MAX_IN_FLIGHT } from "../../api/request-limiter";
import { isFatal, requireAllRead } from "../../plan/queue-failures";
import { isMergeQueueError, type MergeQueueError } from "../../queue/merge-queue-error";
import { formatQueueId, type QueueIdentity, toIdentityKey } from "../../queue/queue-identity";
import type { ShownQueue } from "../../reconcile/find-wanted-changes";
import { forEachLimited } from "../../reconcile/for-each-limited";
import type { CommandContext } from "../command-session";
import type { Connection } from "../connection/connect";

/** Reads queues, a few at once, within one time limit. @throws MergeQueueError as {@link requireAllRead} */
export async function readLiveQueues(
  { reconciler, timeoutMs, stopSignal, parallelism = MAX_IN_FLIGHT }: Connection,
  { clock }: Pick<CommandContext, "clock">,
  queues: readonly QueueIdentity[],
  ifAbsent: "fail" | "skip" = "fail",
): Promise<ReadonlyMap<string, ShownQueue>> {
  const deadline = Deadline.after(timeoutMs, clock);
  const shown = new Map<string, ShownQueue>();
  const failed = new Map<QueueIdentity, MergeQueueError>();
  let isLost = false;
  await forEachLimited(queues, parallelism, async (queue) => {
    if (isLost) return;
    try {
      const options = { timeoutMs, within: deadline, stopSignal };
      // Pull requests are not needed, and there may be many.
      const { settings, additionalFields } = await reconciler.read(queue, options);
      shown.set(toIdentityKey(queue), { settings, additionalFields });
    } catch (error) {
      if (!isMergeQueueError(error)) throw error;
      if (ifAbsent === "skip" && error.code === "not_found") return;
      failed.set(queue, error);
      isLost ||= isFatal(error) || deadline.remainingMs === 0;
    }
  });
  requireAllRead(queues, formatQueueId, { errors: failed, done: shown.size, outcome: "nothing was written" });
  return shown;
}
