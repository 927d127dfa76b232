import type { ReconcileContext } from "./reconcile-context";
import { withoutStop, withTimeout } from "./reconcile-context";

/** Share of the operation's time that is kept for undoing what it has done by halves. */
const RESERVE_SHARE = 0.2;

/** Milliseconds that are kept at most. */
const LONGEST_RESERVE_MS = 30_000;

/**
 * Answers the context for work that may have to be undone: its deadline leaves a fifth of the operation's time,
 * 30 seconds at most, for undoing it (promise F-03).
 */
export function withReserve(context: ReconcileContext): ReconcileContext {
  const { remainingMs } = context.deadline;
  return withTimeout(context, remainingMs - Math.min(LONGEST_RESERVE_MS, remainingMs * RESERVE_SHARE));
}

/**
 * Answers the context for undoing what was done by halves: no interrupt stops it (promise K-7), and it takes no
 * longer than what {@link withReserve} keeps at most, so that an interrupted operation ends soon.
 */
export function toUndoing(context: ReconcileContext): ReconcileContext {
  return withTimeout(withoutStop(context), Math.min(LONGEST_RESERVE_MS, context.deadline.remainingMs));
}
