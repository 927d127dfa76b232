import type { AdditionalFields } from "../api/additional-fields";
import type { CallOptions } from "../api/api-client";
import type { GetQueueResponse } from "../api/operations/get-queue";
import type { PullRequest } from "../api/pull-request";
import { toQueueRecord } from "../api/queue-record";
import { tryFetchQueue } from "../api/resolve/send-create";
import type { MergeQueueError } from "../queue/merge-queue-error";
import type { QueueIdentity } from "../queue/queue-identity";
import type { QueueRecord } from "../queue/settings";
import { type ReconcileContext, type UnboundedContext, withTimeout } from "./reconcile-context";

/** A queue as the service shows it. */
export interface LiveQueue {
  /** Its settings; words in lower case. */
  readonly settings: QueueRecord;
  /** The pull requests in it, in the service's order; undefined if the service does not list them. */
  readonly pullRequests: readonly PullRequest[] | undefined;
  /** Fields that the interface does not name, unchanged. */
  readonly additionalFields: AdditionalFields;
}

/** How long an advisory read may take, in milliseconds; it is never retried. */
export const ADVISORY_READ_TIMEOUT_MS = 5_000;

/** Returns the fields of a request that name the queue, with the branch in Unicode NFC (rule C-14). */
export function toQueueReference(identity: QueueIdentity): QueueIdentity {
  const { host, owner, name } = identity.repo;
  return { repo: { host, owner, name }, targetBranch: identity.targetBranch.normalize("NFC") };
}

/**
 * Reads a queue (promise K-4).
 * @throws MergeQueueError `not_found` if the queue does not exist, or as `ApiClient.call` for `getQueue`
 */
export async function readQueue(
  context: ReconcileContext,
  identity: QueueIdentity,
  options: CallOptions = context,
): Promise<LiveQueue> {
  const body = await context.api.call("getQueue", toQueueReference(identity), options);
  return toLiveQueue(body);
}

/** As {@link readQueue}, but returns undefined if the queue does not exist. */
export async function tryReadQueue(
  context: ReconcileContext,
  identity: QueueIdentity,
  options: CallOptions = context,
): Promise<LiveQueue | undefined> {
  const found = await tryFetchQueue(context.api, toQueueReference(identity), options);
  return found && toLiveQueue(found);
}

/** Reads a queue to explain a failure. @throws the failure itself if the queue cannot be read */
export async function readToExplain(
  context: ReconcileContext,
  identity: QueueIdentity,
  failure: MergeQueueError,
): Promise<LiveQueue | undefined> {
  try {
    return await tryReadQueue(context, identity);
  } catch {
    throw failure;
  }
}

/**
 * Reads a queue without retries: after a failure, as a part of its operation, or for advice, which nothing waits longer for
 * than the timeout.
 * @returns undefined if the queue does not exist
 * @throws MergeQueueError as `ApiClient.call` for `getQueue`
 */
export async function peekQueue(
  context: UnboundedContext,
  identity: QueueIdentity,
  timeoutMs = ADVISORY_READ_TIMEOUT_MS,
): Promise<LiveQueue | undefined> {
  const bounded = withTimeout(context, timeoutMs);
  return tryReadQueue(bounded, identity, {
    ...bounded,
    maxAttempts: 1,
    attemptTimeoutMs: timeoutMs,
    countsLimiter: context.deadline === undefined,
    // No caller needs one: advice says nothing of a queue that is not found, and a created queue has proven the route.
    isProofNeeded: false,
  });
}

/** Converts a response of `/getQueue` or `/updateQueue`. */
export function toLiveQueue(response: GetQueueResponse): LiveQueue {
  return {
    settings: toQueueRecord(response),
    pullRequests: response.enqueuedPullRequests,
    additionalFields: response.additionalFields ?? {},
  };
}
