import type { Diagnostic } from "../../../plugin/diagnostic";
import type { CallContext } from "../../../plugin/provider-definition";
import type { ObjectValue } from "../../../plugin/values/value";
import { toAttributeName } from "../../../queue/attribute-name";
import { findReplacementLosses } from "../../../queue/find-replacement-losses";
import { formatQueueId, type QueueIdentity } from "../../../queue/queue-identity";
import type { QueueRecord } from "../../../queue/settings";
import { adviseDeletion } from "../../../reconcile/delete/advise-deletion";
import type { LiveQueue } from "../../../reconcile/read-queue";
import { quote } from "../../../text/quote";
import { describeTimeout, isAbandoned, isDrained, tryGetIdentity } from "../../argument-values";
import { createWarning } from "../../diagnostics";
import type { ProviderData } from "../../provider-data";
import { collectSettings, getSetting } from "../values/setting-values";
import { adviseProtection } from "./advise-protection";
import { readForAdvice } from "./read-for-advice";

/** Warns of pull requests in a queue that is about to be destroyed or replaced. */
export async function adviseDestroy(
  prior: ObjectValue,
  data: ProviderData,
  context: CallContext,
): Promise<readonly Diagnostic[]> {
  const identity = tryGetIdentity(prior);
  if (identity === undefined || isAbandoned(prior)) return [];
  const { live, diagnostics } = await readForAdvice(identity, data, context);
  return live === undefined ? diagnostics : adviseContent(identity, prior, live);
}

/** Warns of what deleting a queue runs into, by what is in it now. */
function adviseContent(identity: QueueIdentity, prior: ObjectValue, live: LiveQueue): Diagnostic[] {
  const drain = isDrained(prior) ? { actor: "Terraform", wait: describeTimeout(prior, "delete") } : undefined;
  const advice = adviseDeletion(identity, live, drain);
  // Of several warnings with one summary Terraform shows the first only.
  return advice === undefined ? [] : [{ severity: "warning", ...advice }];
}

/**
 * Warns of what a replacement loses: pull requests in the queue, merge protection, and settings that are not declared.
 * @param prior - state of the queue that is deleted; compared if the queue cannot be read
 */
export async function adviseReplacement(
  config: ObjectValue,
  prior: ObjectValue,
  data: ProviderData,
  context: CallContext,
  { isToldBefore = false } = {},
): Promise<readonly Diagnostic[]> {
  const identity = tryGetIdentity(prior);
  if (identity === undefined) return [];
  const { live, diagnostics } = await readForAdvice(identity, data, context);
  const before = live?.settings ?? collectSettings(prior);
  return [
    ...diagnostics,
    ...(live === undefined ? [] : adviseContent(identity, prior, live)),
    ...warnOfLosses(identity, config, before, isToldBefore),
  ];
}

/**
 * Warns of what a recreated queue had. Terraform shows no warnings from the plan of a forced replacement (`-replace`), so
 * the apply reports what was lost.
 * @param deleted - state of the queue that this process has deleted
 */
export function adviseRecreation(
  identity: QueueIdentity,
  config: ObjectValue,
  deleted: ObjectValue,
): readonly Diagnostic[] {
  return warnOfLosses(identity, config, collectSettings(deleted), false);
}

function warnOfLosses(
  identity: QueueIdentity,
  config: ObjectValue,
  before: QueueRecord,
  isToldBefore: boolean,
): Diagnostic[] {
  const lost = findReplacementLosses(before, (name) => getSetting(config, name) !== null);
  const protection = adviseProtection(config, before, { lost, isToldBefore });
  // Lost statuses are reported as merge protection.
  const others = lost.filter(({ value }) => typeof value !== "object");
  if (others.length === 0) return protection;
  const id = formatQueueId(identity);
  const list = others.map(
    ({ name, value }) => `  ${toAttributeName(name)}: ${quote(value)} -> the service's default`,
  );
  return [
    ...protection,
    createWarning(
      "Settings not carried over",
      id,
      `Queue ${id} is replaced by a new one. These of its settings are not declared, so the new queue gets the service's ` +
        `defaults:\n${list.join("\n")}\nTo keep a setting, declare it.`,
    ),
  ];
}
