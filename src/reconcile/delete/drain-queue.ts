import { READER_LAG_MS } from "../../api/resolve/poll-until";
import { hasErrorCode, type MergeQueueError } from "../../queue/merge-queue-error";
import { beginDraining, type Drain, type DrainOptions, drainUntil } from "../drain/drain-until";
import { requireListed } from "../drain/listed-queue";
import { tryReadQueue } from "../read-queue";
import { type ReconcileContext, throwIfStopped, withReserve } from "../reconcile-context";
import { commitDelete, type Deletion } from "./delete-queue";

/** A refusal to delete a queue although it is empty. */
interface Refusal {
  readonly failure: MergeQueueError;
  readonly sinceMs: number;
}

/**
 * Deletes a queue once it is empty (promise F-22). A queue that contains pull requests is set to `draining`, and is
 * deleted when they have left. If that fails, or takes too long, the earlier state is restored; a part of the time is
 * reserved for that.
 * @throws MergeQueueError as `drainUntil` and `commitDelete`
 */
export async function drainQueue(
  context: ReconcileContext,
  { priorState, onHeld }: DrainOptions,
): Promise<Deletion> {
  const { clock, queue } = context;
  const startedAtMs = clock.now();
  const working = withReserve(context);
  const first = await tryReadQueue(working);
  if (first === undefined) return "already_gone";
  const drain: Drain = { queue, goal: "deleted", startedAtMs, last: requireListed(queue, first) };
  let refusal: Refusal | undefined;
  const end = await drainUntil(working, context, drain, {
    onHeld,
    onEmpty: async () =>
      tryDelete(working, (failure) => {
        refusal ??= { failure, sinceMs: clock.now() };
        return refusal;
      }),
    onBusy: async () => {
      refusal = undefined;
      await beginDraining(working, drain, priorState);
    },
    findObstacle: () => refusal?.failure,
  });
  switch (end.kind) {
    case "empty":
      return end.result;
    case "gone":
      return "already_gone";
    case "gone_after_failure":
      return "deleted";
  }
}

/**
 * Returns undefined if a pull request was submitted meanwhile, or for a while after an unexplained refusal: reads may lag.
 * @param remember - records a refusal; returns the first one
 */
async function tryDelete(
  context: ReconcileContext,
  remember: (failure: MergeQueueError) => Refusal,
): Promise<Deletion | undefined> {
  throwIfStopped(context, "deleteQueue");
  try {
    return await commitDelete(context);
  } catch (error) {
    if (hasErrorCode(error, "queue_not_empty")) return undefined;
    if (!hasErrorCode(error, "refused")) throw error;
    const { sinceMs } = remember(error);
    if (context.clock.now() - sinceMs >= READER_LAG_MS) throw error;
    return undefined;
  }
}
