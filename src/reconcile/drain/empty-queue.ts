import { KnownQueue } from "../../queue/known-queue";
import type { ListedQueue } from "../listed-queue";
import { type RequestableState, tryToRequestableState } from "../queue-state";
import { forQueue, readQueue } from "../read-queue";
import { type ReconcileContext, withReserve } from "../reconcile-context";
import { createGoneError } from "../write/confirm-stored";
import { beginDraining, type Drain, drainUntil, isStillDraining } from "./drain-until";
import { listAll } from "./read-listed";
import type { EmptyWaitSteps } from "./wait-until-empty";

export interface EmptyingProgress extends Pick<EmptyWaitSteps<unknown>, "onHeld"> {
  /** Called as soon as the queue is draining. @param before - the queue's earlier state, if known */
  readonly onDraining?: (before: RequestableState | undefined) => void;
  /** Called after each read that shows pull requests in the draining queue. */
  readonly onBusy?: (live: ListedQueue) => void;
}

/** Drains a queue and leaves it draining. @throws `not_found`, `queue_gone`, or as {@link drainUntil} */
export async function emptyQueue(
  given: ReconcileContext,
  { onDraining, onBusy, onHeld }: EmptyingProgress,
): Promise<void> {
  const { clock, queue } = given;
  const startedAtMs = clock.now();
  const reserved = withReserve(given);
  const last = await listAll(reserved, await readQueue(reserved));
  const context = forQueue(given, last);
  const working = forQueue(reserved, last);
  const known = new KnownQueue();
  known.see(last);
  const drain: Drain = { queue, goal: "drained", startedAtMs, last, known };
  const begin = async (): Promise<boolean> => {
    if (drain.draining !== undefined) return true;
    const draining = await beginDraining(working, drain, undefined);
    if (draining !== undefined) onDraining?.(draining.stateBefore);
    return tryToRequestableState(drain.last.settings) === "draining";
  };
  const end = await drainUntil(working, context, drain, {
    onHeld,
    onEmpty: async () => ((await begin()) && isStillDraining(working, drain) ? true : undefined),
    onBusy: async () => {
      await begin();
      if (drain.draining !== undefined) onBusy?.(drain.last);
    },
  });
  if (end.kind === "gone") throw createGoneError(context);
  if (end.kind === "gone_after_failure") throw createGoneError(context, end.failure);
}
