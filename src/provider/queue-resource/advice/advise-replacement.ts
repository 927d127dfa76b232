import type { Diagnostic } from "../../../plugin/diagnostic";
import type { CallContext } from "../../../plugin/provider-definition";
import type { ObjectValue } from "../../../plugin/value";
import { toAttributeName } from "../../../queue/attribute-name";
import { findReplacementLosses } from "../../../queue/find-replacement-losses";
import { formatQueueId, type QueueIdentity } from "../../../queue/queue-identity";
import { findSetting, type QueueRecord } from "../../../queue/settings";
import { quote } from "../../../text/quote";
import { tryGetIdentity } from "../../argument-values";
import { createWarning } from "../../diagnostics";
import type { ProviderData } from "../../provider-data";
import { collectSettings, getSetting, holdsOwnStrings } from "../values/setting-values";
import { adviseContent, type QueueSides } from "./advise-destroy";
import { adviseProtection, type ProtectionFacts, tryGetOtherId } from "./advise-protection";
import { readForAdvice } from "./read-for-advice";

/** Warns of what is lost. @param prior - state of the deleted queue; compared if the queue cannot be read */
export async function adviseReplacement(
  config: ObjectValue,
  prior: ObjectValue,
  data: ProviderData,
  context: CallContext,
): Promise<readonly Diagnostic[]> {
  const identity = tryGetIdentity(prior);
  if (identity === undefined) return [];
  const { live, diagnostics } = await readForAdvice(identity, data, context);
  return [...diagnostics, ...(await adviseLosses(identity, { config, prior, live }, data, context))];
}

interface Replacement extends QueueSides {
  readonly config: ObjectValue;
  readonly facts?: Omit<ProtectionFacts, "lost" | "replaced">;
}

export async function adviseLosses(
  identity: QueueIdentity,
  { config, prior, live, facts = {} }: Replacement,
  data: ProviderData,
  context: CallContext,
): Promise<readonly Diagnostic[]> {
  const content = await adviseContent(identity, { prior, live }, data, context);
  return [
    ...content.map((warning) => ({ ...warning, detail: `${warning.detail} ${KEPT_IF_FORGOTTEN}` })),
    ...warnOfLosses(identity, config, live?.settings ?? collectSettings(prior), facts),
  ];
}

/** Terraform does not tell a provider that it only forgets the old object of a replacement. */
const KEPT_IF_FORGOTTEN =
  "With lifecycle { destroy = false } or a removed block, the queue is only forgotten: nothing in it is lost.";

/** Warns of what a replaced or deleted queue had, and its successor will not have. */
export function warnOfLosses(
  identity: QueueIdentity,
  config: ObjectValue,
  before: QueueRecord,
  facts: Omit<ProtectionFacts, "lost" | "replaced"> = {},
): Diagnostic[] {
  const lost = findReplacementLosses(before, (name) => getSetting(config, name) !== null);
  const protection = adviseProtection(config, before, { ...facts, lost, replaced: identity });
  // Lost statuses are reported as merge protection.
  const others = lost.filter(({ name }) => findSetting(name).kind !== "stringSet");
  if (others.length === 0) return protection;
  const id = formatQueueId(identity);
  const newId = tryGetOtherId(config, identity);
  const successor = newId === undefined ? "a queue that replaces it" : `queue ${newId}, which replaces it,`;
  const list = others.map(
    ({ name, value }) =>
      `  ${toAttributeName(name)}: ${holdsOwnStrings(findSetting(name)) ? "its value" : quote(value)} -> the service's default`,
  );
  return [
    ...protection,
    createWarning(
      "Settings not carried over",
      id,
      `These settings of queue ${id} are not declared, so ${successor} gets the service's defaults:\n` +
        `${list.join("\n")}\nTo keep a setting, declare it.`,
    ),
  ];
}
