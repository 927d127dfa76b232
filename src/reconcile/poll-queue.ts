import type { QueueIdentity } from "../queue/queue-identity";
import { createPollDelays } from "./create-poll-delays";
import type { LiveQueue } from "./read-queue";
import { ADVISORY_READ_TIMEOUT_MS, peekQueue, tryReadQueue } from "./read-queue";
import type { ReconcileContext } from "./reconcile-context";
import { pause, withoutStop } from "./reconcile-context";

/** How long `/getQueue` may lag behind a write before what it shows counts, in milliseconds (promise F-27). */
export const READ_AFTER_WRITE_LAG_MS = 15_000;

/**
 * Reads a queue after a write until it shows what is waited for, for {@link READ_AFTER_WRITE_LAG_MS} at most.
 * After an interrupt it looks once more, briefly, so that what was written is known, but waits no longer.
 * @param isDone - tells whether the queue shows it; undefined if there is no such queue
 * @returns what was read last, done or not; a reading that the end of the time has cut off does not count
 * @throws MergeQueueError `interrupted`, or as `readQueue`
 */
export async function pollQueue(
  context: ReconcileContext,
  identity: QueueIdentity,
  isDone: (live: LiveQueue | undefined) => boolean,
): Promise<LiveQueue | undefined> {
  const startedAt = context.clock.now();
  const nextDelayMs = createPollDelays();
  let last: { readonly live: LiveQueue | undefined } | undefined;
  for (;;) {
    const delayMs = nextDelayMs();
    try {
      last = { live: await look(context, identity) };
    } catch (error) {
      if (last === undefined || context.deadline.remainingMs > 0) throw error;
      return last.live;
    }
    const { live } = last;
    if (isDone(live)) return live;
    const elapsedMs = context.clock.now() - startedAt;
    const leftMs = Math.min(READ_AFTER_WRITE_LAG_MS - elapsedMs, context.deadline.remainingMs);
    if (delayMs >= leftMs) return live;
    await pause(context, identity, delayMs);
  }
}

async function look(context: ReconcileContext, identity: QueueIdentity): Promise<LiveQueue | undefined> {
  if (context.stopSignal?.aborted !== true) return tryReadQueue(context, identity);
  const peekMs = Math.min(ADVISORY_READ_TIMEOUT_MS, context.deadline.remainingMs);
  return peekQueue(withoutStop(context), identity, peekMs);
}
