import { hasErrorCode, MergeQueueError } from "../../queue/merge-queue-error";
import { formatQueueId, type QueueIdentity } from "../../queue/queue-identity";
import { CREATE_SETTINGS } from "../../queue/settings";
import { quote } from "../../text/quote";
import type { ApiClient, CallOptions } from "../api-client";
import type { OperationName, OperationRequest } from "../operations";
import type { CreateQueueRequest } from "../operations/create-queue";
import type { GetQueueResponse } from "../operations/get-queue";
import { toQueueRecord } from "../queue-record";
import { type ProbeResult, sendUntilKnown, type WriteContext, type WriteOutcome } from "./send-until-known";

/**
 * Creates a queue. If the response is lost, a queue that was not there before, and now is there as requested, counts as
 * created.
 * @returns the service's response; undefined if its response was lost and the queue is there
 * @throws MergeQueueError `outcome_unknown` also if a queue with other settings is there; as `sendUntilKnown` and
 *   `ApiClient.call`. If the first read fails, nothing was sent
 */
export async function createQueue(context: WriteContext, request: CreateQueueRequest): Promise<unknown> {
  const { api, options } = context;
  await checkRequest("createQueue", request);
  const queue = { repo: request.repo, targetBranch: request.targetBranch };
  const existed = (await tryReadQueue(api, queue, options)) !== undefined;
  const { response } = await sendCreate(context, request, { existed });
  return response;
}

/** What the caller of {@link sendCreate} knows. */
export interface CreateBasis {
  /** Whether the queue existed before, so that reading it proves nothing. */
  readonly existed: boolean;
  /**
   * Whether the caller sets the queue's settings afterwards. Then any new queue counts as created, and an interrupt no
   * longer ends the call after a lost response (promise K-7). Default: false.
   */
  readonly isConfiguredNext?: boolean;
}

/**
 * Sends `/createQueue` until its outcome is known. The provider, the command and the client use these rules.
 * @throws MergeQueueError as {@link createQueue}
 */
export async function sendCreate(
  context: WriteContext,
  request: CreateQueueRequest,
  { existed, isConfiguredNext = false }: CreateBasis,
): Promise<WriteOutcome<unknown>> {
  const { api } = context;
  const queue = { repo: request.repo, targetBranch: request.targetBranch };
  const probe = async (options: CallOptions): Promise<ProbeResult> => {
    const found = await tryReadQueue(api, queue, options);
    if (found === undefined) return "not_applied";
    return isConfiguredNext ? "applied" : compare(request, queue, found);
  };
  return sendUntilKnown(context, {
    operation: "createQueue",
    queue,
    send: async (options) => api.call("createQueue", request, options),
    probe: existed ? undefined : probe,
    notApplied: existed ? "The queue was there before." : "Reading since then did not show the queue.",
    repeatCode: "refused",
    continuesAfterStop: isConfiguredNext,
  });
}

/**
 * Checks a request before any other request is sent for it. Loads the schemas, which take time that not every program
 * needs to spend.
 * @throws MergeQueueError `invalid_request` naming everything that is wrong
 */
export async function checkRequest<Name extends OperationName>(
  name: Name,
  request: OperationRequest<Name>,
): Promise<void> {
  const { encodeRequest } = await import("../encode-request");
  encodeRequest(name, request);
}

/**
 * Reads a queue.
 * @returns undefined if the service says that it does not exist
 * @throws MergeQueueError as `ApiClient.call`
 */
export async function tryReadQueue(
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

function compare(request: CreateQueueRequest, queue: QueueIdentity, found: GetQueueResponse): ProbeResult {
  for (const { name } of CREATE_SETTINGS) {
    const requested = request[name];
    const stored = found[name];
    if (requested !== undefined && stored !== undefined && stored !== requested) {
      return new MergeQueueError(
        "outcome_unknown",
        `The response to the creation of queue ${quote(formatQueueId(queue))} was lost. A new queue is there, but its ` +
          `${name} is ${quote(stored)} and not ${quote(requested)}: it may be from an outside change. Read it, and ` +
          "update it if it is yours.",
        { operation: "createQueue", queue, record: toQueueRecord(found), field: name },
      );
    }
  }
  return "applied";
}
