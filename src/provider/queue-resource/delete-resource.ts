import type { Diagnostic } from "../../plugin/diagnostic";
import { formatQueueId, type QueueIdentity } from "../../queue/queue-identity";
import { tryToRequestableState } from "../../reconcile/queue-state";
import { getIdentity, getTimeoutMs, isAbandoned, isDrained, tryGetIdentity } from "../argument-values";
import { describeError } from "../describe-error";
import { createWarning } from "../diagnostics";
import { findReconciler, getData, type QueueResource } from "../provider-data";
import { collectAdditionalSettings } from "./values/additional-values";
import { decodePrivate } from "./values/queue-private";
import { collectExpected, collectSettings, listHidden } from "./values/setting-values";

export const deleteResource: QueueResource["delete"] = async (request, { stopSignal, endSignal, log }) => {
  const { prior, plannedPrivate } = request;
  const data = getData(request);
  const { claims, seenQueues } = data;
  const { object, queueId } = decodePrivate(plannedPrivate);
  const forgetObject = (queue: QueueIdentity): void => {
    claims.release(queue);
    claims.removeObject(queue, object);
  };
  if (isAbandoned(prior)) {
    const abandoned = tryGetIdentity(prior);
    if (abandoned !== undefined) {
      data.reconciler?.forget(abandoned);
      forgetObject(abandoned);
    }
    return { state: null, diagnostics: [] };
  }
  const isDraining = isDrained(prior);
  // Terraform shows no diagnostics before the call ends. The plan has warned of pull requests that wait.
  const onHeld = (message: string): void => {
    log("warn", message);
  };
  try {
    const queue = getIdentity(prior);
    const priorState = tryToRequestableState(collectSettings(prior));
    const outcome = await findReconciler(data).delete(queue, {
      timeoutMs: getTimeoutMs(prior, "delete"),
      queueId,
      stopSignal,
      endSignal,
      isKept: () => claims.isKeptByOther(queue, object),
      expected: collectExpected(prior),
      sensitive: listHidden({ settings: {}, additionalSettings: collectAdditionalSettings(prior) }),
      ...(isDraining ? { drain: { priorState, onHeld } } : {}),
    });
    seenQueues.remove(queue, outcome === "kept" ? undefined : prior);
    forgetObject(queue);
    return { state: null, diagnostics: outcome === "kept" ? [createKeptWarning(queue)] : [] };
  } catch (error) {
    const diagnostics = [describeError(error, isDraining ? "drain" : "delete")];
    return { state: prior, private: plannedPrivate, diagnostics };
  }
};

function createKeptWarning(identity: QueueIdentity): Diagnostic {
  const id = formatQueueId(identity);
  return createWarning(
    "Queue was kept",
    id,
    `Earlier in this apply, another object of the state created, changed or took over queue ${id}. The queue was not ` +
      "deleted, and not replaced; this object was only removed from the state. To give a resource another address, use a " +
      "moved block. To replace its queue, leave create_before_destroy off.",
  );
}
