import type { Diagnostic } from "../../../plugin/diagnostic";
import type { CallContext } from "../../../plugin/provider-definition";
import type { ObjectValue } from "../../../plugin/values/value";
import type { QueueIdentity } from "../../../queue/queue-identity";
import { adviseDeletion } from "../../../reconcile/delete/advise-deletion";
import type { LiveQueue } from "../../../reconcile/read-queue";
import { isAbandoned, isDrained, tryGetIdentity } from "../../identity-values";
import type { ProviderData } from "../../provider-data";
import { describeTimeout } from "../operation-timeout";
import { readForAdvice } from "./read-for-advice";

/** Warns of pull requests in a queue that is about to be destroyed or replaced. */
export async function adviseDestroy(
  prior: ObjectValue,
  data: ProviderData | undefined,
  context: CallContext,
): Promise<readonly Diagnostic[]> {
  const identity = tryGetIdentity(prior);
  if (identity === undefined || isAbandoned(prior)) return [];
  const { live, diagnostics } = await readForAdvice(identity, data, context);
  return live === undefined ? diagnostics : adviseContent(identity, prior, live);
}

/** Warns of what deleting a queue runs into, by what is in it now. */
export function adviseContent(identity: QueueIdentity, prior: ObjectValue, live: LiveQueue): Diagnostic[] {
  const drain = isDrained(prior) ? { actor: "Terraform", wait: describeTimeout(prior, "delete") } : undefined;
  const advice = adviseDeletion(identity, live, drain);
  // Of several warnings with one summary Terraform shows the first only.
  return advice === undefined ? [] : [{ severity: "warning", ...advice }];
}
