import { toComplete } from "../../queue/known-queue";
import { MergeQueueError, toErrorMessage } from "../../queue/merge-queue-error";
import { formatQueueId } from "../../queue/queue-identity";
import type { QueueRecord } from "../../queue/settings";
import type { WantedQueue } from "../../queue/wanted-queue";
import { findWantedChanges, type ShownQueue, type WantedChange } from "../find-wanted-changes";
import { pollQueue } from "../poll-queue";
import type { ReconcileContext } from "../reconcile-context";

/**
 * Checks that the requested settings were stored: in the response if it is complete, otherwise by reads.
 * @throws MergeQueueError `not_stored` or `queue_gone`
 */
export async function confirmStored(
  context: ReconcileContext,
  requested: WantedQueue,
  response: ShownQueue | undefined,
): Promise<QueueRecord> {
  const compare = (shown: ShownQueue): WantedChange[] =>
    findWantedChanges(requested, context.api.abilities.inheritsByEmptyList ? toComplete(shown) : shown);
  // A service may leave settings that the interface does not name out of its response to a write.
  const isComplete = response !== undefined && compare(response).every(({ now }) => now !== undefined);
  const isStored = (now: ShownQueue | undefined): boolean => now !== undefined && compare(now).length === 0;
  const shown = isComplete ? response : await pollQueue(context, isStored);
  if (shown === undefined) throw createGoneError(context);
  const drift = compare(shown);
  const [first] = drift;
  if (first === undefined) return shown.settings;
  throw createNotStoredError(context, drift, first, shown);
}

/** Makes the error for a queue that was deleted during the operation. @param cause - the refusal, if any */
export function createGoneError({ queue }: ReconcileContext, cause?: unknown): MergeQueueError {
  return new MergeQueueError(
    "queue_gone",
    `Queue ${formatQueueId(queue)} no longer exists: someone else deleted it during this operation.` +
      (cause === undefined ? "" : ` ${toErrorMessage(cause)}`),
    { queue },
    cause,
  );
}

function createNotStoredError(
  { api, queue, sensitive }: ReconcileContext,
  drift: readonly WantedChange[],
  { name, isAdditional }: WantedChange,
  { settings, additionalFields }: ShownQueue,
): MergeQueueError {
  const list = drift.map((each) => {
    const isHidden = sensitive?.has(each.name) === true;
    const isEmpty = each.name === "requiredStatuses" && (each.wanted as readonly unknown[]).length === 0;
    const shown = each.isAdditional ? each.name : api.vocabulary.nameSetting(each.name);
    const what = isHidden ? describeHidden(each) : describeStored(each);
    return `${shown}: ${what}${isEmpty ? " (this service ignores an empty list: leave it out to inherit)" : ""}`;
  });
  const field = isAdditional ? `additionalSettings.${name}` : name;
  return new MergeQueueError(
    "not_stored",
    `The service accepted the settings of queue ${formatQueueId(queue)} but stored something else: ` +
      `${list.join("; ")}. The service may limit these values. Use the stored value, or leave the setting out.`,
    { queue, record: settings, additionalFields, field },
  );
}

function describeStored({ isAdditional, now, wanted }: WantedChange): string {
  if (isAdditional) return describeAdditional(now);
  return `asked for ${shorten(wanted)}, ${now === undefined ? "nothing is shown" : `stored is ${shorten(now)}`}`;
}

/** Says how many strings of a set are stored. Shows none, because a stored string may be part of a secret. */
function describeHidden({ now, wanted }: WantedChange): string {
  if (!Array.isArray(wanted) || !Array.isArray(now)) return describeAdditional(now);
  const stored = new Set<unknown>(now);
  const kept = wanted.filter((element) => stored.has(element)).length;
  return `${kept} of the ${wanted.length} requested strings are stored, plus ${stored.size - kept} that were not requested`;
}

/** Describes a stored value. Shows no string, because it may be a secret or a part of a secret. */
function describeAdditional(now: unknown): string {
  if (now === undefined) return "the service does not show it";
  if (typeof now === "string") return "the stored string differs from the requested one";
  return typeof now === "object" && now !== null
    ? "the stored value differs from the requested one"
    : `stored is ${JSON.stringify(now)}`;
}

function shorten(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > 120 ? `${text.slice(0, 120)}…` : text;
}
