import type { Diagnostic } from "../../../plugin/diagnostic";
import type { CallContext } from "../../../plugin/provider-definition";
import type { ObjectValue } from "../../../plugin/values/value";
import { toAttributeName } from "../../../queue/attribute-name";
import { findReplacementLosses, type ReplacementLoss } from "../../../queue/find-replacement-losses";
import { formatQueueId, type QueueIdentity } from "../../../queue/queue-identity";
import type { QueueRecord } from "../../../queue/settings";
import { quote } from "../../../text/quote";
import { createWarning } from "../../diagnostics";
import { tryGetIdentity } from "../../identity-values";
import type { ProviderData } from "../../provider-data";
import { getSetting, toRecord } from "../values/setting-values";
import { adviseContent } from "./advise-destroy";
import { adviseProtection } from "./advise-protection";
import { readForAdvice } from "./read-for-advice";

/**
 * Warns of what a replacement loses: pull requests in the queue, merge protection, and settings that are not declared.
 * @param prior - state of the queue that is deleted; compared if the queue cannot be read
 */
export async function adviseReplacement(
  config: ObjectValue,
  prior: ObjectValue,
  data: ProviderData | undefined,
  context: CallContext,
  { isToldBefore = false } = {},
): Promise<readonly Diagnostic[]> {
  const identity = tryGetIdentity(prior);
  if (identity === undefined) return [];
  const { live, diagnostics } = await readForAdvice(identity, data, context);
  const before = live?.settings ?? toRecord(prior);
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
  return warnOfLosses(identity, config, toRecord(deleted), false);
}

function findLosses(config: ObjectValue, before: QueueRecord): ReplacementLoss[] {
  return findReplacementLosses(before, (name) => getSetting(config, name) !== null);
}

function warnOfLosses(
  identity: QueueIdentity,
  config: ObjectValue,
  before: QueueRecord,
  isToldBefore: boolean,
): Diagnostic[] {
  const lost = findLosses(config, before);
  const protection = adviseProtection(config, before, { lost, isToldBefore });
  // Lost statuses are reported as merge protection.
  const others = lost.filter(({ value }) => typeof value !== "object");
  if (others.length === 0) return protection;
  const id = formatQueueId(identity);
  return [
    ...protection,
    createWarning(
      "Settings not carried over",
      id,
      `Queue ${id} is replaced by a new one. These of its settings are not declared, so the new queue gets the service's ` +
        `defaults:\n${listLosses(others)}\nTo keep a setting, declare it.`,
    ),
  ];
}

function listLosses(lost: readonly ReplacementLoss[]): string {
  return lost
    .map(({ name, value }) => `  ${toAttributeName(name)}: ${quote(value)} -> the service's default`)
    .join("\n");
}
