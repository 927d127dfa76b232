import type { ErrorDetails } from "../../queue/merge-queue-error";
import { isMergeQueueError, MergeQueueError, toErrorMessage } from "../../queue/merge-queue-error";
import type { QueueIdentity } from "../../queue/queue-identity";
import { formatQueueId } from "../../queue/queue-identity";
import type { QueueSettings } from "../../queue/settings";
import { deleteCreatedQueue } from "../delete/delete-queue";
import { ADVISORY_READ_TIMEOUT_MS, peekQueue } from "../read-queue";
import type { ReconcileContext } from "../reconcile-context";
import { withTimeout } from "../reconcile-context";

/** Share of the time for taking a queue away that is kept for seeing what is left if that fails. */
const READ_BACK_SHARE = 0.25;

/**
 * Takes a queue away that this run has just created but could not configure (promise F-08).
 * @param sent - what `/createQueue` was sent: all that is known if the queue cannot even be read
 * @param failure - why configuring it failed
 * @returns the error to throw: `create_rolled_back`, or `create_incomplete` with the queue's settings
 */
export async function rollBackCreate(
  context: ReconcileContext,
  identity: QueueIdentity,
  sent: QueueSettings,
  failure: unknown,
): Promise<MergeQueueError> {
  const id = formatQueueId(identity);
  const details = { queue: identity, ...toFieldDetail(failure) };
  const readBackMs = Math.min(ADVISORY_READ_TIMEOUT_MS, context.deadline.remainingMs * READ_BACK_SHARE);
  try {
    const removing = withTimeout(context, context.deadline.remainingMs - readBackMs);
    await deleteCreatedQueue(removing, identity);
  } catch (rollbackFailure) {
    const left = await readBack(context, identity, sent);
    if (left !== undefined) {
      return new MergeQueueError(
        "create_incomplete",
        `Queue ${id} was created but could not be configured, and could not be removed again either. ` +
          `${toErrorMessage(failure)} Removing it failed too: ${toErrorMessage(rollbackFailure)}`,
        { ...details, ...left },
        failure,
      );
    }
  }
  return new MergeQueueError(
    "create_rolled_back",
    `Queue ${id} could not be configured, so that it was removed again: nothing is left of it. ${toErrorMessage(failure)}`,
    details,
    failure,
  );
}

/** Answers the setting at fault, so that an error about the whole names it as its cause does. */
export function toFieldDetail(failure: unknown): Pick<ErrorDetails, "field"> {
  const field = isMergeQueueError(failure) ? failure.details.field : undefined;
  return field === undefined ? {} : { field };
}

/** Answers what is there now; undefined if the queue is gone after all. */
async function readBack(
  context: ReconcileContext,
  identity: QueueIdentity,
  sent: QueueSettings,
): Promise<Pick<ErrorDetails, "record" | "additionalFields"> | undefined> {
  try {
    const timeoutMs = Math.min(ADVISORY_READ_TIMEOUT_MS, context.deadline.remainingMs);
    const live = await peekQueue(context, identity, timeoutMs);
    return live && { record: live.settings, additionalFields: live.additionalFields };
  } catch {
    // The service does not answer at all; what it was sent is all that can be said of the queue.
    return { record: sent };
  }
}
