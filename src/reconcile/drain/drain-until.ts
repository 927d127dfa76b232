import { READER_LAG_MS } from "../../api/poll-until";
import type { KnownQueue } from "../../queue/known-queue";
import { hasErrorCode, isMergeQueueError, type MergeQueueError } from "../../queue/merge-queue-error";
import type { ListedQueue } from "../listed-queue";
import { type RequestableState, tryToRequestableState } from "../queue-state";
import type { LiveQueue } from "../read-queue";
import { forRollback, type ReconcileContext, throwIfStopped, toReasonStyle } from "../reconcile-context";
import { writeSettings } from "../write-settings";
import {
  completeDrainError,
  createSettingsChangedError,
  createStateChangedError,
  createTimeoutError,
  type FailedDrain,
} from "./drain-errors";
import { restoreState } from "./restore-state";
import {
  type EmptyWait,
  type EmptyWaitEnd,
  type EmptyWaitSteps,
  findOutsideState,
  waitUntilEmpty,
} from "./wait-until-empty";

export interface DrainOptions extends Pick<EmptyWaitSteps<unknown>, "onHeld"> {
  /** The queue's last known state: restored if every read showed it switching modes. */
  readonly priorState: RequestableState | undefined;
}

export interface Drain extends FailedDrain, EmptyWait {
  last: ListedQueue;
  readonly startedAtMs: number;
  /** The queue as first read, and what was sent. */
  readonly known: KnownQueue;
}

export interface DrainSteps<Result> extends EmptyWaitSteps<Result> {
  /** Returns the error that ends the drain at its deadline instead of "not empty in time". Default: none. */
  readonly findObstacle?: () => MergeQueueError | undefined;
}

export type DrainEnd<Result> =
  | Extract<EmptyWaitEnd<Result>, { readonly kind: "empty" | "gone" }>
  | { readonly kind: "gone_after_failure"; readonly failure: unknown };

/**
 * After a failure or timeout, one set to `draining` gets its former state back, in the time of `whole`.
 * @throws MergeQueueError `queue_not_empty`; `interrupted`; or as `steps` and `waitUntilEmpty`
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

/** False if the read may lag. @throws `queue_not_empty` (state), `outcome_unknown` (setting) of others */
export function isStillDraining(context: ReconcileContext, drain: Drain): boolean {
  const outside = findOutsideState(context, drain);
  if (outside !== undefined) throw failByOutsideState(drain, outside);
  const drift = drain.known.findDrift(drain.last, toReasonStyle(context), false);
  if (drift !== undefined) {
    drain.draining = undefined;
    throw createSettingsChangedError(drain, drift.reason);
  }
  if (drain.draining === undefined) return true;
  const state = tryToRequestableState(drain.last.settings);
  return state === "draining" || state === undefined;
}

function failByOutsideState(drain: Drain, state: RequestableState): MergeQueueError {
  drain.draining = undefined;
  return createStateChangedError(drain, state);
}

/**
 * Once: from then on the earlier state has to be restored, even if the response is lost. One that is
 * switching modes gets time to show it; one that someone else has changed is left alone.
 */
export async function beginDraining(
  context: ReconcileContext,
  drain: Drain,
  priorState: RequestableState | undefined,
): Promise<Drain["draining"]> {
  if (drain.draining !== undefined || !canBegin(context, drain)) return drain.draining;
  throwIfStopped(context, "updateQueue");
  const drift = drain.known.findDrift(drain.last, toReasonStyle(context), false);
  if (drift !== undefined) {
    drain.draining = undefined;
    throw createSettingsChangedError(drain, drift.reason);
  }
  const shown = tryToRequestableState(drain.last.settings);
  const draining = { stateBefore: shown ?? priorState, sinceMs: context.clock.now() };
  drain.draining = draining;
  if (shown === "draining") return draining;
  const onSettled = ({ settings }: LiveQueue): void => {
    draining.stateBefore = tryToRequestableState(settings) ?? draining.stateBefore;
  };
  try {
    // The list of what is not ready may have taken long.
    const seenAtMs = drain.last.listing?.atMs;
    const basis = { onSettled, known: drain.known, seenAtMs };
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
