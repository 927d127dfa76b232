import { MergeQueueError, toErrorMessage } from "../../queue/merge-queue-error";
import type { QueueIdentity } from "../../queue/queue-identity";
import { formatQueueId } from "../../queue/queue-identity";
import type { QueueRecord } from "../../queue/settings";
import type { WantedQueue } from "../../queue/wanted-queue";
import type { Difference, ShownQueue } from "../find-differences";
import { findMismatches } from "../find-differences";
import { pollQueue } from "../poll-queue";
import type { ReconcileContext } from "../reconcile-context";

/**
 * Makes sure that the service stored what it was asked to (promise I-1).
 * @param answer - the complete record that the write itself answered; it is final. Where there is none, or one
 *   that lacks an additional setting that was asked, `/getQueue` is polled as {@link pollQueue} does
 * @returns the queue's settings
 * @throws MergeQueueError `not_stored` naming setting, wish and stored value; `queue_gone` if it vanished;
 *   else as `pollQueue`
 */
export async function confirmStored(
  context: ReconcileContext,
  identity: QueueIdentity,
  asked: WantedQueue,
  answer: ShownQueue | undefined,
): Promise<QueueRecord> {
  const shown =
    answer !== undefined && showsAll(answer, asked) ? answer : await pollSettings(context, identity, asked);
  const mismatches = findMismatches(asked, shown);
  const [first] = mismatches;
  if (first === undefined) return shown.settings;
  throw createNotStoredError(context, identity, mismatches, first, shown);
}

/** Whether a service that takes an additional setting answers it with every record is its own choice. */
function showsAll(answer: ShownQueue, asked: WantedQueue): boolean {
  return findMismatches(asked, answer).every(({ isAdditional, now }) => !isAdditional || now !== undefined);
}

async function pollSettings(
  context: ReconcileContext,
  identity: QueueIdentity,
  asked: WantedQueue,
): Promise<ShownQueue> {
  const live = await pollQueue(
    context,
    identity,
    (now) => now !== undefined && findMismatches(asked, now).length === 0,
  );
  if (live === undefined) throw createGoneError(identity);
  return live;
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
  { sensitive }: ReconcileContext,
  identity: QueueIdentity,
  mismatches: readonly Difference[],
  { name, isAdditional }: Difference,
  { settings, additionalFields }: ShownQueue,
): MergeQueueError {
  const list = mismatches.map((mismatch) => {
    const isHidden = sensitive?.has(mismatch.name) === true;
    return `${mismatch.name}: ${isHidden ? describeHidden(mismatch) : describeMismatch(mismatch)}`;
  });
  return new MergeQueueError(
    "not_stored",
    `The service accepted the settings of queue ${formatQueueId(identity)} but stored something else: ` +
      `${list.join("; ")}. It may limit these values; ask for what it stores, or leave the setting out.`,
    {
      queue: identity,
      record: settings,
      additionalFields,
      field: isAdditional ? `additionalSettings.${name}` : name,
    },
  );
}

function describeMismatch({ isAdditional, now, wanted }: Difference): string {
  if (isAdditional) return describeAdditional(now);
  return `asked for ${shorten(wanted)}, ${now === undefined ? "nothing is shown" : `stored is ${shorten(now)}`}`;
}

/** Of a set of strings counts; what is stored may be a part of what was asked for. */
function describeHidden({ now, wanted }: Difference): string {
  if (!Array.isArray(wanted) || !Array.isArray(now)) return describeAdditional(now);
  const stored = new Set<unknown>(now);
  const kept = wanted.filter((element) => stored.has(element)).length;
  return `${kept} of the ${wanted.length} that were asked for are stored, and ${stored.size - kept} others`;
}

/** An additional setting may hold a secret, which a service may also have shortened: texts are not shown. */
function describeAdditional(now: unknown): string {
  if (now === undefined) return "the service does not show it";
  if (typeof now === "string") return "stored is another text than was asked for";
  return typeof now === "object" && now !== null
    ? "stored is something else than was asked for"
    : `stored is ${JSON.stringify(now)}`;
}

function shorten(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > 120 ? `${text.slice(0, 120)}…` : text;
}
