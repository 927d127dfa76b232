import { READER_LAG_MS } from "../../api/poll-until";
import { createDriftError, sendDelete } from "../../api/resolve-queue";
import { KnownQueue } from "../../queue/known-queue";
import { hasErrorCode, isMergeQueueError, MergeQueueError } from "../../queue/merge-queue-error";
import { formatQueueId, type QueueIdentity } from "../../queue/queue-identity";
import { countPullRequests, describePullRequests } from "../describe-pull-requests";
import {
  beginDraining,
  type Drain,
  type DrainOptions,
  drainUntil,
  isStillDraining,
} from "../drain/drain-until";
import { listAll, tryReadListed } from "../drain/read-listed";
import type { ShownQueue } from "../find-wanted-changes";
import { describeNotReady, type ListedQueue } from "../listed-queue";
import { pollQueue, waitUntilSettled } from "../poll-queue";
import { isSwitchingModes } from "../queue-state";
import { forQueue, type LiveQueue, toLiveQueue, toQueueReference, tryReadQueue } from "../read-queue";
import { type ReconcileContext, throwIfStopped, toReasonStyle, withReserve } from "../reconcile-context";

export type Deletion = "deleted" | "already_gone";

/**
 * Deletes a queue if it is empty and has the `expected` settings. Succeeds if the queue does not exist.
 * @throws MergeQueueError `plan_outdated`, `queue_not_empty`, `interrupted`, or as `commitDelete`
 */
export async function deleteQueue(context: ReconcileContext, expected?: ShownQueue): Promise<Deletion> {
  const live = await tryReadListed(context);
  if (live === undefined) return "already_gone";
  const known = new KnownQueue(expected, Object.keys(expected?.additionalFields ?? {}));
  throwIfOutdated(context, known, live);
  throwIfAny(createNotEmptyError(context.queue, live));
  throwIfStopped(context, "deleteQueue");
  known.see(live);
  return commitDelete(forQueue(context, live), known, live.listing?.atMs);
}

/** Returns an error if someone else created, changed or uses the queue that was read. */
type FindForeign = (live: LiveQueue) => MergeQueueError | undefined;

/**
 * Deletes a queue that this run created, unless `findForeign` returns an error for a read of it. If no read
 * has shown the queue yet (`isSeen`), first waits until a read shows it.
 * @throws MergeQueueError from `findForeign`, `queue_not_empty`, or as `commitDelete`
 */
export async function deleteCreatedQueue(
  context: ReconcileContext,
  findForeign: FindForeign,
  { isSeen }: { readonly isSeen: boolean },
): Promise<Deletion> {
  const live = await (isSeen ? tryReadQueue(context) : pollQueue(context, (now) => now !== undefined));
  // Nothing is left to delete: a queue that appears later is another one.
  if (live === undefined) return "already_gone";
  const seenAtMs = context.clock.now();
  throwIfAny(await findObstacle(context, live, findForeign));
  const known = new KnownQueue();
  known.see(live);
  return commitDelete(context, known, seenAtMs, findForeign);
}

/** Returns why a queue must not be deleted: someone else changed it, or it has pull requests. */
async function findObstacle(
  context: ReconcileContext,
  live: LiveQueue,
  findForeign?: FindForeign,
  cause?: unknown,
): Promise<MergeQueueError | undefined> {
  const foreign = findForeign?.(live);
  if (foreign !== undefined) return foreign;
  const listed = await listAll(context, live);
  return findForeign?.(listed) ?? createNotEmptyError(context.queue, listed, cause);
}

function throwIfAny(error: MergeQueueError | undefined): void {
  if (error !== undefined) throw error;
}

/**
 * Sends the delete. If the response does not report success in JSON, reads the queue to see the outcome.
 * Sends the delete again only if the queue is still the known one. Waits while an empty queue switches modes.
 * Calls `findForeign` with each read.
 * @throws the errors of `findForeign` and `sendDelete`; MergeQueueError `queue_not_empty`, `interrupted`;
 * `unexpected_response` if a deleted queue still exists
 */
async function commitDelete(
  context: ReconcileContext,
  known: KnownQueue,
  readAtMs: number | undefined,
  findForeign?: FindForeign,
): Promise<Deletion> {
  const { clock, queue } = context;
  let seenAtMs = readAtMs;
  const style = toReasonStyle(context);
  for (;;) {
    try {
      const { kind, response } = await sendDelete(context, toQueueReference(queue), {
        known,
        seenAtMs,
        style,
        findObstacle: async (found, failure, options) =>
          findObstacle({ ...context, ...options }, toLiveQueue(found), findForeign, failure),
      });
      // Text may be anything, even a refusal.
      if (kind === "answered" && typeof response !== "object") await confirmGone(context);
      return kind === "found" ? "already_gone" : "deleted";
    } catch (error) {
      if (!isMergeQueueError(error) || (error.code !== "refused" && error.code !== "not_found")) throw error;
      const live = await explain(context, error);
      if (live === undefined) return "already_gone";
      throwIfAny(await findObstacle(context, live, findForeign, error).catch(() => error));
      if (!isSwitchingModes(live.settings)) throw error;
      const settled = await waitUntilSettled(context);
      if (settled === undefined) return "already_gone";
      seenAtMs = clock.now();
      throwIfAny(await findObstacle(context, settled, findForeign, error));
      const drift = known.findDrift(settled, style);
      if (drift !== undefined)
        throw createDriftError({ api: context.api, operation: "deleteQueue", queue }, drift, settled, error);
    }
  }
}

