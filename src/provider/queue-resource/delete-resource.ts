import type { CallContext, DeleteRequest, StateResponse } from "../../plugin/provider-definition";
import { describeError } from "../describe-error";
import { getIdentity, isAbandoned } from "../identity-values";
import type { ProviderData } from "../provider-data";
import { findReconciler } from "../provider-data";
import { getTimeoutMs } from "./operation-timeout";

/** Deletes the queue (promise K-3), or forgets it where `deletion_policy` says so. */
export async function deleteResource(
  request: DeleteRequest<ProviderData>,
  context: CallContext,
): Promise<StateResponse> {
  const { prior, data, plannedPrivate } = request;
  if (isAbandoned(prior)) return { state: null, diagnostics: [] };
  try {
    await findReconciler(data).delete(getIdentity(prior), {
      timeoutMs: getTimeoutMs(prior, "delete"),
      stopSignal: context.stopSignal,
    });
    return { state: null, diagnostics: [] };
  } catch (error) {
    return { state: prior, private: plannedPrivate, diagnostics: [describeError(error)] };
  }
}
