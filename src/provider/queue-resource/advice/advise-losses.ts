import { attributePath, type Diagnostic } from "../../../plugin/diagnostic";
import { isWhollyKnown, type ObjectValue } from "../../../plugin/value";
import { toAttributeName } from "../../../queue/attribute-name";
import { findReplacementLosses, type ReplacementLoss } from "../../../queue/find-replacement-losses";
import { findNoWayBack } from "../../../queue/no-way-back";
import { becomesParallel, describeParallelNeeds } from "../../../queue/parallel-advice";
import { formatQueueId, isSameQueue, type QueueIdentity } from "../../../queue/queue-identity";
import { findSetting, type QueueRecord } from "../../../queue/settings";
import { adviseDeletion } from "../../../reconcile/advise-deletion";
import {
  describeKeptStatuses,
  describeStatusRelease,
  EMPTY_LIST_INHERITS,
} from "../../../reconcile/describe-status-release";
import { findProtectionChanges } from "../../../reconcile/find-protection-changes";
import type { LiveQueue } from "../../../reconcile/read-queue";
import { quote } from "../../../text/quote";
import {
  describeTimeout,
  getIdentity,
  isAbandoned,
  isAdopted,
  isDrained,
  nameQueue,
  tryGetIdentity,
} from "../../argument-values";
import { createWarning } from "../../diagnostics";
import type { PlanContext, ProviderData } from "../../provider-data";
import type { QueuePlan } from "../plan-queue";
import { collectSettings, getSetting, holdsOwnStrings, isEmptyList } from "../values/setting-values";
import { readForAdvice } from "./read-for-advice";

interface ProtectionFacts
  extends Partial<Pick<QueuePlan, "releasesRequiredStatuses" | "keepsRequiredStatuses">> {
  readonly lost?: readonly ReplacementLoss[];
  /** Whether an empty list of required statuses means "inherited". Default: false. */
  readonly inheritsByEmptyList?: boolean | undefined;
  /** The replaced queue, for the warning about lost required statuses. Default: the queue in the plan. */
  readonly replaced?: QueueIdentity;
  /** Whether an earlier call for this plan has reported changes of declared settings. Default: false. */
  readonly isToldBefore?: boolean;
  /** Whether Terraform may just forget the queue, and not replace it. Default: false. */
  readonly isUncertain?: boolean;
}

/** Title of the warning that a plan shows only once, even if many queues become parallel. */
export const PARALLEL_TITLE = "Parallel mode needs impacted targets";

/** Warns of lost protection. @param before - the queue's present settings; empty for a new queue */
export function adviseProtection(
  planned: ObjectValue,
  before: QueueRecord,
  { lost = [], replaced, isToldBefore = false, isUncertain = false, ...statuses }: ProtectionFacts = {},
): Diagnostic[] {
  const id = nameQueue(planned);
  const warn = (name: string, detail: string, title: string, queue = tryGetIdentity(planned)): Diagnostic => {
    const attribute = toAttributeName(name);
    const subject = queue === undefined ? attribute : `${attribute} of ${formatQueueId(queue)}`;
    return createWarning(title, subject, detail, attributePath(attribute));
  };
  // A set with unknown elements may still contain them.
  const after = isToldBefore ? {} : collectSettings(planned, (_setting, value) => isWhollyKnown(value));
  // With count, the new queue of one element can be the old one of the next: statuses belong to one queue.
  const newId = replaced && tryGetOtherId(planned, replaced);
  const context =
    replaced && newId !== undefined ? `Queue ${newId} replaces queue ${formatQueueId(replaced)}. ` : "";
  const warnings = findProtectionChanges(before, after, lost).map(({ name, kind, message }) => {
    const title = isUncertain ? MAYBE[kind] : TITLES[kind];
    return name === "requiredStatuses"
      ? warn(name, context + message, title, replaced)
      : warn(name, message, title);
  });
  for (const { name, message } of findNoWayBack(before, after, toAttributeName)) {
    const attribute = toAttributeName(name);
    const path = attributePath(attribute);
    warnings.push(createWarning("There may be no way back", `${attribute} of ${id}`, message, path));
  }
  if (becomesParallel(before, after)) {
    const needs = describeParallelNeeds(id);
    warnings.push(createWarning(PARALLEL_TITLE, id, needs, attributePath("mode")));
  }
  if (statuses.keepsRequiredStatuses === true) {
    const kept = describeKeptStatuses(getIdentity(planned), before.requiredStatuses, statuses);
    warnings.push(createWarning("Required statuses are kept", id, kept, attributePath("required_statuses")));
  }
  if (statuses.releasesRequiredStatuses !== true) return warnings;
  const release = describeStatusRelease(before.requiredStatuses);
  return [...warnings, warn("requiredStatuses", release, TITLES.loss)];
}

