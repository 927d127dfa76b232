import type { CallOptions } from "../api/api-client";
import type { OperationResponse } from "../api/operations";
import type { PullRequest } from "../api/pull-request";
import type { QueueBody } from "../api/queue-record";
import { toQueueRecord } from "../api/queue-record";
import { hasErrorCode, MergeQueueError } from "../queue/merge-queue-error";
import type { QueueIdentity } from "../queue/queue-identity";
import { formatQueueId } from "../queue/queue-identity";
import type { QueueRecord } from "../queue/settings";
import { tryFindSetting } from "../queue/settings";
import type { ReconcileContext, UnboundedContext } from "./reconcile-context";
import { toCallOptions, withTimeout } from "./reconcile-context";

/** A queue as the service shows it. */
export interface LiveQueue {
  /** Its settings; enum words in the table's spelling, unknown ones as given. */
  readonly settings: QueueRecord;
  /** The pull requests that are in it, in the service's order. */
  readonly pullRequests: readonly PullRequest[];
  /** Fields that the interface does not name, as given: what a newer service has to tell. */
  readonly additionalFields: { readonly [wireName: string]: unknown };
}

/** Fields of a queue that are no settings (interface, section "Queue"). */
const OTHER_FIELDS: ReadonlySet<string> = new Set(["branch", "enqueuedPullRequests"]);

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
  return toLiveQueue(body, identity);
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
  return absentAsUndefined(reading.then((body) => toLiveQueue(body, identity)));
}

/** Answers the fields of a queue that the interface does not name. */
export function pickAdditionalFields(body: QueueBody): LiveQueue["additionalFields"] {
  const fields = Object.entries(body).filter(
    ([name]) => tryFindSetting(name) === undefined && !OTHER_FIELDS.has(name),
  );
  return Object.fromEntries(fields);
}

function toLiveQueue(body: OperationResponse<"getQueue">, queue: QueueIdentity): LiveQueue {
  try {
    return {
      settings: toQueueRecord(body),
      pullRequests: body.enqueuedPullRequests,
      additionalFields: pickAdditionalFields(body),
    };
  } catch (error) {
    /* istanbul ignore next -- toQueueRecord throws nothing else; this only narrows the type */
    if (!hasErrorCode(error, "unexpected_response")) throw error;
    throw new MergeQueueError(
      "unexpected_response",
      `The answer to getQueue for queue ${formatQueueId(queue)} cannot be used. ${error.message}`,
      { ...error.details, operation: "getQueue", queue },
      error,
    );
  }
}

async function absentAsUndefined(reading: Promise<LiveQueue>): Promise<LiveQueue | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (hasErrorCode(error, "not_found")) return undefined;
    throw error;
  }
}
