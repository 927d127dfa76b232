import { type Contradiction, findContradiction } from "../../queue/find-contradiction";
import { hasErrorCode, MergeQueueError } from "../../queue/merge-queue-error";
import { formatQueueId, type QueueIdentity } from "../../queue/queue-identity";
import { ASSUMED_DEFAULTS } from "../../queue/settings";
import { keepWireName } from "../../queue/vocabulary";
import { quote } from "../../text/quote";
import type { ApiClient, CallOptions } from "../api-client";
import type { OperationName, OperationRequest } from "../operations";
import type { CreateQueueRequest } from "../operations/create-queue";
import type { GetQueueResponse } from "../operations/get-queue";
import { toQueueRecord } from "../queue-record";
import type { CallContext } from "./poll-until";
import { type ProbeResult, sendUntilKnown, type WriteOutcome } from "./send-until-known";

/**
 * Creates a queue. If the response is lost, a queue that was not there before, and now is there without a contradiction to
 * the request, counts as created.
 * @returns the service's response, undefined if it was lost
 * @throws MergeQueueError `outcome_unknown` if a queue contradicts the request; as `sendUntilKnown` and `ApiClient.call`
 */
export async function resolveCreate(context: CallContext, request: CreateQueueRequest): Promise<unknown> {
  const { api } = context;
  await checkRequest("createQueue", request);
  const { repo, targetBranch, ...settings } = request;
  const queue = { repo, targetBranch };
  const existed = (await tryFetchQueue(api, queue, context)) !== undefined;
  const findForeign = (found: GetQueueResponse): MergeQueueError | undefined => {
    const { additionalFields = {}, enqueuedPullRequests: pullRequests } = found;
    const shown = { settings: toQueueRecord(found), additionalFields, pullRequests };
    const newQueue = { settings: ASSUMED_DEFAULTS, additionalFields: {} };
    const style = { nameSetting: keepWireName, isHidden: () => false };
    const contradiction = findContradiction(
      shown,
      { wanted: { settings }, isConfirmed: false, newQueue },
      style,
    );
    return (
      contradiction &&
      createForeignError(queue, contradiction, found, " Read it, and update it if it is yours.")
    );
  };
  const { response } = await sendCreate(context, request, existed ? undefined : findForeign);
  return response;
}

/**
 * Sends `/createQueue` until its outcome is known. The provider, the command and the client use these rules. An interrupt
 * keeps it from being sent again.
 * @param findForeign - called with a queue that is found after a lost response: returns why it may not be the one that was
 *   created. Undefined if the queue existed before, so that reading it proves nothing
 * @throws MergeQueueError as {@link resolveCreate}
 */
export async function sendCreate(
  context: CallContext,
  request: CreateQueueRequest,
  findForeign: ((found: GetQueueResponse) => MergeQueueError | undefined) | undefined,
): Promise<WriteOutcome<unknown>> {
  const { api } = context;
  const queue = { repo: request.repo, targetBranch: request.targetBranch };
  const probe =
    findForeign &&
    (async (options: CallOptions): Promise<ProbeResult> => {
      const found = await tryFetchQueue(api, queue, options);
      return found === undefined ? "not_applied" : (findForeign(found) ?? "applied");
    });
  return sendUntilKnown(context, {
    operation: "createQueue",
    queue,
    send: async (options) => api.call("createQueue", request, options),
    probe,
    notApplied:
      probe === undefined ? "The queue was there before." : "Reading since then did not show the queue.",
    repeatCode: "refused",
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
    {
      operation: "createQueue",
      queue,
      record: toQueueRecord(found),
      ...(field === undefined ? {} : { field }),
    },
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
