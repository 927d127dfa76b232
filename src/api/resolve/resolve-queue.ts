import { type Contradiction, findContradiction } from "../../queue/find-contradiction";
import { hasErrorCode, MergeQueueError } from "../../queue/merge-queue-error";
import { formatQueueId, type QueueIdentity } from "../../queue/queue-identity";
import { ASSUMED_DEFAULTS, type QueueRecord, SETTING_NAMES, SETTINGS } from "../../queue/settings";
import { keepWireName } from "../../queue/vocabulary";
import { quote } from "../../text/quote";
import type { ApiClient, CallOptions } from "../api-client";
import type { OperationName, OperationRequest } from "../operations";
import type { CreateQueueRequest } from "../operations/create-queue";
import type { DeleteQueueRequest } from "../operations/delete-queue";
import type { GetQueueResponse } from "../operations/get-queue";
import type { ApiContext } from "./poll-until";
import { type NonIdempotentWrite, sendUntilKnown, type WriteOutcome } from "./send-until-known";

/**
 * Creates a queue. If the response is lost, a queue that was not there before, and now is there without a contradiction to
 * the request, counts as created. If the first read fails, nothing is sent.
 * @returns the service's response, undefined if it was lost
 * @throws MergeQueueError `outcome_unknown` if a queue contradicts the request; as `sendUntilKnown` and `ApiClient.call`
 */
export async function resolveCreate(context: ApiContext, request: CreateQueueRequest): Promise<unknown> {
  await checkRequest("createQueue", request);
  const { repo, targetBranch, ...settings } = request;
  const queue = { repo, targetBranch };
  const existed = (await tryFetchQueue(context.api, queue, context)) !== undefined;
  const findForeign = (found: GetQueueResponse): MergeQueueError | undefined => {
    const { additionalFields = {}, enqueuedPullRequests: pullRequests } = found;
    const contradiction = findContradiction(
      { settings: toQueueRecord(found), additionalFields, pullRequests },
      {
        wanted: { settings },
        isConfirmed: false,
        newQueue: { settings: ASSUMED_DEFAULTS, additionalFields: {} },
      },
      { nameSetting: keepWireName, isHidden: () => false },
    );
    const remedy = " Read it, and update it if it is yours.";
    return contradiction && createForeignError(queue, contradiction, found, remedy);
  };
  const { response } = await sendCreate(context, request, existed ? undefined : findForeign);
  return response;
}

/**
 * Sends `/createQueue` until its outcome is known. An interrupt keeps it from being sent again.
 * @param findForeign - returns why a queue that is found after a lost response may not be the one that was created.
 *   Undefined if the queue existed before, so that reading it proves nothing
 * @throws MergeQueueError as {@link resolveCreate}
 */
export async function sendCreate(
  context: ApiContext,
  request: CreateQueueRequest,
  findForeign: ((found: GetQueueResponse) => MergeQueueError | undefined) | undefined,
): Promise<WriteOutcome> {
  const queue = { repo: request.repo, targetBranch: request.targetBranch };
  const probe: NonIdempotentWrite["probe"] =
    findForeign &&
    (async (options) => {
      const found = await tryFetchQueue(context.api, queue, options);
      return found === undefined ? "not_applied" : (findForeign(found) ?? "applied");
    });
  return sendUntilKnown(context, {
    operation: "createQueue",
    request,
    probe,
    notApplied: probe ? "Reading since then did not show the queue." : "The queue was there before.",
    repeatCode: "refused",
  });
}

/**
 * Deletes a queue. If the response is lost, a queue that does not exist counts as deleted.
 * @returns the service's response, undefined if it was lost. @throws MergeQueueError as `sendUntilKnown` and `ApiClient.call`
 */
export async function resolveDelete(context: ApiContext, request: DeleteQueueRequest): Promise<unknown> {
  return (await sendDelete(context, request)).response;
}

/** What the caller of {@link sendDelete} knows. */
export interface DeleteBasis {
  /** Whether it was just created: reads that do not show it prove nothing (promise F-27). Default: false. */
  readonly isJustCreated?: boolean;
  /** Returns why a queue that still exists cannot be deleted. Default: it can. */
  readonly findObstacle?: (
    found: GetQueueResponse,
    failure: MergeQueueError,
    options: CallOptions,
  ) => Promise<MergeQueueError | undefined>;
}

/** Sends `/deleteQueue` until its outcome is known. @throws MergeQueueError as {@link resolveDelete}, or the obstacle */
export async function sendDelete(
  context: ApiContext,
  { repo, targetBranch }: DeleteQueueRequest,
  { isJustCreated = false, findObstacle }: DeleteBasis = {},
): Promise<WriteOutcome> {
  const queue = { repo, targetBranch };
  const probe: NonIdempotentWrite["probe"] = async (options, failure) => {
    const found = await tryFetchQueue(context.api, queue, options);
    if (found !== undefined) return (await findObstacle?.(found, failure, options)) ?? "not_applied";
    return isJustCreated && failure.details.isEffectPossible === true ? "not_applied" : "applied";
  };
  return sendUntilKnown(context, {
    operation: "deleteQueue",
    request: queue,
    probe,
    notApplied: isJustCreated
      ? "Right after its creation, reading does not prove that it is gone."
      : "Reading since then showed the queue.",
    repeatCode: "not_found",
  });
}

/** Makes the error for a found queue that may not be the one created. @param remedy - begins with a space */
export function createForeignError(
  queue: QueueIdentity,
  { reason, field }: Contradiction,
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

/** Checks a request before any other is sent for it; loads the schemas. @throws MergeQueueError `invalid_request` */
export async function checkRequest<Name extends OperationName>(
  name: Name,
  request: OperationRequest<Name>,
): Promise<void> {
  const { encodeRequest } = await import("../encode-request");
  encodeRequest(name, request);
}

/** Reads a queue; undefined if the service says that it does not exist. @throws MergeQueueError as `ApiClient.call` */
export async function tryFetchQueue(
  api: Pick<ApiClient, "call">,
  queue: QueueIdentity,
  options: CallOptions,
): Promise<GetQueueResponse | undefined> {
  try {
    return await api.call("getQueue", queue, options);
  } catch (error) {
    if (hasErrorCode(error, "not_found")) return undefined;
    throw error;
  }
}

/** Picks the settings of a queue from a response. */
export function toQueueRecord(response: GetQueueResponse): QueueRecord {
  return Object.fromEntries(
    SETTING_NAMES.filter((name) => response[name] !== undefined).map((name) => [name, response[name]]),
  );
}

/** Tells whether a response contains all settings that every service has, so that `/getQueue` is not needed. */
export function showsAllSettings(response: GetQueueResponse): boolean {
  return SETTINGS.every(({ name, isAlwaysShown }) => !isAlwaysShown || response[name] !== undefined);
}
