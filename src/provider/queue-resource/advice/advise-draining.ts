import { attributePath, type Diagnostic } from "../../../plugin/diagnostic";
import type { CallContext } from "../../../plugin/provider-definition";
import type { ObjectValue } from "../../../plugin/value";
import { formatQueueId } from "../../../queue/queue-identity";
import { quoteForShell } from "../../../text/quote-for-shell";
import { tryGetIdentity } from "../../argument-values";
import { createWarning } from "../../diagnostics";
import type { ProviderData } from "../../provider-data";
import { getSetting } from "../values/setting-values";
import { readForAdvice } from "./read-for-advice";

/** A destroy that was killed leaves a draining queue behind, and nothing else says so. */
export async function adviseDraining(
  config: ObjectValue,
  prior: ObjectValue,
  data: ProviderData,
  context: CallContext,
): Promise<readonly Diagnostic[]> {
  const identity = tryGetIdentity(prior);
  if (identity === undefined || getSetting(config, "state") !== null) return [];
  const stored = getSetting(prior, "state");
  const isAsked = data.claims.areRepeated || stored === null;
  const { live, diagnostics } = isAsked ? await readForAdvice(identity, data, context) : { diagnostics: [] };
  if ((live?.settings.state ?? stored) !== "draining") return diagnostics;
  const id = formatQueueId(identity);
  return [
    ...diagnostics,
    createWarning(
      "Queue is draining",
      id,
      `Queue ${id} is draining: what is in it continues, and nothing new starts. Its state is not declared, so this plan does ` +
        "not change that. A destroy that was killed leaves a queue like this. To let it run again: mergequeue queue resume " +
        quoteForShell(id),
      attributePath("state"),
    ),
  ];
}
