import { READER_LAG_MS } from "../../api/poll-until";
import type { KnownQueue } from "../../queue/known-queue";
import { hasErrorCode, isMergeQueueError, MergeQueueError } from "../../queue/merge-queue-error";
import { formatQueueId, type QueueIdentity } from "../../queue/queue-identity";
import { quoteForShell } from "../../text/quote-for-shell";
import { countPullRequests, describePullRequests } from "../describe-pull-requests";
import { describeNotReady, isHeld, type ListedQueue } from "../listed-queue";
import { type RequestableState, tryToRequestableState } from "../queue-state";
import type { LiveQueue } from "../read-queue";
import { forRollback, type ReconcileContext, throwIfStopped, toReasonStyle } from "../reconcile-context";
import { writeSettings } from "../write-settings";
import { type Restoration, restoreState } from "./restore-state";
import {
  type EmptyWait,
  type EmptyWaitEnd,
  type EmptyWaitSteps,
  findOutsideState,
  waitUntilEmpty,
} from "./wait-until-empty";

export interface DrainOptions extends Pick<EmptyWaitSteps<unknown>, "onHeld"> {
  /** The last known state. If all reads show `switching_modes`, a failed drain restores this state. */
  readonly priorState: RequestableState | undefined;
}

export interface Drain extends FailedDrain, EmptyWait {
  last: ListedQueue;
  readonly startedAtMs: number;
  /** The first read of the queue, and the changes that the drain sent. */
  readonly known: KnownQueue;
}

export interface DrainSteps<Result> extends EmptyWaitSteps<Result> {
  /** Called at the deadline. Returns a better error than "not empty in time", if there is one. */
  readonly findObstacle?: () => MergeQueueError | undefined;
}

export type DrainEnd<Result> =
  | Extract<EmptyWaitEnd<Result>, { readonly kind: "empty" | "gone" }>
  | { readonly kind: "gone_after_failure"; readonly failure: unknown };

/**
 * Waits until a draining queue is empty. After a failure, restores the queue's state before the deadline of
 * `whole`. @throws MergeQueueError `queue_not_empty`, `interrupted`, or as `steps` and `waitUntilEmpty` do
 */
export async function drainUntil<Result>(
  context: ReconcileContext,
  whole: ReconcileContext,
  drain: Drain,
  steps: DrainSteps<Result>,
): Promise<DrainEnd<Result>> {
  try {
    const end = await waitUntilEmpty(context, drain, steps);
    if (end.kind === "state_changed") throw failByOutsideState(drain, end.state);
    if (end.kind !== "timed_out") return end;
    throw steps.findObstacle?.() ?? createOutOfTimeError(context, drain, end.cause);
  } catch (failure) {
    if (drain.draining === undefined) throw failure;
    const restoration = await restoreState(forRollback(whole), drain.draining.stateBefore, drain.known);
    if (restoration === "gone") return { kind: "gone_after_failure", failure };
    throw isMergeQueueError(failure) ? completeDrainError(drain, failure, restoration) : failure;
  }
}

/**
 * Requires that nobody else has changed the queue. Returns false if the last read still shows the state from
 * before the drain, because this read may be out of date.
 * @throws MergeQueueError `queue_not_empty` or `outcome_unknown`, if someone else changed the queue
 */
export function isStillDraining(context: ReconcileContext, drain: Drain): boolean {
  const outside = findOutsideState(context, drain);
  if (outside !== undefined) throw failByOutsideState(drain, outside);
  throwIfChanged(context, drain);
  if (drain.draining === undefined) return true;
  const state = tryToRequestableState(drain.last.settings);
  return state === "draining" || state === undefined;
}

/**
 * Sets the queue to `draining`, once. If anything fails later, the caller must restore the
 * earlier state. While the queue is switching modes, does nothing at first, so that a read can show its
 * state.
 */
