import type { Diagnostic } from "../../plugin/diagnostic";
import type { CallContext, ReadRequest, StateResponse } from "../../plugin/provider-definition";
import { hasErrorCode, type MergeQueueError } from "../../queue/merge-queue-error";
import { formatQueueId, type QueueIdentity } from "../../queue/queue-identity";
import type { ApiFacts } from "../../reconcile/reconciler";
import { describeError } from "../describe-error";
import { createWarning } from "../diagnostics";
import { getIdentity } from "../identity-values";
import { findReconciler, type ProviderData } from "../provider-data";
import { adviseSharing } from "./advice/advise-sharing";
import { getTimeoutMs } from "./operation-timeout";
import { decodePrivate, encodePrivate, nameObject, type QueuePrivate } from "./values/queue-private";
import { toImportedState, warnOfUnknownWords, withLiveQueue } from "./values/to-state";

/** Reads the queue (promise K-4). A queue that does not exist is removed from the state with a warning (promise F-16). */
export async function readResource(
  request: ReadRequest<ProviderData>,
  context: CallContext,
): Promise<StateResponse> {
  const { state, data } = request;
  const identity = getIdentity(state);
  const remembered = decodePrivate(request.private);
  const object = findObjectName(identity, remembered, data);
  const shared = adviseSharing(state, object, "seen", data);
  try {
    const live = await findReconciler(data).refresh(identity, {
      timeoutMs: getTimeoutMs(state, "read"),
      stopSignal: context.stopSignal,
    });
    // The identity alone decides which queue it is; an edited id is corrected.
    const named = new Map(state).set("id", formatQueueId(identity));
    const present = remembered.isImported
      ? toImportedState(named, live.settings)
      : withLiveQueue(named, live.settings, live.additionalFields);
    data?.seenQueues.add(identity, present);
    return {
      state: present,
      private:
        remembered.isImported || object !== remembered.object
          ? encodePrivate({ ...(remembered.isImported ? {} : remembered), object })
          : request.private,
      diagnostics: [...shared, ...warnOfUnknownWords(live.settings)],
    };
  } catch (error) {
    if (!hasErrorCode(error, "not_found")) {
      return { state, private: request.private, diagnostics: [describeError(error, "read")] };
    }
    const { api } = findReconciler(data);
    data?.seenQueues.remove(identity);
    data?.claims.release(identity);
    data?.claims.removeObject(identity, object);
    return { state: null, diagnostics: [warnOfAbsence(identity, api, error)] };
  }
}

/**
 * Objects of version 1.3 and older have no name. One is given where another object is the same queue, and nowhere else:
 * Terraform's refresh-only plans count a change of private state as drift.
 */
function findObjectName(
  identity: QueueIdentity,
  { object }: QueuePrivate,
  data: ProviderData | undefined,
): string {
  const isSecond = data !== undefined && !data.claims.areRepeated && data.claims.isSecondObject(identity);
  return object === "" && isSecond ? nameObject() : object;
}

function warnOfAbsence(identity: QueueIdentity, api: ApiFacts, error: MergeQueueError): Diagnostic {
  const { serverText = "" } = error.details;
  const id = formatQueueId(identity);
  const said = serverText === "" ? "" : ` (${JSON.stringify(serverText)})`;
  return createWarning(
    "Queue does not exist",
    id,
    `${api.host} reports that queue ${id} does not exist${said}. The request used the token from ${api.tokenSource}. If ` +
      "the queue was deleted outside Terraform, this is right, and the plan creates it again. If it was not, the token " +
      "may belong to another organization: check the token and the address before you apply.",
  );
}
