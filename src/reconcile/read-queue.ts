import type { AdditionalFields } from "../api/additional-fields";
import type { CallOptions } from "../api/api-client";
import type { GetQueueResponse } from "../api/operations/get-queue";
import type { PullRequest } from "../api/pull-request";
import { toQueueRecord } from "../api/queue-record";
import type { MergeQueueError } from "../queue/merge-queue-error";
import { hasErrorCode } from "../queue/merge-queue-error";
import type { QueueIdentity } from "../queue/queue-identity";
import type { QueueRecord } from "../queue/settings";
import type { ReconcileContext, UnboundedContext } from "./reconcile-context";
import { toCallOptions, withTimeout } from "./reconcile-context";

/** A queue as the service shows it. */
export interface LiveQueue {
  /** Its settings; words in lower case. */
  readonly settings: QueueRecord;
  /** The pull requests that are in it, in the service's order; undefined if the service does not show them. */
  readonly pullRequests: readonly PullRequest[] | undefined;
  /** Fields that the interface does not name, as given: what a newer service has to tell. */
  readonly additionalFields: AdditionalFields;
}

/** How long an advisory read may take, in milliseconds; it is never repeated. */
export const ADVISORY_READ_TIMEOUT_MS = 5_000;

/** Answers the part of a request that names the queue; the branch in Unicode NFC (rule C-14). */
export function toQueueReference(identity: QueueIdentity): QueueIdentity {
  const { host, owner, name } = identity.repo;
  return { repo: { host, owner, name }, targetBranch: identity.targetBranch.normalize("NFC") };
}

/**
 * Reads a queue (promise K-4).
 * @throws MergeQueueError `not_found` if there is no such queue, else as `ApiClient.call` for `getQueue`
 */
export async function readQueue(
  context: ReconcileContext,
  identity: QueueIdentity,
  options = toCallOptions(context),
): Promise<LiveQueue> {
  const body = await context.api.call("getQueue", toQueueReference(identity), options);
  return toLiveQueue(body);
}

/** As {@link readQueue}, but answers undefined if there is no such queue. */
export async function tryReadQueue(
  context: ReconcileContext,
  identity: QueueIdentity,
  options?: CallOptions,
): Promise<LiveQueue | undefined> {
  return absentAsUndefined(readQueue(context, identity, options));
}

/**
 * Reads a queue to learn what a failure meant.
 * @throws the failure itself if that cannot be learned: it is then all there is to say
 */
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
 * Reads a queue once, without repeating the request: for advice, and to see what a failure left.
 * @param timeoutMs - milliseconds that the request may take
 * @returns undefined if there is no such queue
 * @throws MergeQueueError as `ApiClient.call` for `getQueue`
 */
export async function peekQueue(
  context: UnboundedContext,
  identity: QueueIdentity,
  timeoutMs = ADVISORY_READ_TIMEOUT_MS,
): Promise<LiveQueue | undefined> {
  const options = {
    ...toCallOptions(withTimeout(context, timeoutMs)),
    maxAttempts: 1,
    attemptTimeoutMs: timeoutMs,
  };
  const reading = context.api.call("getQueue", toQueueReference(identity), options);
  return absentAsUndefined(reading.then(toLiveQueue));
}

/** Sorts a queue as a service answers it. */
export function toLiveQueue(answer: GetQueueResponse): LiveQueue {
  return {
    settings: toQueueRecord(answer),
    pullRequests: answer.enqueuedPullRequests,
    additionalFields: answer.additionalFields ?? {},
  };
}

async function absentAsUndefined(reading: Promise<LiveQueue>): Promise<LiveQueue | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (hasErrorCode(error, "not_found")) return undefined;
    throw error;
  }
}
