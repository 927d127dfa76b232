import type { Diagnostic } from "../../plugin/diagnostic";
import type { CallContext, ReadRequest, StateResponse } from "../../plugin/provider-definition";
import type { MergeQueueError } from "../../queue/merge-queue-error";
import { hasErrorCode } from "../../queue/merge-queue-error";
import type { QueueIdentity } from "../../queue/queue-identity";
import { formatQueueId } from "../../queue/queue-identity";
import type { ApiFacts } from "../../reconcile/reconciler";
import { describeError } from "../describe-error";
import { getIdentity } from "../identity-values";
import type { ProviderData } from "../provider-data";
import { findReconciler } from "../provider-data";
import { getTimeoutMs } from "./operation-timeout";
import { decodePrivate, encodePrivate } from "./values/queue-private";
import { toImportedState, warnOfUnknownWords, withLiveQueue } from "./values/to-state";

/** Reads the queue (promise K-4). A queue that is gone leaves the state with a warning (promise F-16). */
export async function readResource(
  request: ReadRequest<ProviderData>,
  context: CallContext,
): Promise<StateResponse> {
  const { state, data } = request;
  const identity = getIdentity(state);
  const remembered = decodePrivate(request.private);
  try {
    const live = await findReconciler(data).read(identity, {
      timeoutMs: getTimeoutMs(state, "read"),
      stopSignal: context.stopSignal,
    });
    // Nothing but the identity says which queue it is; an id that somebody has edited is only wrong.
    const named = new Map(state).set("id", formatQueueId(identity));
    const present = remembered.isImported
      ? toImportedState(named, live.settings)
      : withLiveQueue(named, live.settings, live.additionalFields);
    data?.seenQueues.add(identity, present);
    return {
      state: present,
      private: remembered.isImported ? encodePrivate({}) : request.private,
      diagnostics: warnOfUnknownWords(live.settings),
    };
  } catch (error) {
    if (!hasErrorCode(error, "not_found")) {
      return { state, private: request.private, diagnostics: [describeError(error)] };
    }
    const { api } = findReconciler(data);
    data?.seenQueues.remove(identity);
    data?.claims.release(identity);
    return { state: null, diagnostics: [warnOfAbsence(identity, api, error)] };
  }
}

function warnOfAbsence(identity: QueueIdentity, api: ApiFacts, error: MergeQueueError): Diagnostic {
  const { serverText } = error.details;
  const id = formatQueueId(identity);
  return {
    severity: "warning",
    // Of several warnings with one summary Terraform shows the first only.
    summary: `Queue does not exist: ${id}`,
    detail:
      `${api.host} says that queue ${id} does not exist` +
      `${serverText === undefined || serverText === "" ? "" : ` (${JSON.stringify(serverText)})`}. It was asked with the token from ` +
      `${api.tokenSource}. If the queue was deleted outside Terraform, this is right, and it will be planned ` +
      "anew. If it was not, the token may belong to another organization: check both before applying.",
  };
}
