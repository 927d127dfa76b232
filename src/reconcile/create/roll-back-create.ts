import {
  type ErrorDetails,
  isMergeQueueError,
  MergeQueueError,
  toErrorMessage,
} from "../../queue/merge-queue-error";
import { formatQueueId, type QueueIdentity } from "../../queue/queue-identity";
import type { QueueSettings } from "../../queue/settings";
import { deleteCreatedQueue } from "../delete/delete-queue";
import { ADVISORY_READ_TIMEOUT_MS, peekQueue } from "../read-queue";
import { type ReconcileContext, withTimeout } from "../reconcile-context";

/** Share of the time for the rollback that is reserved for reading the queue if it fails. */
const READ_BACK_SHARE = 0.25;

/**
 * Deletes a queue that this run has just created but could not configure (promise F-08).
 * @param sent - the settings sent to `/createQueue`: all that is known if the queue cannot be read
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
        `Queue ${id} was created but could not be configured, and could not be removed again. ` +
          `${toErrorMessage(failure)} Removing it failed, too: ${toErrorMessage(rollbackFailure)}`,
        { ...details, ...left },
        failure,
      );
    }
  }
  return new MergeQueueError(
    "create_rolled_back",
    `Queue ${id} was created but could not be configured, so it was removed again. ${toErrorMessage(failure)}`,
    details,
    failure,
  );
}

/** Returns the setting at fault, for an error about the whole operation. */
export function toFieldDetail(failure: unknown): Pick<ErrorDetails, "field"> {
  const field = isMergeQueueError(failure) ? failure.details.field : undefined;
  return field === undefined ? {} : { field };
}

/** Reads what is left; undefined if the queue is gone after all. */
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
    // The service does not respond, so only the sent settings are known.
    return { record: sent };
  }
}
