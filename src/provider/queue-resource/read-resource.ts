import type { Diagnostic } from "../../plugin/diagnostic";
import { hasErrorCode, type MergeQueueError } from "../../queue/merge-queue-error";
import { formatQueueId, type QueueIdentity } from "../../queue/queue-identity";
import type { ApiFacts } from "../../reconcile/reconciler";
import { getIdentity, getTimeoutMs } from "../argument-values";
import { describeError } from "../describe-error";
import { createWarning } from "../diagnostics";
import { findReconciler, getData, type QueueResource } from "../provider-data";
import type { QueueClaims } from "../queue-claims";
import { adviseSharing } from "./advice/advise-claims";
import { decodePrivate, encodePrivate, nameObject, type QueuePrivate } from "./values/queue-private";
import { isEmptyList, toImportedState, warnOfUnknownWords, withLiveQueue } from "./values/setting-values";

/** Reads the queue. A queue that does not exist is removed from the state with a warning. */
export const readResource: QueueResource["read"] = async (request, { stopSignal }) => {
  const { state } = request;
  const data = getData(request);
  const { claims, seenQueues } = data;
  const queue = getIdentity(state);
  const remembered = decodePrivate(request.private);
  const object = findObjectName(queue, remembered, claims);
  const shared = adviseSharing(state, object, "seen", claims);
  try {
    const options = { timeoutMs: getTimeoutMs(state, "read"), stopSignal, queueId: remembered.queueId };
    const live = await findReconciler(data).refresh(queue, options);
    // The identity alone names the queue. An edited id is corrected.
    const named = new Map(state).set("id", formatQueueId(queue));
    const present = remembered.isImported
      ? toImportedState(named, live.settings)
      : withLiveQueue(named, live.settings, live.additionalFields);
    // Terraform would report a value as changed outside. The next apply fills it in.
    if (state.get("state") === null) present.set("state", null);
    present.set("queue_id", live.queueId ?? null);
    const queueId = remembered.queueId ?? live.queueId;
    const statuses = state.get("required_statuses");
    // With ids, an empty list means "inherited" and is not shown. The first interface leaves the reason open.
    if (queueId !== undefined && live.settings.requiredStatuses === undefined && isEmptyList(statuses))
      present.set("required_statuses", statuses);
    seenQueues.add(queue, present);
    const isSame = !remembered.isImported && object === remembered.object && queueId === remembered.queueId;
    return {
      state: present,
      private: isSame
        ? request.private
        : encodePrivate({ ...(remembered.isImported ? {} : remembered), object, queueId }),
      diagnostics: [...shared, ...warnOfUnknownWords(live.settings)],
    };
  } catch (error) {
    if (hasErrorCode(error, "queue_replaced")) {
      seenQueues.addReplaced(queue, error);
      const { summary, detail } = describeError(error, "read");
      const warning = createWarning(summary, formatQueueId(queue), `${detail}\n\n${KEPT_UNTIL_THEN}`);
      return { state, private: request.private, diagnostics: [...shared, warning] };
    }
    if (!hasErrorCode(error, "not_found"))
      return { state, private: request.private, diagnostics: [describeError(error, "read")] };
    seenQueues.remove(queue);
    claims.release(queue);
    claims.removeObject(queue, object);
    return { state: null, diagnostics: [warnOfAbsence(queue, findReconciler(data).api, error)] };
  }
};

const KEPT_UNTIL_THEN = "Until then the state stays as it is, and every plan of this resource fails.";

/** Names an object only if another object has its queue: a refresh-only plan shows a new name as drift. */
function findObjectName(queue: QueueIdentity, { object }: QueuePrivate, claims: QueueClaims): string {
  const needsName = object === "" && !claims.areRepeated && claims.isSecondObject(queue);
  return needsName ? nameObject() : object;
}

function warnOfAbsence(identity: QueueIdentity, api: ApiFacts, error: MergeQueueError): Diagnostic {
  return createWarning(
    "Queue does not exist",
    formatQueueId(identity),
    `${describeAbsence(formatQueueId(identity), api, error)} If the queue was deleted outside Terraform, this is correct, and the plan ` +
      "creates it again. If it was not deleted, the token may belong to another organization: check the token and the address " +
      "before you apply.",
  );
}

/** Says which service reports that a queue does not exist, and where the token comes from. */
export function describeAbsence(id: string, api: ApiFacts, error: MergeQueueError): string {
  const { serverText = "" } = error.details;
  const said = serverText === "" ? "" : ` (${JSON.stringify(serverText)})`;
  return (
    `${api.host} reports that queue ${id} does not exist${said}. The request used the token from ` +
    `${api.tokenSource}.`
  );
}
