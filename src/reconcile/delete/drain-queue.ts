import { READER_LAG_MS } from "../../api/resolve/poll-until";
import { hasErrorCode, isMergeQueueError, type MergeQueueError } from "../../queue/merge-queue-error";
import type { QueueIdentity } from "../../queue/queue-identity";
import { type RequestableState, tryToRequestableState } from "../queue-state";
import { tryReadQueue } from "../read-queue";
import { forRollback, type ReconcileContext, throwIfStopped, withReserve } from "../reconcile-context";
import { writeSettings } from "../write/write-settings";
import { commitDelete, type Deletion } from "./delete-queue";
import { completeDrainError, createStateChangedError, createTimeoutError } from "./drain-errors";
import { requireListed } from "./require-empty";
import { restoreState } from "./restore-state";
import { type EmptyWait, waitUntilEmpty } from "./wait-until-empty";

/** How a queue is drained before it is deleted. */
export interface DrainOptions {
  /**
   * The queue's last known state. It is restored if draining fails and the queue was switching modes all the time, so
   * that no read showed a state that can be requested.
   */
  readonly priorState: RequestableState | undefined;
  /** Called once, with what to tell the user, if nothing can leave the queue by itself. */
  readonly onHeld?: (message: string) => void;
}

interface Drain extends EmptyWait {
  readonly startedAtMs: number;
  /** Set while the service refuses to delete the queue although it is empty. */
  refused?: { readonly failure: MergeQueueError; readonly sinceMs: number } | undefined;
}

/**
 * Deletes a queue once it is empty (promise F-22). A queue that contains pull requests is set to `draining`, and is
 * deleted when they have left. If that fails, or takes too long, the earlier state is restored; a part of the time is
 * reserved for that.
 * @throws MergeQueueError `queue_not_empty` if the time is over or an outside change ended the draining;
 *   `interrupted`; or as `writeSettings` and `commitDelete`
 */
export async function drainQueue(
  context: ReconcileContext,
  identity: QueueIdentity,
  options: DrainOptions,
): Promise<Deletion> {
  const startedAtMs = context.clock.now();
  const working = withReserve(context);
  const first = await tryReadQueue(working, identity);
  if (first === undefined) return "already_gone";
  const drain: Drain = { startedAtMs, last: requireListed(identity, first) };
  try {
    return await deleteWhenEmpty(working, identity, drain, options);
  } catch (failure) {
    if (drain.draining === undefined) throw failure;
    const restoration = await restoreState(forRollback(context), identity, drain.draining.stateBefore);
    // The request that failed last may have deleted it.
    if (restoration.kind === "gone") return "deleted";
    throw isMergeQueueError(failure)
      ? completeDrainError(identity, failure, restoration, drain.last)
      : failure;
  }
}

async function deleteWhenEmpty(
  context: ReconcileContext,
  identity: QueueIdentity,
  drain: Drain,
  { priorState, onHeld }: DrainOptions,
): Promise<Deletion> {
  const end = await waitUntilEmpty(context, identity, drain, {
    onHeld,
    onEmpty: async () => tryDelete(context, identity, drain),
    onBusy: async () => {
      drain.refused = undefined;
      if (drain.draining === undefined && canBegin(context, drain)) {
        await begin(context, identity, drain, priorState);
      }
    },
  });
  switch (end.kind) {
    case "empty":
      return end.result;
    case "gone":
      return "already_gone";
    case "state_changed":
      drain.draining = undefined;
      throw createStateChangedError(identity, drain.last, end.state);
    case "timed_out":
      throw drain.refused?.failure ?? createOutOfTimeError(context, identity, drain, end.cause);
  }
}

/** A queue that is switching modes gets some time to show the state that may have to be restored. */
function canBegin({ clock, deadline }: ReconcileContext, { startedAtMs, last }: Drain): boolean {
  const patienceMs = Math.min(READER_LAG_MS, deadline.totalMs / 2);
  return clock.now() - startedAtMs >= patienceMs || tryToRequestableState(last.settings) !== undefined;
}

/** Sets the queue to `draining`. From then on its earlier state has to be restored, even if the response is lost. */
async function begin(
  context: ReconcileContext,
  identity: QueueIdentity,
  drain: Drain,
  priorState: RequestableState | undefined,
): Promise<void> {
  throwIfStopped(context, identity, "updateQueue");
  const shown = tryToRequestableState(drain.last.settings);
  const draining = { stateBefore: shown ?? priorState, sinceMs: context.clock.now() };
  drain.draining = draining;
  if (shown === "draining") return;
  try {
    await writeSettings(
      context,
      identity,
      { settings: { state: "draining" } },
      {
        onSettled: ({ settings }) => {
          draining.stateBefore = tryToRequestableState(settings) ?? draining.stateBefore;
        },
      },
    );
  } catch (error) {
    // An outside change deleted it; the next read shows that.
    if (!hasErrorCode(error, "queue_gone")) throw error;
  }
}

/** Returns undefined if a pull request was submitted meanwhile, or for a while after an unexplained refusal: reads may lag. */
async function tryDelete(
  context: ReconcileContext,
  identity: QueueIdentity,
  drain: Drain,
): Promise<Deletion | undefined> {
  throwIfStopped(context, identity, "deleteQueue");
  try {
    return await commitDelete(context, identity, { isJustCreated: false });
  } catch (error) {
    if (hasErrorCode(error, "queue_not_empty")) return undefined;
    if (!hasErrorCode(error, "refused")) throw error;
    const nowMs = context.clock.now();
    drain.refused ??= { failure: error, sinceMs: nowMs };
    if (nowMs - drain.refused.sinceMs >= READER_LAG_MS) throw error;
    return undefined;
  }
}

function createOutOfTimeError(
  { clock }: ReconcileContext,
  identity: QueueIdentity,
  { startedAtMs, draining, last }: Drain,
  cause: unknown,
): MergeQueueError {
  const error = createTimeoutError(identity, last, clock.now() - startedAtMs, cause);
  return draining === undefined
    ? completeDrainError(identity, error, { says: "Nothing was changed." }, last)
    : error;
}
