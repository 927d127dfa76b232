import { createPollDelays, READER_LAG_MS } from "../../api/resolve/poll-until";
import type { MergeQueueError } from "../../queue/merge-queue-error";
import { hasErrorCode, isMergeQueueError } from "../../queue/merge-queue-error";
import type { QueueIdentity } from "../../queue/queue-identity";
import type { RequestableState } from "../queue-state";
import { tryToRequestableState } from "../queue-state";
import type { LiveQueue } from "../read-queue";
import { tryReadQueue } from "../read-queue";
import type { ReconcileContext } from "../reconcile-context";
import { forRollback, pause, throwIfStopped, withReserve } from "../reconcile-context";
import { writeSettings } from "../write/write-settings";
import type { Deletion } from "./commit-delete";
import { commitDelete } from "./commit-delete";
import { completeDrainError, createTakenOverError, createTimeoutError } from "./drain-errors";
import type { ListedQueue } from "./require-empty";
import { requireListed } from "./require-empty";
import { restoreState } from "./restore-state";

/** How a queue is drained before it is deleted. */
export interface DrainOptions {
  /**
   * State that the queue had when it was last known. It is what is set back if draining fails and the queue showed no
   * state that can be requested, because it was switching modes all the time.
   */
  readonly priorState: RequestableState | undefined;
}

/** What has been done and seen so far. */
interface Drain {
  readonly startedAtMs: number;
  /** The queue as it was seen last. */
  last: ListedQueue;
  /** Since it was set to drain, or found draining: what it was before, as far as that is known. */
  begun?: { stateBefore: RequestableState | undefined; readonly atMs: number } | undefined;
  /** Since the service refuses to delete the queue although it is empty. */
  refused?: { readonly failure: MergeQueueError; readonly atMs: number } | undefined;
}

/**
 * Deletes a queue once it is empty (promise F-22): one that has pull requests in it is set to drain, so that what is
 * in it goes on and nothing new starts, and is waited for. If it does not get empty in time, or something else ends
 * the wait, the state that it had before is set back, for which a part of the time is kept.
 * @throws MergeQueueError `queue_not_empty` if the time is over or somebody else has ended the draining;
 *   `interrupted`; or as `writeSettings` and `commitDelete`
 */
export async function drainQueue(
  context: ReconcileContext,
  identity: QueueIdentity,
  { priorState }: DrainOptions,
): Promise<Deletion> {
  const startedAtMs = context.clock.now();
  const working = withReserve(context);
  const first = await tryReadQueue(working, identity);
  if (first === undefined) return "already_gone";
  const drain: Drain = { startedAtMs, last: requireListed(identity, first) };
  try {
    return await deleteWhenEmpty(working, identity, drain, priorState);
  } catch (failure) {
    if (drain.begun === undefined) throw failure;
    const restoration = await restoreState(forRollback(context), identity, drain.begun.stateBefore);
    // What the service was last asked may have been done after all.
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
  priorState: RequestableState | undefined,
): Promise<Deletion> {
  const nextDelayMs = createPollDelays();
  for (;;) {
    const live = drain.last;
    if (live.pullRequests.length === 0) {
      const deletion = await tryDelete(context, identity, drain);
      if (deletion !== undefined) return deletion;
    } else {
      drain.refused = undefined;
      if (drain.begun !== undefined) requireDraining(context, identity, drain, live);
      else if (canBegin(context, drain, live)) await begin(context, identity, drain, live, priorState);
    }
    const delayMs = nextDelayMs();
    if (delayMs >= context.deadline.remainingMs) {
      throw drain.refused?.failure ?? createOutOfTimeError(context, identity, drain);
    }
    await pause(context, identity, delayMs);
    const next = await look(context, identity, drain);
    if (next === undefined) return "already_gone";
    drain.last = requireListed(identity, next);
  }
}

/** Reads the queue. A look that the end of the time has cut off tells less than the one before. */
async function look(
  context: ReconcileContext,
  identity: QueueIdentity,
  drain: Drain,
): Promise<LiveQueue | undefined> {
  try {
    return await tryReadQueue(context, identity);
  } catch (error) {
    if (context.deadline.remainingMs > 0) throw error;
    throw createOutOfTimeError(context, identity, drain, error);
  }
}

/** A queue that is switching modes is given some time to show the state that will have to be set back. */
function canBegin({ clock, deadline }: ReconcileContext, drain: Drain, live: LiveQueue): boolean {
  const patienceMs = Math.min(READER_LAG_MS, deadline.totalMs / 2);
  const isPatienceOver = clock.now() - drain.startedAtMs >= patienceMs;
  return isPatienceOver || tryToRequestableState(live.settings) !== undefined;
}

/** Sets the queue to drain. From then on there is something to be set back, even if the answer is lost. */
async function begin(
  context: ReconcileContext,
  identity: QueueIdentity,
  drain: Drain,
  live: LiveQueue,
  priorState: RequestableState | undefined,
): Promise<void> {
  throwIfStopped(context, identity, "updateQueue");
  const shown = tryToRequestableState(live.settings);
  const begun = { stateBefore: shown ?? priorState, atMs: context.clock.now() };
  drain.begun = begun;
  if (shown === "draining") return;
  try {
    await writeSettings(
      context,
      identity,
      { settings: { state: "draining" } },
      {
        onSettled: ({ settings }) => {
          begun.stateBefore = tryToRequestableState(settings) ?? begun.stateBefore;
        },
      },
    );
  } catch (error) {
    // Somebody else has deleted it, which the next look will show.
    if (!hasErrorCode(error, "queue_gone")) throw error;
  }
}

/** What reading shows for a while after the change may be the state before (promise F-27). */
function requireDraining(
  { clock }: ReconcileContext,
  identity: QueueIdentity,
  drain: Drain,
  live: ListedQueue,
): void {
  const state = tryToRequestableState(live.settings);
  if (state === undefined || state === "draining" || drain.begun === undefined) return;
  const { stateBefore, atMs } = drain.begun;
  if (state === stateBefore && clock.now() - atMs < READER_LAG_MS) return;
  drain.begun = undefined;
  throw createTakenOverError(identity, live, state);
}

/**
 * Deletes the empty queue.
 * @returns undefined if a pull request has slipped in, or if the service refuses without a reason to be seen: what
 *   it shows may lag behind what it knows, so that such a refusal is final only after a while
 */
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
    drain.refused ??= { failure: error, atMs: nowMs };
    if (nowMs - drain.refused.atMs >= READER_LAG_MS) throw error;
    return undefined;
  }
}

function createOutOfTimeError(
  { clock }: ReconcileContext,
  identity: QueueIdentity,
  { startedAtMs, begun, last }: Drain,
  cause?: unknown,
): MergeQueueError {
  const error = createTimeoutError(identity, last, clock.now() - startedAtMs, cause);
  return begun === undefined
    ? completeDrainError(identity, error, { says: "Nothing was changed." }, last)
    : error;
}
