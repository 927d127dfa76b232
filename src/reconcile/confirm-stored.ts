import { MergeQueueError } from "../queue/merge-queue-error";
import type { QueueIdentity } from "../queue/queue-identity";
import { formatQueueId } from "../queue/queue-identity";
import type { QueueRecord, QueueSettings } from "../queue/settings";
import { createPollDelays } from "./create-poll-delays";
import type { Mismatch } from "./find-mismatches";
import { findMismatches } from "./find-mismatches";
import { tryReadQueue } from "./read-queue";
import type { ReconcileContext } from "./reconcile-context";

/** How long `/getQueue` may lag behind a write before what it shows counts, in milliseconds (promise F-27). */
export const READ_AFTER_WRITE_LAG_MS = 15_000;

/**
 * Makes sure that the service stored what it was asked to (promise I-1).
 * @param record - the complete record that the write itself answered; it is final. Where there is none,
 *   `/getQueue` is polled for up to {@link READ_AFTER_WRITE_LAG_MS}
 * @returns the queue's settings
 * @throws MergeQueueError `not_stored` naming setting, wish and stored value; `queue_gone` if it vanished
 */
export async function confirmStored(
  context: ReconcileContext,
  identity: QueueIdentity,
  asked: QueueSettings,
  record: QueueRecord | undefined,
): Promise<QueueRecord> {
  if (record !== undefined) {
    const mismatches = findMismatches(asked, record);
    if (mismatches.length === 0) return record;
    throw createNotStoredError(identity, mismatches, record);
  }
  const startedAt = context.clock.now();
  const nextDelayMs = createPollDelays();
  for (;;) {
    const delayMs = nextDelayMs();
    const live = await tryReadQueue(context, identity);
    const mismatches = live === undefined ? undefined : findMismatches(asked, live.settings);
    if (live !== undefined && mismatches?.length === 0) return live.settings;
    const leftMs = Math.min(
      READ_AFTER_WRITE_LAG_MS - (context.clock.now() - startedAt),
      context.deadline.remainingMs,
    );
    if (delayMs >= leftMs) {
      throw live === undefined || mismatches === undefined
        ? createGoneError(identity)
        : createNotStoredError(identity, mismatches, live.settings);
    }
    await context.clock.sleep(delayMs, context.stopSignal);
  }
}

/** Makes the error for a queue that was there and is not any more. */
export function createGoneError(identity: QueueIdentity, cause?: unknown): MergeQueueError {
  return new MergeQueueError(
    "queue_gone",
    `Queue ${formatQueueId(identity)} does not exist any more: it was deleted by somebody else while this ` +
      "operation was under way.",
    { queue: identity },
    cause,
  );
}

function createNotStoredError(
  identity: QueueIdentity,
  mismatches: readonly Mismatch[],
  record: QueueRecord,
): MergeQueueError {
  const list = mismatches.map(
    ({ name, asked, stored }) =>
      `${name}: asked for ${shorten(asked)}, ${stored === undefined ? "nothing is shown" : `stored is ${shorten(stored)}`}`,
  );
  const [first] = mismatches;
  return new MergeQueueError(
    "not_stored",
    `The service accepted the settings of queue ${formatQueueId(identity)} but stored something else: ` +
      `${list.join("; ")}. It may limit these values; ask for what it stores, or leave the setting out.`,
    { queue: identity, record, ...(first === undefined ? {} : { field: first.name }) },
  );
}

function shorten(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > 120 ? `${text.slice(0, 120)}…` : text;
}
