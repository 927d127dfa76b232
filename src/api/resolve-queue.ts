import { findNewQueueDrift } from "../queue/find-new-queue-drift";
import { KnownQueue, type QueueDrift, type ReasonStyle, type ShownSettings } from "../queue/known-queue";
import { MergeQueueError } from "../queue/merge-queue-error";
import { formatQueueId, type QueueIdentity } from "../queue/queue-identity";
import { ASSUMED_DEFAULTS, type QueueRecord, SETTING_NAMES, SETTINGS } from "../queue/settings";
import { isPlainObject } from "../text/is-plain-object";
import { quote } from "../text/quote";
import type { CreateQueueRequest } from "../wire/first/create-queue";
import type { DeleteQueueRequest } from "../wire/first/delete-queue";
import type { GetQueueResponse } from "../wire/first/get-queue";
import type { OperationName } from "../wire/first/operations";
import { type ApiClient, type CallOptions, ignoreNotFound } from "./api-client";
import type { ApiContext } from "./poll-until";
import { type NonIdempotentWrite, sendUntilKnown, type WriteOutcome } from "./resolve/send-until-known";

/**
 * Creates a queue. If the response is lost, a new queue with the requested settings counts as created.
 * Sends nothing if the first read fails.
 * @returns the service's response, undefined if it was lost
 * @throws MergeQueueError `outcome_unknown` if the new queue's settings differ; as `sendUntilKnown`
 */
export async function resolveCreate(context: ApiContext, request: CreateQueueRequest): Promise<unknown> {
  await context.api.abilities.checkRequest("createQueue", request);
  const { repo, targetBranch, ...settings } = request;
  const queue = { repo, targetBranch };
  const existed = (await tryFetchQueue(context.api, queue, context)) !== undefined;
  const sent = await sendCreate(context, request, { existed });
  if (sent.kind === "answered") return sent.response;
  const { additionalFields = {}, enqueuedPullRequests: pullRequests } = sent.read;
  if (sent.kind === "found") {
    const message = `Queue ${quote(formatQueueId(queue))} was created by someone else. It was not changed.`;
    throw new MergeQueueError("queue_exists", message, { operation: "createQueue", queue });
  }
  const drift = findNewQueueDrift(
    { settings: toQueueRecord(sent.read), additionalFields, pullRequests },
    { wanted: { settings }, newQueue: { settings: ASSUMED_DEFAULTS, additionalFields: {} } },
    showAllValues(context),
  );
  if (drift === undefined) return undefined;
  throw createForeignError(queue, drift, sent.read, " Read the queue, and update it if it is yours.");
}

/**
 * Sends `/createQueue` until its outcome is known. After an interrupt, sends no repeat.
 * @param options - `existed`: whether the queue existed before; if so, reads cannot show the outcome
 * @returns the service's response, or the queue that a read found. `inferred`: a lost request may have
 * created this queue, so the caller must judge it. `found`: someone else created the queue.
 * @throws MergeQueueError as `sendUntilKnown` and `ApiClient.call`
 */
export async function sendCreate(
  context: ApiContext,
  request: CreateQueueRequest,
  { existed = false }: { readonly existed?: boolean } = {},
): Promise<WriteOutcome<GetQueueResponse>> {
  const queue = { repo: request.repo, targetBranch: request.targetBranch };
  const probe: NonIdempotentWrite<GetQueueResponse>["probe"] = async (options) => {
    const applied = await tryFetchQueue(context.api, queue, options);
    return applied === undefined ? "not_applied" : { applied };
  };
  const sentAtMs = context.api.tellServiceTime();
  const outcome = await sendUntilKnown(context, {
    operation: "createQueue",
    request,
    probe: existed ? undefined : probe,
    notApplied: existed ? "The queue existed before this request." : "Later reads did not show the queue.",
    repeatCode: "refused",
  });
  if (outcome.kind !== "inferred" || sentAtMs === undefined) return outcome;
  // Without a time of creation, the age is unknown, and this is false.
  const isOlder = Date.parse(String(outcome.read.createdAt)) < sentAtMs;
  return isOlder ? { ...outcome, kind: "found" } : outcome;
}

/** Returns a new queue's id from the response. Returns undefined if the interface has no queue ids. */
export function tryGetCreatedId({ api }: Pick<ApiContext, "api">, response: unknown): string | undefined {
  if (!api.abilities.hasQueueIds || !isPlainObject(response)) return undefined;
  const { id } = response;
  return typeof id === "string" ? id : undefined;
}

/**
 * Deletes a queue. Reads the queue first, so that a repeat cannot delete a recreated queue. If the response
 * is lost, a missing queue counts as deleted.
 * @returns the service's response, undefined if it was lost
 * @throws MergeQueueError `outcome_unknown` if the queue was changed or replaced; as `sendUntilKnown`
 */
