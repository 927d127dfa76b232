import type { ApiClient, CallOptions } from "../api/api-client";
import type { Clock } from "../api/clock";
import { Deadline } from "../api/clock";
import { MergeQueueError } from "../queue/merge-queue-error";
import type { QueueIdentity } from "../queue/queue-identity";

/** What one operation on one queue works with. */
export interface ReconcileContext {
  readonly api: ApiClient;
  readonly clock: Clock;
  /** When the operation gives up, all its calls and waiting included. */
  readonly deadline: Deadline;
  /** The user's interrupt; absent where the operation must be finished (promise K-7). */
  readonly stopSignal?: AbortSignal;
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

/** Answers the context for steps that an interrupt must not tear apart (promise K-7). */
export function withoutStop(context: ReconcileContext): ReconcileContext {
  return { api: context.api, clock: context.clock, deadline: context.deadline };
}

/** Answers the context with a deadline of its own, `timeoutMs` from now. */
export function withTimeout(context: UnboundedContext, timeoutMs: number): ReconcileContext {
  return { ...context, deadline: Deadline.after(timeoutMs, context.clock) };
}

/**
 * Ends the operation if the user has interrupted it.
 * @throws MergeQueueError `interrupted`
 */
export function throwIfStopped(context: ReconcileContext, queue: QueueIdentity, operation: string): void {
  if (context.stopSignal?.aborted !== true) return;
  throw new MergeQueueError(
    "interrupted",
    `Interrupted before ${operation} was called; nothing was changed.`,
    {
      queue,
      operation,
    },
  );
}
