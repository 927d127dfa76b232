import { isDeepStrictEqual } from "node:util";
import { addNotReady, listNotReady } from "../../api/add-not-ready";
import {
  type ErrorDetails,
  hasErrorCode,
  isMergeQueueError,
  MergeQueueError,
} from "../../queue/merge-queue-error";
import { formatQueueId, type QueueIdentity } from "../../queue/queue-identity";
import { isWaiting, type ListedQueue } from "../listed-queue";
import { type LiveQueue, toQueueReference, tryReadQueue } from "../read-queue";
import type { ReconcileContext } from "../reconcile-context";

const LISTING_MS = 60_000;

/**
 * Reads a queue with all its pull requests. Reuses the list of `before` for up to a minute, as long as
 * `/getQueue` shows the same pull requests as before and not all of them wait.
 */
export async function tryReadListed(
  context: ReconcileContext,
  before?: ListedQueue,
): Promise<ListedQueue | undefined> {
  const live = await tryReadQueue(context);
  if (live === undefined) return undefined;
  const { pullRequests: shown = [] } = live;
  const listing = before?.listing;
  if (listing !== undefined && context.clock.now() - listing.atMs < LISTING_MS) {
    const goesOn = shown.some((each) => !isWaiting(each)) && isDeepStrictEqual(shown, listing.shown);
    if (goesOn) return { ...live, pullRequests: addNotReady(shown, listing.notReady), listing };
  }
  try {
    return await listAll(context, live);
  } catch (error) {
    // It may have been deleted between the two requests.
    const isMissing = isMergeQueueError(error) && hasErrorCode(error.cause, "not_found");
    if (isMissing && (await tryReadQueue(context)) === undefined) return undefined;
    throw error;
  }
}

/** Adds the pull requests that are not ready to a queue. May miss one that becomes ready at this moment. */
export async function listAll(
  { queue, ...context }: ReconcileContext,
  live: LiveQueue,
): Promise<ListedQueue> {
  const { pullRequests: shown, settings: record } = live;
  if (shown === undefined) {
    const problem = "the service's response to getQueue has no enqueuedPullRequests.";
    const details = { queue, operation: "getQueue", field: "enqueuedPullRequests", record };
    const remedy = "Delete the queue in the service itself, where you can see its pull requests.";
    throw createUnlistedError("unexpected_response", [problem, remedy], details);
  }
  const atMs = context.clock.now();
  try {
    const notReady = await listNotReady(context.api, toQueueReference(queue), context);
    return { ...live, pullRequests: addNotReady(shown, notReady), listing: { shown, notReady, atMs } };
  } catch (error) {
    if (!isMergeQueueError(error) || error.code === "interrupted") throw error;
    const { code, message, details } = error;
    const problem = `its pull requests that are not ready could not be listed. ${message}`;
    const remedy = "When they can be listed, run the same command again.";
    // "Not found" would mean that the queue is gone.
    const shownCode = code === "not_found" ? "unexpected_response" : code;
    throw createUnlistedError(shownCode, [problem, remedy], { ...details, queue, record }, error);
  }
}

function createUnlistedError(
  code: MergeQueueError["code"],
  [problem, remedy]: readonly [problem: string, remedy: string],
  details: ErrorDetails & { readonly queue: QueueIdentity },
  cause?: unknown,
): MergeQueueError {
  return new MergeQueueError(
    code,
    `It is not known whether queue ${formatQueueId(details.queue)} is empty: ${problem} So the queue does not count as drained, ` +
      `and it was not deleted. ${remedy}`,
    details,
    cause,
  );
}
