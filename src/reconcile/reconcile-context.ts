import { Deadline } from "../api/clock";
import type { ApiContext } from "../api/poll-until";
import type { ReasonStyle } from "../queue/known-queue";
import { isMergeQueueError, MergeQueueError } from "../queue/merge-queue-error";
import { formatQueueId, type QueueIdentity } from "../queue/queue-identity";

const RESERVE_SHARE = 0.2;

const LONGEST_RESERVE_MS = 30_000;

/** Timeout of an advisory read, in milliseconds. An advisory read is never retried. */
export const ADVISORY_READ_TIMEOUT_MS = 5_000;

/** The inputs of one operation on one queue. Without a stop signal, no interrupt stops the operation. */
export interface ReconcileContext extends ApiContext {
  readonly queue: QueueIdentity;
  /** Wire names of settings whose wanted values must not be in messages. Default: none. */
  readonly sensitive?: ReadonlySet<string> | undefined;
}

/** Returns how messages name a queue's settings, and which values they hide. */
export function toReasonStyle({ api, sensitive }: Pick<ReconcileContext, "api" | "sensitive">): ReasonStyle {
  return { nameSetting: api.vocabulary.nameSetting, isHidden: (name) => sensitive?.has(name) === true };
}

/** A context whose deadline may be absent. */
export type UnboundedContext = Omit<ReconcileContext, "deadline"> & {
  readonly deadline?: Deadline | undefined;
};

/** Returns the context for steps that continue after an interrupt, until `endSignal` fires (K-7, F-12). */
export function withoutStop(context: ReconcileContext): ReconcileContext {
  return { ...context, stopSignal: context.endSignal };
}

/** Returns the context with a deadline `timeoutMs` from now, unless the present deadline is earlier. */
export function withTimeout<Context extends Pick<UnboundedContext, "clock" | "deadline">>(
  context: Context,
  timeoutMs: number,
): Context & { readonly deadline: Deadline } {
  return { ...context, deadline: Deadline.after(timeoutMs, context.clock, context.deadline) };
}

/** Returns the context with an earlier deadline. By default, a fifth is left for a rollback, at most 30 s. */
export function withReserve(
  context: ReconcileContext,
  share = RESERVE_SHARE,
  mostMs = LONGEST_RESERVE_MS,
): ReconcileContext {
  const { remainingMs } = context.deadline;
  return withTimeout(context, remainingMs - Math.min(mostMs, remainingMs * share));
}

/** Returns the context for a rollback: no interrupt cancels it, and it lasts at most 30 seconds. */
export function forRollback(context: ReconcileContext): ReconcileContext {
  return withTimeout(withoutStop(context), Math.min(LONGEST_RESERVE_MS, context.deadline.remainingMs));
}

/** Waits between two calls. @throws MergeQueueError `interrupted` as soon as the user interrupts */
export async function pause(context: ReconcileContext, ms: number): Promise<void> {
  await explainInterrupt(context, context.clock.sleep(ms, context.stopSignal));
}

/** Awaits a promise. @throws MergeQueueError `interrupted` if an interrupt ended the wait */
export async function explainInterrupt<Result>(
  { queue, stopSignal }: ReconcileContext,
  waiting: Promise<Result>,
): Promise<Result> {
  try {
    return await waiting;
  } catch (error) {
    if (isMergeQueueError(error) || stopSignal?.aborted !== true) throw error;
    throw new MergeQueueError(
      "interrupted",
      `Interrupted while waiting for queue ${formatQueueId(queue)}. Earlier requests may have taken effect: read the ` +
        "queue again to see its present settings.",
      { queue },
      error,
    );
  }
}

/** Stops the operation if the user has interrupted it. @throws MergeQueueError `interrupted` */
export function throwIfStopped({ queue, stopSignal }: ReconcileContext, operation: string): void {
  if (stopSignal?.aborted !== true) return;
  throw new MergeQueueError(
    "interrupted",
    `Interrupted before ${operation} was called for queue ${formatQueueId(queue)}; nothing was changed. ` +
      "Run the same command again to continue.",
    { queue, operation },
  );
}
