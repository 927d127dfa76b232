import type { CallContext, DeleteRequest, StateResponse } from "../../plugin/provider-definition";
import { tryToRequestableState } from "../../reconcile/restore-state";
import { describeError } from "../describe-error";
import { getIdentity, isAbandoned, isDrained } from "../identity-values";
import type { ProviderData } from "../provider-data";
import { findReconciler } from "../provider-data";
import { getTimeoutMs } from "./operation-timeout";
import { toRecord } from "./setting-values";

/** Deletes the queue (promise K-3), drains it first, or forgets it where `deletion_policy` says so. */
export async function deleteResource(
  request: DeleteRequest<ProviderData>,
  context: CallContext,
): Promise<StateResponse> {
  const { prior, data, plannedPrivate } = request;
  if (isAbandoned(prior)) return { state: null, diagnostics: [] };
  const isDraining = isDrained(prior);
  try {
    await findReconciler(data).delete(getIdentity(prior), {
      timeoutMs: getTimeoutMs(prior, "delete"),
      stopSignal: context.stopSignal,
      endSignal: context.endSignal,
      ...(isDraining ? { drain: { priorState: tryToRequestableState(toRecord(prior)) } } : {}),
    });
    return { state: null, diagnostics: [] };
  } catch (error) {
    return {
      state: prior,
      private: plannedPrivate,
      diagnostics: [describeError(error, isDraining ? "drained resource" : "resource")],
    };
  }
}
