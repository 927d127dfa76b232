import type { Diagnostic } from "../../plugin/diagnostic";
import type { CallContext, DeleteRequest, StateResponse } from "../../plugin/provider-definition";
import { formatQueueId, type QueueIdentity } from "../../queue/queue-identity";
import { tryToRequestableState } from "../../reconcile/queue-state";
import { describeError } from "../describe-error";
import { createWarning } from "../diagnostics";
import { getIdentity, isAbandoned, isDrained, tryGetIdentity } from "../identity-values";
import { findReconciler, type ProviderData } from "../provider-data";
import { getTimeoutMs } from "./operation-timeout";
import { decodePrivate } from "./values/queue-private";
import { toRecord } from "./values/setting-values";

/** Deletes the queue (promise K-3), drains it first, or forgets it where `deletion_policy` says so. */
export async function deleteResource(
  request: DeleteRequest<ProviderData>,
  context: CallContext,
): Promise<StateResponse> {
  const { prior, data, plannedPrivate } = request;
  const { object } = decodePrivate(plannedPrivate);
  if (isAbandoned(prior)) {
    const abandoned = tryGetIdentity(prior);
    if (abandoned !== undefined) {
      data?.reconciler?.forget(abandoned);
      data?.claims.release(abandoned);
      data?.claims.removeObject(abandoned, object);
    }
    return { state: null, diagnostics: [] };
  }
  const isDraining = isDrained(prior);
  // Terraform shows no diagnostics before the call ends. The plan has warned of pull requests that wait.
  const onHeld = (message: string): void => {
    context.log("warn", message);
  };
  try {
    const identity = getIdentity(prior);
    const outcome = await findReconciler(data).delete(identity, {
      timeoutMs: getTimeoutMs(prior, "delete"),
      stopSignal: context.stopSignal,
      endSignal: context.endSignal,
      isKept: () => data?.claims.isKeptByOther(identity, object) === true,
      ...(isDraining ? { drain: { priorState: tryToRequestableState(toRecord(prior)), onHeld } } : {}),
    });
    data?.seenQueues.remove(identity, outcome === "kept" ? undefined : prior);
    data?.claims.release(identity);
    data?.claims.removeObject(identity, object);
    return { state: null, diagnostics: outcome === "kept" ? [createKeptWarning(identity)] : [] };
  } catch (error) {
    return {
      state: prior,
      private: plannedPrivate,
      diagnostics: [describeError(error, isDraining ? "drain" : "delete")],
    };
  }
}

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
