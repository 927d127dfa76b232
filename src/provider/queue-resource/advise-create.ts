import type { Diagnostic } from "../../plugin/diagnostic";
import { attributePath } from "../../plugin/diagnostic";
import type { CallContext } from "../../plugin/provider-definition";
import { getAttribute } from "../../plugin/values/get-attribute";
import type { ObjectValue } from "../../plugin/values/value";
import { UNKNOWN } from "../../plugin/values/value";
import type { QueueIdentity } from "../../queue/queue-identity";
import { formatQueueId } from "../../queue/queue-identity";
import type { LiveQueue } from "../../reconcile/read-queue";
import { describeTakeover } from "../describe-takeover";
import { isAdopted, tryGetIdentity } from "../identity-values";
import type { ProviderData } from "../provider-data";
import { adviseProtection } from "./advise-protection";
import { describeAdoption } from "./describe-adoption";
import { readForAdvice } from "./read-for-advice";

/**
 * Warns of what creating a queue runs into or does: a queue that exists (rule C-35: a warning, never an error),
 * what adopting it changes, and merge protection that is missing or goes.
 */
export async function adviseCreate(
  config: ObjectValue,
  data: ProviderData | undefined,
  context: CallContext,
): Promise<readonly Diagnostic[]> {
  const identity = tryGetIdentity(config);
  if (identity === undefined || data === undefined) return adviseProtection(config, {});
  const isForgotten = data.seenQueues.isAbandoned(identity);
  if (isForgotten && !isAdopted(config)) {
    return [createForgottenWarning(identity), ...adviseProtection(config, {})];
  }
  // What this process has read is in the state, and is deleted before it is created anew.
  if (!isForgotten && data.seenQueues.has(identity)) return adviseProtection(config, {});
  const { live, diagnostics } = await readForAdvice(identity, data, context);
  if (live === undefined) return [...diagnostics, ...adviseProtection(config, {})];
  if (!isAdopted(config)) return [createExistsWarning(identity, config), ...adviseProtection(config, {})];
  return [
    createAdoptionWarning(identity, config, live, isForgotten),
    ...adviseProtection(config, live.settings),
  ];
}

function createExistsWarning(identity: QueueIdentity, config: ObjectValue): Diagnostic {
  const id = formatQueueId(identity);
  const isOpen = getAttribute(config, "on_existing") === UNKNOWN;
  return {
    severity: "warning",
    // Of several warnings with one summary Terraform shows the first only.
    summary: `Queue exists already: ${id}`,
    detail:
      `Queue ${id} exists and is not in this state, so that creating it will be refused` +
      `${isOpen ? ', unless on_existing turns out to be "adopt"' : ""}. ${describeTakeover(identity)}`,
    path: attributePath("target_branch"),
  };
}

function createForgottenWarning(identity: QueueIdentity): Diagnostic {
  const id = formatQueueId(identity);
  return {
    severity: "warning",
    summary: `Queue will be forgotten and not replaced: ${id}`,
    detail:
      `Queue ${id} is in the state with deletion_policy = "abandon": destroying it there ` +
      "only forgets it, so that creating it will be refused because it exists. To have it deleted and created " +
      'anew, apply deletion_policy = "refuse" first. To keep it, run terraform untaint, or ' +
      "give it its new address with a moved block.",
    path: attributePath("deletion_policy"),
  };
}

function createAdoptionWarning(
  identity: QueueIdentity,
  config: ObjectValue,
  live: LiveQueue,
  isForgotten: boolean,
): Diagnostic {
  const id = formatQueueId(identity);
  const why = isForgotten
    ? `Queue ${id} is in the state with deletion_policy = "abandon": destroying it there only forgets it, and ` +
      'on_existing = "adopt" takes it over again. It is not replaced.'
    : `Queue ${id} exists and is not in this state. on_existing = "adopt" takes it over.`;
  return {
    severity: "warning",
    // Of several warnings with one summary Terraform shows the first only.
    summary: `Queue exists and will be adopted: ${id}`,
    detail: `${why} ${describeAdoption(config, live)}`,
    path: attributePath("on_existing"),
  };
}
