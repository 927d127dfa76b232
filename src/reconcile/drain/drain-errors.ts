import { MergeQueueError } from "../../queue/merge-queue-error";
import { formatQueueId, type QueueIdentity } from "../../queue/queue-identity";
import { quoteForShell } from "../../text/quote-for-shell";
import { countPullRequests, describePullRequests } from "../describe-pull-requests";
import { describeNotReady, isHeld, type ListedQueue } from "../listed-queue";
import type { RequestableState } from "../queue-state";
import type { Restoration } from "./restore-state";

export interface FailedDrain {
  readonly queue: QueueIdentity;
  /** What it is for, as the word in its messages. */
  readonly goal: "deleted" | "drained";
  readonly last: ListedQueue;
}

/** Makes the error for a queue that was not empty in time; {@link completeDrainError} adds the rest. */
export function createTimeoutError(drain: FailedDrain, waitedMs: number, cause?: unknown): MergeQueueError {
  const advice =
    " Nothing in it was being tested, and a draining queue starts nothing new: waiting longer would not have helped. " +
    `Cancel what waits: mergequeue pr cancel ${quoteForShell(formatQueueId(drain.queue))} NUMBER.`;
  const reason =
    `it was not empty after ${describeWait(waitedMs)}, the timeout less the time reserved for restoring its state.` +
    (isHeld(drain.last) ? advice : describeNotReady(drain.queue, drain.last.pullRequests));
  return createNotEmptiedError(drain, reason, cause);
}

/** Makes the error for a queue to which an outside change gave another state while it was draining. */
export function createStateChangedError(drain: FailedDrain, state: RequestableState): MergeQueueError {
  const left = describeLeft(drain.last);
  const reason = `its state was changed to ${state} while it was draining. That change was kept.${left}`;
  return createNotEmptiedError(drain, reason);
}

/** Makes the error for a queue that someone else changed since the first read, or that is another by now. */
export function createSettingsChangedError(drain: FailedDrain, reason: string): MergeQueueError {
  const { queue, last } = drain;
  const id = formatQueueId(queue);
  const state = last.settings.state ?? "in an unknown state";
  return new MergeQueueError(
    "outcome_unknown",
    `Queue ${id} was not ${drain.goal}: ${reason}, so someone else has changed it since it was first read, or it is ` +
      `another queue by now. It was left as it is: ${state}. To set it to running, run mergequeue queue resume ${quoteForShell(id)}.`,
    { queue, ...toOperation(drain.goal), record: last.settings },
  );
}

function createNotEmptiedError(drain: FailedDrain, reason: string, cause?: unknown): MergeQueueError {
  const { queue, goal, last } = drain;
  const message = `Queue ${formatQueueId(queue)} was not ${goal}: ${reason}`;
  const details = { queue, ...toOperation(goal), record: last.settings };
  return new MergeQueueError("queue_not_empty", message, details, cause);
}

/** Adds to a failure what is true now: what became of the state, and what the queue contains. */
export function completeDrainError(
  { queue, goal, last }: FailedDrain,
  failure: MergeQueueError,
  { says, record }: Restoration,
): MergeQueueError {
  // The list comes last, because a short display may cut it.
  const message = `${describeFailure(queue, goal, failure)} ${says}${describeLeft(last)}`;
  const shown = record === undefined ? {} : { record };
  const details = { ...failure.details, ...toOperation(goal), queue, ...shown };
  return new MergeQueueError(failure.code, message, details, failure.cause);
}

function describeWait(waitedMs: number): string {
  const seconds = Math.round(waitedMs / 1_000);
  return seconds < 120 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

function describeFailure(queue: QueueIdentity, goal: FailedDrain["goal"], failure: MergeQueueError): string {
  const { code, message } = failure;
  const id = formatQueueId(queue);
  if (code === "queue_not_empty") return message;
  if (code === "interrupted") {
    return `Interrupted while queue ${id} was draining${goal === "deleted" ? "; it was not deleted" : ""}.`;
  }
  return `Queue ${id} could not be drained${goal === "deleted" ? " and deleted" : ""}. ${message}`;
}

function toOperation(goal: FailedDrain["goal"]): { readonly operation?: string } {
  return goal === "deleted" ? { operation: "deleteQueue" } : {};
}

function describeLeft({ pullRequests }: ListedQueue): string {
  return pullRequests.length === 0
    ? ""
    : ` ${countPullRequests(pullRequests)} in it:\n${describePullRequests(pullRequests)}`;
}
