import type { Diagnostic } from "../../../plugin/diagnostic";
import type { CallContext } from "../../../plugin/provider-definition";
import type { ObjectValue } from "../../../plugin/value";
import type { QueueIdentity } from "../../../queue/queue-identity";
import { adviseDeletion } from "../../../reconcile/advise-deletion";
import type { LiveQueue } from "../../../reconcile/read-queue";
import { describeTimeout, isAbandoned, isDrained, tryGetIdentity } from "../../argument-values";
import type { ProviderData } from "../../provider-data";
import { readForAdvice } from "./read-for-advice";

export async function adviseDestroy(
  prior: ObjectValue,
  data: ProviderData,
  context: CallContext,
): Promise<readonly Diagnostic[]> {
  const identity = tryGetIdentity(prior);
  if (identity === undefined || isAbandoned(prior)) return [];
  const { live, diagnostics } = await readForAdvice(identity, data, context);
  return [...diagnostics, ...(await adviseContent(identity, { prior, live }, data, context))];
}

/** A queue as the state has it, and as it was read; `live` is undefined if that failed. */
export interface QueueSides {
  readonly prior: ObjectValue;
  readonly live: LiveQueue | undefined;
}

/** Warns of what deleting a queue runs into, by what is in it now: also what is not ready. */
export async function adviseContent(
  identity: QueueIdentity,
  { prior, live }: QueueSides,
  { reconciler }: ProviderData,
  { stopSignal }: CallContext,
): Promise<Diagnostic[]> {
  if (live === undefined || reconciler === undefined) return [];
  const drain = isDrained(prior) ? { actor: "Terraform", wait: describeTimeout(prior, "delete") } : undefined;
  const whole = await reconciler.addNotReady(identity, live, { stopSignal });
  const advice = adviseDeletion(identity, whole, drain);
  // Of several warnings with one summary Terraform shows the first only.
  return advice === undefined ? [] : [{ severity: "warning", ...advice }];
}
