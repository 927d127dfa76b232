import { addNotReady, listNotReady } from "../api/add-not-ready";
import type { ApiClient, CallOptions } from "../api/api-client";
import { toShownSettings, tryFetchQueue } from "../api/resolve-queue";
import { hasErrorCode, type MergeQueueError, toErrorMessage } from "../queue/merge-queue-error";
import type { QueueIdentity } from "../queue/queue-identity";
import type { QueueRecord } from "../queue/settings";
import type { AdditionalFields } from "../wire/additional-fields";
import type { GetQueueResponse } from "../wire/first/get-queue";
import type { PullRequest } from "../wire/first/pull-request";
import {
  ADVISORY_READ_TIMEOUT_MS,
  type ReconcileContext,
  type UnboundedContext,
  withTimeout,
} from "./reconcile-context";

/** A queue from the service's list, without its pull requests. */
export type QueueWithoutContent = Pick<LiveQueue, "settings" | "additionalFields" | "queueId">;

/** A queue as the service shows it. */
export interface LiveQueue {
  /** The queue's settings, with words in lower case. */
  readonly settings: QueueRecord;
  /** The service's own id. A recreated queue gets a new id. Undefined if the service has no ids. */
  readonly queueId?: string | undefined;
  /**
   * The queue's pull requests in the service's order; undefined if the service does not list them. The
   * service may omit pull requests that are not ready; {@link withNotReady} adds them.
   */
  readonly pullRequests: readonly PullRequest[] | undefined;
  /** Why the pull requests that are not ready could not be listed; undefined if nothing failed. */
  readonly notReadyProblem?: string | undefined;
  /** Fields that the interface does not name, as the service sent them. */
  readonly additionalFields: AdditionalFields;
}

/** Returns the fields that name the queue in a request. The branch is in Unicode NFC. */
export function toQueueReference({ repo, targetBranch }: QueueIdentity): QueueIdentity {
  const { host, owner, name } = repo;
  return { repo: { host, owner, name }, targetBranch: targetBranch.normalize("NFC") };
}

/** Reads the queue (K-4). @throws MergeQueueError `not_found` if it is missing, or as `ApiClient.call` */
export async function readQueue(context: ReconcileContext): Promise<LiveQueue> {
  return toLiveQueue(await context.api.call("getQueue", toQueueReference(context.queue), context));
}

/** Does the same as {@link readQueue}, but returns undefined if the queue does not exist. */
export async function tryReadQueue(context: ReconcileContext): Promise<LiveQueue | undefined> {
  const found = await tryFetchQueue(context.api, toQueueReference(context.queue), context);
  return found && toLiveQueue(found);
}

/** Reads the queue to explain a failure. @throws the failure itself if the queue cannot be read */
export async function readToExplain(
  context: ReconcileContext,
  failure: MergeQueueError,
): Promise<LiveQueue | undefined> {
  try {
    return await tryReadQueue(context);
  } catch {
    throw failure;
  }
}

/** Reads the queue for advice or after a failure: once, within five seconds. @throws as `ApiClient.call` */
export async function peekQueue(context: UnboundedContext): Promise<LiveQueue | undefined> {
  // A 404 needs no proof: advice ignores it, and a create has already proven the route.
  return tryReadQueue({ ...forAdvice(context), isProofNeeded: false });
}

/** Returns a context for reads without retries. Together, the reads take at most `mostMs` milliseconds. */
export function forAdvice(context: UnboundedContext, mostMs = ADVISORY_READ_TIMEOUT_MS): ReconcileContext {
  const timeoutMs = Math.min(mostMs, context.deadline?.remainingMs ?? Infinity);
  return {
    ...withTimeout(context, timeoutMs),
    maxAttempts: 1,
    attemptTimeoutMs: timeoutMs,
    countsLimiter: context.deadline === undefined,
  };
}

/**
 * Adds the pull requests that are not ready, for output and advice. (Deletes and drains use `tryReadListed`.)
 * If they cannot be listed, sets `notReadyProblem`. @throws MergeQueueError `interrupted`
 */
export async function withNotReady(
  context: CallOptions & { readonly api: ApiClient; readonly queue: QueueIdentity },
  live: LiveQueue,
): Promise<LiveQueue> {
  const { pullRequests } = live;
  if (pullRequests === undefined) return live;
  try {
    const notReady = await listNotReady(context.api, toQueueReference(context.queue), context);
    return { ...live, pullRequests: addNotReady(pullRequests, notReady) };
  } catch (error) {
    if (hasErrorCode(error, "interrupted")) throw error;
    return { ...live, notReadyProblem: toErrorMessage(error) };
  }
}

/** Converts a response of `/getQueue` or `/updateQueue`. */
export function toLiveQueue(response: GetQueueResponse): LiveQueue {
  return { ...toQueueWithoutContent(response), pullRequests: response.enqueuedPullRequests };
}

/** Converts one queue of a list response. */
export function toQueueWithoutContent(response: GetQueueResponse): QueueWithoutContent {
  const { queueId } = response;
  return { ...toShownSettings(response), ...(queueId !== undefined && { queueId }) };
}

/** Reads a queue without its pull requests. Needs `abilities.listsQueues`. @throws as {@link readQueue} */
export async function readWithoutContent(context: ReconcileContext): Promise<QueueWithoutContent> {
  const reference = toQueueReference(context.queue);
  return toQueueWithoutContent(await context.api.call("getQueueRecord", reference, context));
}

/** Returns the context for further requests about this queue. They contain the queue's id, if it has one. */
export function forQueue<Context extends CallOptions>(context: Context, live: QueueWithoutContent): Context {
  return { ...context, queueId: context.queueId ?? live.queueId };
}
