import { attributePath, type Diagnostic } from "../../../plugin/diagnostic";
import type { CallContext, PlanRequest } from "../../../plugin/provider-definition";
import type { ObjectValue } from "../../../plugin/value";
import { toAttributeName } from "../../../queue/attribute-name";
import { hasErrorCode } from "../../../queue/merge-queue-error";
import type { SettingName } from "../../../queue/settings";
import { ADVISORY_READ_TIMEOUT_MS } from "../../../reconcile/reconcile-context";
import { isAbandoned, tryGetIdentity } from "../../argument-values";
import { describeError } from "../../describe-error";
import { createInvalid } from "../../diagnostics";
import { findReconciler, type ProviderData } from "../../provider-data";
import { decodePrivate } from "../values/queue-private";
import { collectSettings, getSetting, isSameValue } from "../values/setting-values";
import { readForAdvice } from "./read-for-advice";

/** Refuses values that an apply would send, and the interface does not take. @param prior - null: all are */
export function refuseValues(
  config: ObjectValue,
  prior: ObjectValue | null,
  { api }: ProviderData,
): Diagnostic[] {
  const sent = collectSettings(
    config,
    (setting, value) => prior === null || !isSameValue(setting, value, getSetting(prior, setting.name)),
  );
  return (Object.entries(sent) as [SettingName, unknown][]).flatMap(([name, value]) => {
    const problem = api?.abilities.findValueProblem(name, value);
    return problem === undefined ? [] : [createInvalid(attributePath(toAttributeName(name)), problem)];
  });
}

/** A queue made again outside Terraform (F-49) is neither changed nor deleted. Forgetting it is no harm. */
export async function refuseReplaced(
  { config, prior, proposed, priorPrivate }: PlanRequest<ProviderData>,
  data: ProviderData,
  context: CallContext,
): Promise<readonly Diagnostic[]> {
  const identity = tryGetIdentity(prior ?? config);
  const isForgotten = proposed === null && prior !== null && isAbandoned(prior);
  if (identity === undefined || isForgotten) return [];
  const { queueId } = decodePrivate(priorPrivate);
  const seen = data.seenQueues.tryFindReplaced(identity);
  // A tainted resource is planned like a new one, without what it remembers.
  if (seen !== undefined && (prior === null || seen.details.queueId === queueId))
    return [describeError(seen, "update")];
  if (queueId === undefined || proposed !== null) return [];
  const { live, diagnostics } = await readForAdvice(identity, data, context);
  if (live?.queueId === undefined || live.queueId === queueId) return diagnostics;
  try {
    const { stopSignal } = context;
    const options = { queueId, stopSignal, timeoutMs: ADVISORY_READ_TIMEOUT_MS };
    await findReconciler(data).refresh(identity, options);
    return [];
  } catch (error) {
    return hasErrorCode(error, "queue_replaced") ? [describeError(error, "delete")] : [];
  }
}
