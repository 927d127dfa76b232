import type { ApiClient, CallOptions } from "../api/api-client";
import type { Clock } from "../api/clock";
import { Deadline } from "../api/clock";
import type { WriteContext } from "../api/resolve/send-until-known";
import { MergeQueueError } from "../queue/merge-queue-error";
import type { QueueIdentity } from "../queue/queue-identity";
import { formatQueueId } from "../queue/queue-identity";

/** Share of the operation's time that is kept for undoing what it has done by halves. */
const RESERVE_SHARE = 0.2;

/** Milliseconds that are kept at most. */
const LONGEST_RESERVE_MS = 30_000;

/** What one operation on one queue works with. */
export interface ReconcileContext {
  readonly api: ApiClient;
  readonly clock: Clock;
  /** When the operation gives up, all its calls and waiting included. */
  readonly deadline: Deadline;
  /** The user's interrupt; absent where the operation must be finished (promise K-7). */
  readonly stopSignal?: AbortSignal;
  /** Aborts when nobody waits for the outcome any more: then no further write begins (promise F-12). */
  readonly endSignal?: AbortSignal;
  /** Wire names of settings of which no message repeats what is wanted; see `OperationOptions`. */
  readonly sensitive?: ReadonlySet<string>;
}

/** A context whose deadline is not set yet. */
export type UnboundedContext = Omit<ReconcileContext, "deadline">;

/** Answers how the context's calls behave. */
export function toCallOptions(context: ReconcileContext): CallOptions {
  return {
    deadline: context.deadline,
    ...(context.stopSignal === undefined ? {} : { stopSignal: context.stopSignal }),
  };
}

/** Returns what a write, and finding out what it did, work with. */
export function toWriteContext(context: ReconcileContext): WriteContext {
  const { api, clock, endSignal } = context;
  return { api, clock, endSignal, options: toCallOptions(context) };
}

/**
 * Answers the context for steps that an interrupt must not tear apart (promise K-7); they end only when nobody waits
 * for them any more (promise F-12).
 */
export function withoutStop({
  api,
  clock,
  deadline,
  endSignal,
  sensitive,
}: ReconcileContext): ReconcileContext {
  return {
    api,
    clock,
    deadline,
    ...(endSignal === undefined ? {} : { stopSignal: endSignal, endSignal }),
    ...(sensitive === undefined ? {} : { sensitive }),
  };
}

/** Answers the context with a deadline of its own, `timeoutMs` from now. */
export function withTimeout(context: UnboundedContext, timeoutMs: number): ReconcileContext {
  return { ...context, deadline: Deadline.after(timeoutMs, context.clock) };
}

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
export function forRollback(context: ReconcileContext): ReconcileContext {
  return withTimeout(withoutStop(context), Math.min(LONGEST_RESERVE_MS, context.deadline.remainingMs));
}

/**
 * Waits between two calls (promise K-7).
 * @param ms - milliseconds
 * @throws MergeQueueError `interrupted` as soon as the user interrupts
 */
export async function pause(context: ReconcileContext, queue: QueueIdentity, ms: number): Promise<void> {
  try {
    await context.clock.sleep(ms, context.stopSignal);
  } catch (error) {
    if (context.stopSignal?.aborted !== true) throw error;
    throw toInterrupted(queue, error);
  }
}

/** Makes the error of an interrupt that ended a wait. */
export function toInterrupted(queue: QueueIdentity, cause: unknown): MergeQueueError {
  return new MergeQueueError(
    "interrupted",
    `Interrupted while waiting for queue ${formatQueueId(queue)}. What had been sent before may have taken ` +
      "effect: read the queue again to see what it is now.",
    { queue },
    cause,
  );
}

/**
 * Ends the operation if the user has interrupted it.
 * @throws MergeQueueError `interrupted`
 */
export function throwIfStopped(context: ReconcileContext, queue: QueueIdentity, operation: string): void {
  if (context.stopSignal?.aborted !== true) return;
  throw new MergeQueueError(
    "interrupted",
    `Interrupted before ${operation} was called for queue ${formatQueueId(queue)}; nothing was changed. ` +
      "Run the same command again to go on.",
    { queue, operation },
  );
}
