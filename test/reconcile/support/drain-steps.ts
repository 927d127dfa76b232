import { drainQueue } from "../../../src/reconcile/delete/delete-queue";
import type { DrainOptions } from "../../../src/reconcile/drain/drain-until";
import { type FailedOutcome, type Outcome, play, playFailure } from "./play";
import { live, looks, record, type Step, times, updates } from "./steps";

/** No state is known that the queue had before. */
export const UNKNOWN_STATE: DrainOptions = { priorState: undefined };
/** The queue is set to drain. */
export const DRAIN = updates({ state: "draining" }, record({ state: "draining" }));
/** It gets its state back. */
export const RESTORE = updates({ state: "running" }, record());
/** A look shows the queue as it was before, with a pull request in it. */
export const BUSY = looks(live({}, [7]));
/** As {@link BUSY}, but it drains. */
export const BUSY_DRAINING = looks(live({ state: "draining" }, [7]));
/** As {@link BUSY}, but it is switching modes. */
export const BUSY_SWITCHING = looks(live({ state: "switching_modes" }, [7]));
/** A look shows that it drains and is empty. */
export const EMPTY = looks(live({ state: "draining" }));
/** Draining has begun, and the queue has been looked at once. */
export const BEGUN = [BUSY, DRAIN, BUSY_DRAINING];
/** As {@link BEGUN}, with looks at 250, 750, 1750, 3750 and 7750 milliseconds; the next is due at 12,750. */
export const LATE = [...BEGUN, ...times(4, BUSY_DRAINING)];

/**
 * Drains against the calls that are expected.
 * @param timeoutMs - milliseconds for the operation. Default: 5 minutes
 */
export function drain(
  steps: readonly Step[],
  timeoutMs?: number,
  options = UNKNOWN_STATE,
): Promise<Outcome<unknown>> {
  return play(steps, ({ context }) => drainQueue(context, options), timeoutMs);
}

/** As {@link drain}, for a drain that must fail. */
export function failToDrain(
  steps: readonly Step[],
  timeoutMs?: number,
  options = UNKNOWN_STATE,
): Promise<FailedOutcome> {
  return playFailure(steps, ({ context }) => drainQueue(context, options), timeoutMs);
}
