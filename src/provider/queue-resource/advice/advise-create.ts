import { attributePath, type Diagnostic } from "../../../plugin/diagnostic";
import { getAttribute } from "../../../plugin/get-attribute";
import { isWhollyKnown, type ObjectValue, UNKNOWN, type Value } from "../../../plugin/value";
import { toAttributeName } from "../../../queue/attribute-name";
import { formatQueueId, type QueueIdentity } from "../../../queue/queue-identity";
import { findSetting, SETTING_NAMES, type SettingName } from "../../../queue/settings";
import { findStrictChanges, type WantedChange } from "../../../reconcile/find-wanted-changes";
import type { LiveQueue } from "../../../reconcile/read-queue";
import { quote } from "../../../text/quote";
import { isAbandoned, isAdopted, tryGetIdentity } from "../../argument-values";
import { describeTakeover } from "../../describe-error";
import { createWarning } from "../../diagnostics";
import type { PlanContext } from "../../provider-data";
import { ADDITIONAL_SETTINGS, getAdditionalEntries, getAdditionalValue } from "../values/additional-values";
import { collectSettings, collectWanted, getSetting, holdsOwnStrings } from "../values/setting-values";
import { adviseLosses, adviseProtection, warnOfLosses } from "./advise-losses";
import { readForAdvice } from "./read-for-advice";

/** Warns before a create, for example if the queue exists. `isSecondHalf`: the create of a replacement. */
export async function adviseCreate(
  config: ObjectValue,
  context: PlanContext,
  { isSecondHalf }: { readonly isSecondHalf: boolean },
): Promise<Diagnostic[]> {
  const { seenQueues, claims } = context.data;
  const identity = tryGetIdentity(config);
  if (identity === undefined) return adviseProtection(config, {});
  const deleted = seenQueues.tryFindDeleted(identity);
  // Only in the apply, because Terraform hides warnings of a `-replace`'s plan.
  if (deleted !== undefined) return warnOfLosses(identity, config, collectSettings(deleted));
  // Where one process serves several plans, an earlier one may have seen the queue.
  const isOfThisPlan = isSecondHalf || claims.isOnePlan(identity);
  const prior = isOfThisPlan ? seenQueues.tryFindState(identity) : undefined;
  const isForgotten = prior !== undefined && isAbandoned(prior);
  if (isForgotten && !isAdopted(config))
    return [createForgottenWarning(identity), ...adviseProtection(config, {})];
  const { live, diagnostics } = await readForAdvice(identity, context);
  // A tainted resource is planned like a new one: it is deleted first. One that Terraform forgets is not.
  if (prior !== undefined && !isForgotten) {
    const facts = { isToldBefore: isSecondHalf, isUncertain: true };
    const losses = await adviseLosses(identity, { config, prior, live, facts }, context);
    return [...diagnostics, ...createStoredWarning(identity, config, live), ...losses];
  }
  if (live === undefined) return [...diagnostics, ...adviseProtection(config, {})];
  if (!isAdopted(config)) return [createExistsWarning(identity, config), ...adviseProtection(config, {})];
  const adoption = createAdoptionWarning(identity, config, { live, isForgotten });
  return [adoption, ...adviseProtection(config, live.settings)];
}

function createExistsWarning(identity: QueueIdentity, config: ObjectValue): Diagnostic {
  const id = formatQueueId(identity);
  const isOpen = getAttribute(config, "on_existing") === UNKNOWN;
  return createWarning(
    "Queue exists already",
    id,
    `Queue ${id} exists, but is not in the part of the state that this provider configuration has read. Creating it will be refused${isOpen ? ', unless on_existing turns out to be "adopt"' : ""}. ${describeTakeover(identity)}`,
    attributePath("target_branch"),
  );
}

