import { validateAdditionalSettings } from "../../queue/additional-settings";
import { isMergeQueueError, MergeQueueError } from "../../queue/merge-queue-error";
import { formatQueueId, validateIdentity } from "../../queue/queue-identity";
import type { QueueRecord } from "../../queue/settings";
import { validateSettings } from "../../queue/validate-settings";
import type { WantedQueue } from "../../queue/wanted-queue";
import { peekQueue } from "../read-queue";
import {
  ADVISORY_READ_TIMEOUT_MS,
  type ReconcileContext,
  throwIfStopped,
  withReserve,
} from "../reconcile-context";
import { isChange, type SettingsChange, writeSettings } from "./write-settings";

/** Share of the operation's time that is reserved for reading the queue after a failure. */
const READ_BACK_SHARE = 0.1;

/**
 * Updates the queue (promise K-2): sends exactly `change`, and compares exactly what it sent.
 * @returns the queue's settings afterwards; undefined if there was nothing to send
 * @throws MergeQueueError `invalid_request`, `interrupted`, `queue_gone`, `not_stored`, or as `ApiClient.call`; with
 *   `details.record` and `details.additionalFields` if the queue could be read after the failure
 */
export async function updateQueue(
  context: ReconcileContext,
  change: SettingsChange,
): Promise<QueueRecord | undefined> {
  requireValid(context, change);
  if (!isChange(change)) return undefined;
  throwIfStopped(context, "updateQueue");
  try {
    const writing = withReserve(context, READ_BACK_SHARE, ADVISORY_READ_TIMEOUT_MS);
    return await writeSettings(writing, change);
  } catch (error) {
    throw await withReadBack(context, error);
  }
}

/** Adds the queue's present settings to a failure, if one short read shows them. */
async function withReadBack(context: ReconcileContext, failure: unknown): Promise<unknown> {
  if (!isMergeQueueError(failure) || failure.details.record !== undefined) return failure;
  try {
    const live = await peekQueue(context);
    if (live === undefined) return failure;
    const { settings: record, additionalFields } = live;
    const details = { ...failure.details, record, additionalFields };
    return new MergeQueueError(failure.code, failure.message, details, failure.cause);
  } catch {
    // Only the first failure is reported.
    return failure;
  }
}

/** Checks what is sent: it may have been unknown before. @throws MergeQueueError `invalid_request` with all findings */
export function requireValid({ api: { vocabulary }, queue }: ReconcileContext, wanted: WantedQueue): void {
  const findings = [
    ...validateIdentity(queue),
    ...validateSettings(wanted.settings),
    ...validateAdditionalSettings(wanted.additionalSettings ?? new Map()),
  ];
  const [first] = findings;
  if (first === undefined) return;
  const list = findings.map(({ path, message }) => {
    const shown = path.map((part, index) => (index === 0 ? vocabulary.nameSetting(part) : part));
    return `${shown.join(".")}: ${message}`;
  });
  throw new MergeQueueError(
    "invalid_request",
    `Nothing was sent for queue ${formatQueueId(queue)}, because its settings are invalid. ${list.join(" ")}`,
    { queue, field: first.path.join(".") },
  );
}