export async function beginDraining(
  context: ReconcileContext,
  drain: Drain,
  priorState: RequestableState | undefined,
): Promise<Drain["draining"]> {
  if (drain.draining !== undefined || !canBegin(context, drain)) return drain.draining;
  throwIfStopped(context, "updateQueue");
  throwIfChanged(context, drain);
  const shown = tryToRequestableState(drain.last.settings);
  const draining = { stateBefore: shown ?? priorState, sinceMs: context.clock.now() };
  drain.draining = draining;
  if (shown === "draining") return draining;
  const onSettled = ({ settings }: LiveQueue): void => {
    draining.stateBefore = tryToRequestableState(settings) ?? draining.stateBefore;
  };
  try {
    // Listing pull requests that are not ready may have taken long.
    const basis = { onSettled, known: drain.known, seenAtMs: drain.last.listing?.atMs };
    await writeSettings(context, { settings: { state: "draining" } }, basis);
  } catch (error) {
    // An outside change deleted it; the next read shows that.
    if (!hasErrorCode(error, "queue_gone")) throw error;
  }
  return draining;
}

function canBegin({ clock, deadline }: ReconcileContext, { startedAtMs, last }: Drain): boolean {
  const patienceMs = Math.min(READER_LAG_MS, deadline.totalMs / 2);
  return clock.now() - startedAtMs >= patienceMs || tryToRequestableState(last.settings) !== undefined;
}

function createOutOfTimeError({ clock }: ReconcileContext, drain: Drain, cause: unknown): MergeQueueError {
  const error = createTimeoutError(drain, clock.now() - drain.startedAtMs, cause);
  if (drain.draining !== undefined) return error;
  return completeDrainError(drain, error, { says: "Nothing was changed." });
}

export interface FailedDrain {
  readonly queue: QueueIdentity;
  readonly goal: "deleted" | "drained";
  readonly last: ListedQueue;
}

/** Makes the error for a queue that was not empty in time. {@link completeDrainError} adds the outcome. */
export function createTimeoutError(drain: FailedDrain, waitedMs: number, cause?: unknown): MergeQueueError {
  const advice =
    " Nothing in it was being tested, and a draining queue starts nothing new: waiting longer would not have helped. " +
    `Cancel the pull requests: mergequeue pr cancel ${quoteForShell(formatQueueId(drain.queue))} NUMBER.`;
  const reason =
    `it was not empty after ${describeWait(waitedMs)}. This is the timeout, less the time that is reserved for restoring the state of the queue.` +
    (isHeld(drain.last) ? advice : describeNotReady(drain.queue, drain.last.pullRequests));
  return createNotEmptiedError(drain, reason, cause);
}

/** Makes the error for a state that someone else set during the drain. This state is kept. */
function failByOutsideState(drain: Drain, state: RequestableState): MergeQueueError {
  drain.draining = undefined;
  const reason = `its state was changed to ${state} while it was draining. That change was kept.`;
  return createNotEmptiedError(drain, reason + describeLeft(drain.last));
}

/** Throws if someone else has changed the queue since it was first read. @throws `outcome_unknown` */
function throwIfChanged(context: ReconcileContext, drain: Drain): void {
  const { queue, goal, last } = drain;
  const drift = drain.known.findDrift(last, toReasonStyle(context), false);
  if (drift === undefined) return;
  drain.draining = undefined;
  const id = formatQueueId(queue);
  const state = last.settings.state ?? "in an unknown state";
  throw new MergeQueueError(
    "outcome_unknown",
    `Queue ${id} was not ${goal}: ${drift.reason}, so someone else has changed the queue since it was first read, or has replaced it with another queue. It was left as it is: ${state}. To set it to running, run mergequeue queue resume ${quoteForShell(id)}.`,
    { queue, ...toOperation(goal), record: last.settings },
  );
}

function createNotEmptiedError(drain: FailedDrain, reason: string, cause?: unknown): MergeQueueError {
  const { queue, goal, last } = drain;
  const message = `Queue ${formatQueueId(queue)} was not ${goal}: ${reason}`;
  const details = { queue, ...toOperation(goal), record: last.settings };
  return new MergeQueueError("queue_not_empty", message, details, cause);
}

/** Adds to a failure what was restored, and which pull requests are left. */
function completeDrainError(
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