/** Warns that the queue to create is in the state. The text fits both cases: it is deleted, or forgotten. */
function createStoredWarning(identity: QueueIdentity, config: ObjectValue, live?: LiveQueue): Diagnostic[] {
  if (live === undefined) return [];
  const id = formatQueueId(identity);
  const then = isAdopted(config)
    ? `on_existing = "adopt" takes it over. ${describeAdoption(config, live)}`
    : "creating it will be refused, because it exists. To keep it with this resource, run terraform untaint, put a moved " +
      "block in the place of the removed block, or import it.";
  return [
    createWarning(
      `Queue is replaced or ${isAdopted(config) ? "adopted" : "refused"}`,
      id,
      `Queue ${id} is in the state, and this plan also creates it. If Terraform destroys the old object, as it does with a ` +
        "tainted resource, a new queue replaces it. If Terraform only forgets the old object (a removed block, lifecycle { " +
        `destroy = false }), the queue stays, and ${then}`,
      attributePath("target_branch"),
    ),
  ];
}

function createForgottenWarning(identity: QueueIdentity): Diagnostic {
  const id = formatQueueId(identity);
  return createWarning(
    "Queue will be forgotten and not replaced",
    id,
    `Queue ${id} is in the state with deletion_policy = "abandon", so a destroy only forgets it. Creating it ` +
      'will then be refused, because it still exists. To delete it and create it again, first apply deletion_policy = "refuse". ' +
      "To keep it, run terraform untaint, or give it its new address with a moved block.",
    attributePath("deletion_policy"),
  );
}

function createAdoptionWarning(
  identity: QueueIdentity,
  config: ObjectValue,
  { live, isForgotten }: { readonly live: LiveQueue; readonly isForgotten: boolean },
): Diagnostic {
  const id = formatQueueId(identity);
  const why = isForgotten
    ? `Queue ${id} is in the state with deletion_policy = "abandon". Terraform therefore does not replace the queue: the ` +
      'destroy only forgets it, and on_existing = "adopt" takes over the same queue.'
    : `Queue ${id} exists, but is not in the part of the state that this provider configuration has read. on_existing = "adopt" takes it over.`;
  const detail = `${why} ${describeAdoption(config, live)}`;
  return createWarning("Queue exists and will be adopted", id, detail, attributePath("on_existing"));
}

const MAX_LINES = 30;

/** Lists the changes of an adoption, with one setting on each line. Says so if there are no changes. */
function describeAdoption(config: ObjectValue, live: LiveQueue): string {
  const lines = [
    ...findStrictChanges(live, collectWanted(config)).map(describeWantedChange),
    ...listOpen(config).map((name) => `  ${name}: (known after apply)`),
  ];
  if (lines.length === 0) return "That changes nothing: the queue already has every declared setting.";
  const more = lines.length - MAX_LINES;
  const list = [...lines.slice(0, MAX_LINES), ...(more > 0 ? [`  and ${more} more`] : [])];
  return `Only these declared settings change:\n${list.join("\n")}`;
}

/** Shows only the name, or a count, if the value may be secret. (The provider cannot find that out.) */
function describeWantedChange({ name, isAdditional, now, wanted }: WantedChange): string {
  if (isAdditional) return `  ${nameAdditional(name)}`;
  const setting = findSetting(name as SettingName);
  if (setting.kind !== "stringSet" && holdsOwnStrings(setting)) return `  ${toAttributeName(name)}`;
  const then = Array.isArray(wanted) ? describeStrings(wanted, now) : quote(wanted);
  return `  ${toAttributeName(name)}: ${now === undefined ? "(not shown)" : quote(now)} -> ${then}`;
}

function describeStrings(wanted: readonly unknown[], now: unknown): string {
  const present = new Set<unknown>(Array.isArray(now) ? now : []);
  const added = wanted.filter((element) => !present.has(element)).length;
  const removed = present.size - (wanted.length - added);
  return `${wanted.length} declared (${added} to add, ${removed} to remove)`;
}

function listOpen(config: ObjectValue): string[] {
  const isOpen = (value: Value): boolean => value !== null && !isWhollyKnown(value);
  const additional = [...getAdditionalEntries(config)].filter(([, value]) => isOpen(value));
  return [
    ...SETTING_NAMES.filter((name) => isOpen(getSetting(config, name))).map(toAttributeName),
    ...(getAdditionalValue(config) === UNKNOWN ? [ADDITIONAL_SETTINGS] : []),
    ...additional.map(([name]) => nameAdditional(name)),
  ];
}

function nameAdditional(name: string): string {
  return `${ADDITIONAL_SETTINGS}[${quote(name)}]`;
}
