import { MergeQueueError } from "../../queue/merge-queue-error";
import type { QueueIdentity } from "../../queue/queue-identity";
import { formatQueueId } from "../../queue/queue-identity";
import { describePullRequests } from "../describe-pull-requests";
import type { RequestableState } from "../queue-state";
import type { ListedQueue } from "./require-empty";
import type { PresentQueue } from "./restore-state";

/**
 * Makes the error for a queue that did not get empty in time; {@link completeDrainError} says the rest.
 * @param last - the queue as it was seen last
 * @param waitedMs - milliseconds
 */
export function createTimeoutError(
  queue: QueueIdentity,
  last: ListedQueue,
  waitedMs: number,
  cause?: unknown,
): MergeQueueError {
  return new MergeQueueError(
    "queue_not_empty",
    `Queue ${formatQueueId(queue)} was not deleted: it did not get empty within ${describeWait(waitedMs)}, the time ` +
      "given less what is kept for setting its state back.",
    { queue, operation: "deleteQueue", record: last.settings },
    cause,
  );
}

/** Makes the error for a queue to which somebody else has given another state while it was drained. */
export function createTakenOverError(
  queue: QueueIdentity,
  live: ListedQueue,
  state: RequestableState,
): MergeQueueError {
  return new MergeQueueError(
    "queue_not_empty",
    `Queue ${formatQueueId(queue)} was not deleted: somebody else has made it ${state} while it was drained, which ` +
      `was left so.${describeLeft(live)}`,
    { queue, operation: "deleteQueue", record: live.settings },
  );
}

/**
 * Adds to a failure what it left: the state of the queue, and what is in it.
 * @param restoration - what became of setting the state back
 * @param last - the queue as it was seen last
 */
export function completeDrainError(
  queue: QueueIdentity,
  failure: MergeQueueError,
  { says, record }: Omit<PresentQueue, "kind">,
  last: ListedQueue,
): MergeQueueError {
  // What was done comes before the list, which may be cut where there is little room.
  const message = `${describeFailure(queue, failure)} ${says}${describeLeft(last)}`;
  const details = {
    ...failure.details,
    operation: "deleteQueue",
    queue,
    ...(record === undefined ? {} : { record }),
  };
  return new MergeQueueError(failure.code, message, details, failure.cause);
}

/** An hour in seconds would have to be converted by whoever reads it at night. */
function describeWait(waitedMs: number): string {
  const seconds = Math.round(waitedMs / 1_000);
  return seconds < 120 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

function describeFailure(queue: QueueIdentity, { code, message }: MergeQueueError): string {
  const id = formatQueueId(queue);
  switch (code) {
    case "queue_not_empty":
      return message;
    case "interrupted":
      return `Interrupted while queue ${id} was drained; it was not deleted.`;
    default:
      return `Queue ${id} could not be drained and deleted. ${message}`;
  }
}

function describeLeft({ pullRequests }: ListedQueue): string {
  const count = pullRequests.length;
  if (count === 0) return "";
  const what = count === 1 ? "1 pull request is" : `${count} pull requests are`;
  return ` ${what} in it:\n${describePullRequests(pullRequests)}`;
}