export async function resolveDelete(context: ApiContext, request: DeleteQueueRequest): Promise<unknown> {
  const known = new KnownQueue();
  known.see(toShownSettings(await context.api.call("getQueue", request, context)));
  return (await sendDelete(context, request, { known, seenAtMs: context.clock.now() })).response;
}

export interface DeleteBasis {
  readonly known: KnownQueue;
  /** Time of the last read. If it is over a second ago, a read precedes the delete. Default: no read. */
  readonly seenAtMs?: number | undefined;
  /** Which values messages show. Default: all values. */
  readonly style?: ReasonStyle;
  /** Returns an error if the queue that a probe found must not be deleted. Default: it may be deleted. */
  readonly findObstacle?: (
    found: GetQueueResponse,
    failure: MergeQueueError | undefined,
    options: CallOptions,
  ) => Promise<MergeQueueError | undefined>;
}

/** Does what {@link resolveDelete} does after its read. @throws also the error that `findObstacle` returns */
export async function sendDelete(
  context: ApiContext,
  { repo, targetBranch }: DeleteQueueRequest,
  { known, seenAtMs, style = showAllValues(context), findObstacle }: DeleteBasis,
): Promise<WriteOutcome> {
  const queue = { repo, targetBranch };
  const probe: NonIdempotentWrite["probe"] = async (options, failure) => {
    const found = await tryFetchQueue(context.api, queue, options);
    if (found === undefined) return { applied: undefined };
    const shown = toShownSettings(found);
    const obstacle = await findObstacle?.(found, failure, options);
    if (obstacle !== undefined) return obstacle;
    const drift = known.findDrift(shown, style);
    if (drift !== undefined)
      return createDriftError({ api: context.api, operation: "deleteQueue", queue }, drift, shown, failure);
    known.see(shown);
    return "not_applied";
  };
  return sendUntilKnown(context, {
    operation: "deleteQueue",
    request: queue,
    probe,
    seenAtMs,
    notApplied: "Later reads showed the queue.",
    repeatCode: "not_found",
  });
}

interface UnsentRequest extends Pick<ApiContext, "api"> {
  readonly operation: OperationName;
  readonly queue: QueueIdentity;
}

/** Makes the error for a queue that someone else changed or recreated before a request was sent. */
export function createDriftError(
  { api, operation, queue }: UnsentRequest,
  { reason, field }: QueueDrift,
  { settings: record, additionalFields }: ShownSettings,
  failure?: MergeQueueError,
): MergeQueueError {
  const before = failure === undefined ? "" : `${failure.message} `;
  const shown = { ...(field !== undefined && { field }), record, additionalFields };
  return new MergeQueueError(
    "outcome_unknown",
    `${before}Queue ${quote(formatQueueId(queue))} was read before ${api.abilities.nameOperation(operation)} was sent: ${reason}. Someone else has ` +
      "changed the queue, or replaced it with another queue, so nothing more was sent.",
    { ...failure?.details, operation, queue, ...shown },
    failure,
  );
}

/** Makes the error for a queue that someone else may have created. @param remedy - begins with a space */
export function createForeignError(
  queue: QueueIdentity,
  { reason, field }: QueueDrift,
  found: GetQueueResponse,
  remedy = "",
): MergeQueueError {
  return new MergeQueueError(
    "outcome_unknown",
    `The response to the creation of queue ${quote(formatQueueId(queue))} was lost. A queue is there now, but ` +
      `${reason}: someone else may have created or changed it. Nothing was changed.${remedy}`,
    { operation: "createQueue", queue, record: toQueueRecord(found), ...(field !== undefined && { field }) },
  );
}

/** Reads a queue. Returns undefined if it does not exist. @throws MergeQueueError as `ApiClient.call` */
export async function tryFetchQueue(
  api: Pick<ApiClient, "call">,
  queue: QueueIdentity,
  options: CallOptions,
): Promise<GetQueueResponse | undefined> {
  return api.call("getQueue", queue, options).catch(ignoreNotFound);
}

export function showAllValues({ api }: Pick<ApiContext, "api">): ReasonStyle {
  return { nameSetting: api.vocabulary.nameSetting, isHidden: () => false };
}

/** Picks the settings and the unknown fields of a queue from a response. */
export function toShownSettings(response: GetQueueResponse): ShownSettings {
  return { settings: toQueueRecord(response), additionalFields: response.additionalFields ?? {} };
}

export function toQueueRecord(response: GetQueueResponse): QueueRecord {
  return Object.fromEntries(
    SETTING_NAMES.filter((name) => response[name] !== undefined).map((name) => [name, response[name]]),
  );
}

/** Tells whether a response has all settings of the interface, so that `/getQueue` is not needed. */
export function showsAllSettings(response: GetQueueResponse): boolean {
  return SETTINGS.every(
    // Live services show a list only if the queue has its own.
    ({ name, kind, isAlwaysShown }) => !isAlwaysShown || kind === "stringSet" || response[name] !== undefined,
  );
}
