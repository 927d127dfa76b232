import { MergeQueueError, toErrorMessage } from "../queue/merge-queue-error";
import type { QueueIdentity } from "../queue/queue-identity";
import { formatQueueId } from "../queue/queue-identity";
import type { QueueRecord, QueueSettings, SettingName } from "../queue/settings";
import type { Mismatch } from "./find-mismatches";
import { findMismatches } from "./find-mismatches";
import { pollQueue } from "./poll-queue";
import type { ReconcileContext } from "./reconcile-context";

/**
 * Makes sure that the service stored what it was asked to (promise I-1).
 * @param record - the complete record that the write itself answered; it is final. Where there is none,
 *   `/getQueue` is polled as {@link pollQueue} does
 * @returns the queue's settings
 * @throws MergeQueueError `not_stored` naming setting, wish and stored value; `queue_gone` if it vanished;
 *   else as `pollQueue`
 */
export async function confirmStored(
  context: ReconcileContext,
  identity: QueueIdentity,
  asked: QueueSettings,
  record: QueueRecord | undefined,
): Promise<QueueRecord> {
  const shown = record ?? (await pollSettings(context, identity, asked));
  const mismatches = findMismatches(asked, shown);
  const [first] = mismatches;
  if (first === undefined) return shown;
  throw createNotStoredError(identity, first.name, mismatches, shown);
}

async function pollSettings(
  context: ReconcileContext,
  identity: QueueIdentity,
  asked: QueueSettings,
): Promise<QueueRecord> {
  const live = await pollQueue(
    context,
    identity,
    (now) => now !== undefined && findMismatches(asked, now.settings).length === 0,
  );
  if (live === undefined) throw createGoneError(identity);
  return live.settings;
}

/**
 * Makes the error for a queue that was there and is not any more.
 * @param cause - what the service said to the change, where it said something
 */
export function createGoneError(identity: QueueIdentity, cause?: unknown): MergeQueueError {
  return new MergeQueueError(
    "queue_gone",
    `Queue ${formatQueueId(identity)} does not exist any more: it was deleted by somebody else while this ` +
      `operation was under way.${cause === undefined ? "" : ` ${toErrorMessage(cause)}`}`,
    { queue: identity },
    cause,
  );
}

function createNotStoredError(
  identity: QueueIdentity,
  field: SettingName,
  mismatches: readonly Mismatch[],
  record: QueueRecord,
): MergeQueueError {
  const list = mismatches.map(
    ({ name, asked, stored }) =>
      `${name}: asked for ${shorten(asked)}, ${stored === undefined ? "nothing is shown" : `stored is ${shorten(stored)}`}`,
  );
  return new MergeQueueError(
    "not_stored",
    `The service accepted the settings of queue ${formatQueueId(identity)} but stored something else: ` +
      `${list.join("; ")}. It may limit these values; ask for what it stores, or leave the setting out.`,
    { queue: identity, record, field },
  );
}

function shorten(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > 120 ? `${text.slice(0, 120)}…` : text;
}
