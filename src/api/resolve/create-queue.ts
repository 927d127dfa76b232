import { hasErrorCode, MergeQueueError } from "../../queue/merge-queue-error";
import type { QueueIdentity } from "../../queue/queue-identity";
import { formatQueueId } from "../../queue/queue-identity";
import { quote } from "../../text/quote";
import type { ApiClient, CallOptions } from "../api-client";
import type { CreateQueueRequest } from "../operations/create-queue";
import type { GetQueueResponse } from "../operations/get-queue";
import { toQueueRecord } from "../queue-record";
import { checkRequest } from "./check-request";
import type { Sighting, WriteContext } from "./send-until-known";
import { sendUntilKnown } from "./send-until-known";

/**
 * Creates a queue; where the answer is lost, finds out by reading: a queue that was not there before and is
 * there now, as it was asked for, was created.
 * @returns what the service answered; undefined if its answer was lost and the queue is there
 * @throws MergeQueueError `outcome_unknown` also if a queue is there, but another than was asked for; as
 *   `sendUntilKnown` and `ApiClient.call`; nothing was sent if the first read fails
 */
export async function createQueue(context: WriteContext, request: CreateQueueRequest): Promise<unknown> {
  const { api, options } = context;
  await checkRequest("createQueue", request);
  const queue = { repo: request.repo, targetBranch: request.targetBranch };
  const before = await tryReadQueue(api, queue, options);
  const { response } = await sendUntilKnown(context, {
    operation: "createQueue",
    queue,
    send: async (sendOptions) => api.call("createQueue", request, sendOptions),
    look:
      before === undefined
        ? async (lookOptions) => compare(request, await tryReadQueue(api, queue, lookOptions))
        : undefined,
    missing:
      before === undefined
        ? "Reading since then did not show the queue."
        : "The queue was there before already.",
    echo: "refused",
  });
  return response;
}

/**
 * Reads a queue.
 * @returns undefined if the service says that there is none
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

function compare(request: CreateQueueRequest, found: GetQueueResponse | undefined): Sighting {
  if (found === undefined) return "missing";
  for (const name of ["mode", "concurrency"] as const) {
    const wanted = request[name];
    const stored = found[name];
    if (wanted !== undefined && stored !== undefined && stored !== wanted) {
      const queue = { repo: request.repo, targetBranch: request.targetBranch };
      return new MergeQueueError(
        "outcome_unknown",
        `The answer to the creation of queue ${quote(formatQueueId(queue))} was lost. A queue is there that was ` +
          `not there before, but its ${name} is ${quote(stored)} and not ${quote(wanted)}: somebody else ` +
          "may have created it. Read it, and update it if it is yours.",
        { operation: "createQueue", queue, record: toQueueRecord(found), field: name },
      );
    }
  }
  return "done";
}
