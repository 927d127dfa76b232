import { MergeQueueError } from "../../queue/merge-queue-error";
import { formatQueueId, type QueueIdentity } from "../../queue/queue-identity";
import { countPullRequests, describePullRequests } from "../describe-pull-requests";
import type { RequestableState } from "../queue-state";
import { isHeld } from "./held";
import type { ListedQueue } from "./require-empty";
import type { PresentQueue } from "./restore-state";

/**
 * Makes the error for a queue that did not become empty in time; {@link completeDrainError} adds the rest.
 * @param last - the queue as last read
 */
export function createTimeoutError(
  queue: QueueIdentity,
  last: ListedQueue,
  waitedMs: number,
  cause?: unknown,
): MergeQueueError {
  return new MergeQueueError(
    "queue_not_empty",
    `Queue ${formatQueueId(queue)} was not deleted: it was not empty after ${describeWait(waitedMs)}, the timeout less ` +
      "the time reserved for restoring its state." +
      (isHeld(last)
        ? " Nothing in it was being tested, and a draining queue starts nothing new: waiting longer would not have helped."
        : ""),
    { queue, operation: "deleteQueue", record: last.settings },
    cause,
  );
}

/** Makes the error for a queue to which an outside change gave another state while it was draining. */
export function createStateChangedError(
  queue: QueueIdentity,
  live: ListedQueue,
  state: RequestableState,
): MergeQueueError {
  return new MergeQueueError(
    "queue_not_empty",
    `Queue ${formatQueueId(queue)} was not deleted: its state was changed to ${state} while it was draining. That ` +
      `change was kept.${describeLeft(live)}`,
    { queue, operation: "deleteQueue", record: live.settings },
  );
}

/**
 * Adds to a failure what is true now: the queue's state, and what it contains.
 * @param restoration - the outcome of restoring the state
 * @param last - the queue as last read
 */
export function completeDrainError(
  queue: QueueIdentity,
  failure: MergeQueueError,
  { says, record }: Omit<PresentQueue, "kind">,
  last: ListedQueue,
): MergeQueueError {
  // The list comes last, because a short display may cut it.
  const message = `${describeFailure(queue, failure)} ${says}${describeLeft(last)}`;
  const details = {
    ...failure.details,
    operation: "deleteQueue",
    queue,
    ...(record === undefined ? {} : { record }),
  };
  return new MergeQueueError(failure.code, message, details, failure.cause);
}

function describeWait(waitedMs: number): string {
  const seconds = Math.round(waitedMs / 1_000);
  return seconds < 120 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

function describeFailure(queue: QueueIdentity, { code, message }: MergeQueueError): string {
  const id = formatQueueId(queue);
  if (code === "queue_not_empty") return message;
  if (code === "interrupted") return `Interrupted while queue ${id} was draining; it was not deleted.`;
  return `Queue ${id} could not be drained and deleted. ${message}`;
}

function describeLeft({ pullRequests }: ListedQueue): string {
  return pullRequests.length === 0
    ? ""
    : ` ${countPullRequests(pullRequests)} in it:\n${describePullRequests(pullRequests)}`;
}