const TITLES = { loss: "Merge protection shrinks", pause: "Queue stops merging" } as const;
const MAYBE = { loss: "Merge protection may shrink", pause: "Queue may stop merging" } as const;

/** Returns the id of the configured queue; undefined if it is this queue, or if it is not known yet. */
function tryGetOtherId(config: ObjectValue, identity: QueueIdentity): string | undefined {
  const wanted = tryGetIdentity(config);
  return wanted === undefined || isSameQueue(wanted, identity) ? undefined : formatQueueId(wanted);
}

function isInherited(object: ObjectValue, { api }: ProviderData): boolean {
  return api?.abilities.inheritsByEmptyList === true && isEmptyList(getSetting(object, "requiredStatuses"));
}

/** Removes an empty list that means "inherited", because advice would take it for "no statuses". */
export function withoutInherited(object: ObjectValue, data: ProviderData): ObjectValue {
  return isInherited(object, data) ? new Map(object).set("required_statuses", null) : object;
}

/** Warns of the effect of an empty list that will be sent. @param prior - null for a new queue */
export function adviseInherited(
  config: ObjectValue,
  prior: ObjectValue | null,
  data: ProviderData,
): Diagnostic[] {
  if (!isInherited(config, data) || (prior !== null && isInherited(prior, data))) return [];
  const { requiredStatuses: names = [] } = prior === null ? {} : collectSettings(prior);
  const goes = names.length === 0 ? "" : ` Its present list is removed: ${names.map(quote).join(", ")}.`;
  const adopted =
    prior === null && isAdopted(config) ? " If the adopted queue has its own list, the list is removed." : "";
  return [
    createWarning(
      names.length === 0 ? "Required statuses are inherited" : "Merge protection shrinks",
      `required_statuses of ${nameQueue(config)}`,
      `${EMPTY_LIST_INHERITS}${goes}${adopted} A queue cannot be set to require no status.`,
      attributePath("required_statuses"),
    ),
  ];
}

export async function adviseDestroy(prior: ObjectValue, context: PlanContext): Promise<Diagnostic[]> {
  const identity = tryGetIdentity(prior);
  if (identity === undefined || isAbandoned(prior)) return [];
  const { live, diagnostics } = await readForAdvice(identity, context);
  return [...diagnostics, ...(await adviseContent(identity, { prior, live }, context))];
}

/** A queue in the state (`prior`) and at the service (`live`; undefined if it was not read). */
interface QueueSides {
  readonly prior: ObjectValue;
  readonly live: LiveQueue | undefined;
}

/** Warns of pull requests that prevent or delay a deletion, including those that are not ready. */
async function adviseContent(
  identity: QueueIdentity,
  { prior, live }: QueueSides,
  { data: { reconciler }, stopSignal }: PlanContext,
): Promise<Diagnostic[]> {
  if (live === undefined || reconciler === undefined) return [];
  const drain = isDrained(prior) ? { actor: "Terraform", wait: describeTimeout(prior, "delete") } : undefined;
  const whole = await reconciler.addNotReady(identity, live, { stopSignal });
  const advice = adviseDeletion(identity, whole, drain);
  // Terraform shows only the first of several warnings with one summary.
  return advice === undefined ? [] : [{ severity: "warning", ...advice }];
}

/** Warns of what a replacement loses. @param prior - the old queue's state, used if the read fails */
export async function adviseReplacement(
  config: ObjectValue,
  prior: ObjectValue,
  context: PlanContext,
): Promise<Diagnostic[]> {
  const identity = tryGetIdentity(prior);
  if (identity === undefined) return [];
  const { live, diagnostics } = await readForAdvice(identity, context);
  return [...diagnostics, ...(await adviseLosses(identity, { config, prior, live }, context))];
}

interface Replacement extends QueueSides {
  readonly config: ObjectValue;
  readonly facts?: Omit<ProtectionFacts, "lost" | "replaced">;
}

export async function adviseLosses(
  identity: QueueIdentity,
  { config, prior, live, facts = {} }: Replacement,
  context: PlanContext,
): Promise<Diagnostic[]> {
  const content = await adviseContent(identity, { prior, live }, context);
  return [
    ...content.map((warning) => ({ ...warning, detail: `${warning.detail} ${KEPT_IF_FORGOTTEN}` })),
    ...warnOfLosses(identity, config, live?.settings ?? collectSettings(prior), facts),
  ];
}

/** Always shown: Terraform does not tell a provider whether it deletes the old object or only forgets it. */
const KEPT_IF_FORGOTTEN =
  "With lifecycle { destroy = false } or a removed block, the queue is only forgotten: nothing in it is lost.";

/** Warns of values of a replaced or deleted queue that its successor will not have. */
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
