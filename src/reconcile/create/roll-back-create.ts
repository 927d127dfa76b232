import type { KnownQueue } from "../../queue/known-queue";
import {
  type ErrorDetails,
  hasErrorCode,
  isMergeQueueError,
  MergeQueueError,
  toErrorMessage,
} from "../../queue/merge-queue-error";
import { formatQueueId } from "../../queue/queue-identity";
import type { QueueSettings } from "../../queue/settings";
import { deleteCreatedQueue } from "../delete/delete-queue";
import { describePullRequests } from "../describe-pull-requests";
import { type LiveQueue, peekQueue } from "../read-queue";
import {
  ADVISORY_READ_TIMEOUT_MS,
  type ReconcileContext,
  toReasonStyle,
  withReserve,
} from "../reconcile-context";

/** Share of the rollback's time that is reserved for reading the queue if the rollback fails. */
const READ_BACK_SHARE = 0.25;

export interface CreatedBasis {
  /** The settings sent to `/createQueue`. If the queue cannot be read, the error contains only these. */
  readonly sent: QueueSettings;
  /** The created queue as it was read, or as expected if it was not read, and the settings sent to it. */
  readonly known: KnownQueue;
  /** Whether a read has shown the new queue. */
  readonly isSeen: boolean;
}

/**
 * Deletes a queue that this run created, unless someone else changed or uses it. @returns the error
 * `create_rolled_back` or `create_incomplete`, without `details.record` if someone may have replaced the
 * queue
 */
export async function rollBackCreate(
  context: ReconcileContext,
  { sent, known, isSeen }: CreatedBasis,
  failure: unknown,
): Promise<MergeQueueError> {
  const { queue } = context;
  const id = formatQueueId(queue);
  const details = { queue, queueId: context.queueId, ...toFieldDetail(failure) };
  const findKept = (live: LiveQueue): MergeQueueError | undefined => {
    const { pullRequests = [] } = live;
    const drift = known.findDrift(live, toReasonStyle(context), true);
    const reason = pullRequests.length > 0 ? "it has pull requests in it" : drift?.reason;
    if (reason === undefined) return undefined;
    const list = pullRequests.length === 0 ? "" : `\n${describePullRequests(pullRequests)}\n`;
    return new MergeQueueError(
      "create_incomplete",
      `Queue ${id} was created but could not be configured. ${toErrorMessage(failure)} The queue was kept as it is, ` +
        `because ${reason}: someone else may have changed it or may use it by now.${list}`,
      details,
      failure,
    );
  };
  let end = "so it was removed again";
  try {
    const deleting = withReserve(context, READ_BACK_SHARE, ADVISORY_READ_TIMEOUT_MS);
    const deletion = await deleteCreatedQueue(deleting, findKept, { isSeen });
    if (deletion === "already_gone") end = "and it no longer exists: someone else has deleted it";
  } catch (rollbackFailure) {
    if (hasErrorCode(rollbackFailure, "create_incomplete")) return rollbackFailure;
    // "unknown" if the service does not respond.
    const left = await peekQueue(context).catch(() => "unknown" as const);
    const live = left === "unknown" ? undefined : left;
    const kept = live && findKept(live);
    if (kept !== undefined) return kept;
    if (left !== undefined) {
      const { settings: record = sent, additionalFields } = live ?? {};
      return new MergeQueueError(
        "create_incomplete",
        `Queue ${id} was created but could not be configured, and could not be removed again. ` +
          `${toErrorMessage(failure)} Removing it failed, too: ${toErrorMessage(rollbackFailure)}`,
        { ...details, record, ...(additionalFields === undefined ? {} : { additionalFields }) },
        failure,
      );
    }
  }
  return new MergeQueueError(
    "create_rolled_back",
    `Queue ${id} was created but could not be configured, ${end}. ${toErrorMessage(failure)}`,
    details,
    failure,
  );
}

export function toFieldDetail(failure: unknown): Pick<ErrorDetails, "field"> {
  const field = isMergeQueueError(failure) ? failure.details.field : undefined;
  return field === undefined ? {} : { field };
}
