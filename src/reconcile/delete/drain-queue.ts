import { READER_LAG_MS } from "../../api/poll-until";
import { KnownQueue } from "../../queue/known-queue";
import { hasErrorCode, type MergeQueueError } from "../../queue/merge-queue-error";
import { createOutdatedError } from "../create-outdated-error";
import {
  beginDraining,
  type Drain,
  type DrainOptions,
  drainUntil,
  isStillDraining,
} from "../drain/drain-until";
import { tryReadListed } from "../drain/read-listed";
import type { ShownQueue } from "../find-wanted-changes";
import { forQueue } from "../read-queue";
import { type ReconcileContext, throwIfStopped, withReserve } from "../reconcile-context";
import { commitDelete, type Deletion } from "./delete-queue";

/** Deletes only if still draining, with the settings first read; else the earlier state is restored. */
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
  const outdated = createOutdatedError(context, "deleted", known, first);
  if (outdated !== undefined) throw outdated;
  known.see(first);
  const drain: Drain = { queue, goal: "deleted", startedAtMs, last: first, known };
  let refusal: { readonly failure: MergeQueueError; readonly sinceMs: number } | undefined;
  /** Returns undefined if a pull request came meanwhile, or for a while after a refusal: reads may lag. */
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