/** Reads the queue after the service refused the delete. If the read fails, throws the refusal. */
async function explain(context: ReconcileContext, refusal: MergeQueueError): Promise<LiveQueue | undefined> {
  try {
    // Reads may lag behind the refusal, so they get time to agree with it.
    return await pollQueue(context, (live) => refusal.code !== "not_found" || isGoneOrInUse(live));
  } catch {
    throw refusal;
  }
}

async function confirmGone(context: ReconcileContext): Promise<void> {
  const { queue } = context;
  const live = await pollQueue(context, isGoneOrInUse);
  if (live === undefined) return;
  throwIfAny(await findObstacle(context, live));
  throw new MergeQueueError(
    "unexpected_response",
    `The service said that queue ${formatQueueId(queue)} was deleted, but the queue still exists. Run the same ` +
      "command again. If the queue still exists then, report it to the service's operator.",
    { queue, operation: "deleteQueue", record: live.settings },
  );
}

function isGoneOrInUse(live: LiveQueue | undefined): boolean {
  return live?.pullRequests?.length !== 0;
}

export function createNotEmptyError(
  queue: QueueIdentity,
  { pullRequests, settings: record }: Pick<ListedQueue, "pullRequests" | "settings">,
  cause?: unknown,
): MergeQueueError | undefined {
  if (pullRequests.length === 0) return undefined;
  return new MergeQueueError(
    "queue_not_empty",
    `Queue ${formatQueueId(queue)} was not deleted, because ${countPullRequests(pullRequests)} in it:\n` +
      `${describePullRequests(pullRequests)}\nNothing was changed.${describeNotReady(queue, pullRequests)}`,
    { queue, operation: "deleteQueue", record },
    cause,
  );
}

/** Drains a queue, then deletes it unless someone else changed it. After a failure, restores its state. */
export async function drainQueue(
  given: ReconcileContext,
  { priorState, onHeld }: DrainOptions,
  expected?: ShownQueue,
): Promise<Deletion> {
  const { clock, queue } = given;
  const startedAtMs = clock.now();
  const reserved = withReserve(given);
  const first = await tryReadListed(reserved);
  if (first === undefined) return "already_gone";
  const context = forQueue(given, first);
  const working = forQueue(reserved, first);
  const known = new KnownQueue(expected, Object.keys(expected?.additionalFields ?? {}));
  throwIfOutdated(context, known, first);
  known.see(first);
  const drain: Drain = { queue, goal: "deleted", startedAtMs, last: first, known };
  let refusal: { readonly failure: MergeQueueError; readonly sinceMs: number } | undefined;
  /** Returns undefined if the wait goes on: a pull request arrived, or reads do not explain a refusal yet. */
  const tryDelete = async (): Promise<Deletion | undefined> => {
    if (!isStillDraining(working, drain)) return undefined;
    throwIfStopped(working, "deleteQueue");
    try {
      return await commitDelete(working, known, drain.last.listing?.atMs);
    } catch (error) {
      if (hasErrorCode(error, "queue_not_empty")) return undefined;
      if (!hasErrorCode(error, "refused")) throw error;
      refusal ??= { failure: error, sinceMs: clock.now() };
      if (clock.now() - refusal.sinceMs >= READER_LAG_MS) throw error;
      return undefined;
    }
  };
  const end = await drainUntil(working, context, drain, {
    onHeld,
    onEmpty: tryDelete,
    onBusy: async () => {
      refusal = undefined;
      await beginDraining(working, drain, priorState);
    },
    findObstacle: () => refusal?.failure,
  });
  if (end.kind === "empty") return end.result;
  return end.kind === "gone" ? "already_gone" : "deleted";
}

/** Throws if the queue's settings differ from the plan. @throws MergeQueueError `plan_outdated` */
function throwIfOutdated(context: ReconcileContext, known: KnownQueue, live: LiveQueue): void {
  const drift = known.findDrift(live, toReasonStyle(context));
  if (drift === undefined) return;
  const { queue } = context;
  const { settings: record, additionalFields } = live;
  throw new MergeQueueError(
    "plan_outdated",
    `Queue ${formatQueueId(queue)} was not deleted, because someone else has changed it or replaced it with another queue since this was planned: ${drift.reason}. Nothing was changed. Plan again, and review the plan.`,
    { queue, ...(drift.field !== undefined && { field: drift.field }), record, additionalFields },
  );
}
