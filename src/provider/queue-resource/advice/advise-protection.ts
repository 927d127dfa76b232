import { attributePath, type Diagnostic } from "../../../plugin/diagnostic";
import { isWhollyKnown, type ObjectValue } from "../../../plugin/value";
import { toAttributeName } from "../../../queue/attribute-name";
import type { ReplacementLoss } from "../../../queue/find-replacement-losses";
import { findNoWayBack } from "../../../queue/no-way-back";
import { becomesParallel, describeParallelNeeds } from "../../../queue/parallel-advice";
import { formatQueueId, isSameQueue, type QueueIdentity } from "../../../queue/queue-identity";
import type { QueueRecord } from "../../../queue/settings";
import { describeKeptStatuses, describeStatusRelease } from "../../../reconcile/describe-status-release";
import { findProtectionChanges } from "../../../reconcile/find-protection-changes";
import { getIdentity, nameQueue, tryGetIdentity } from "../../argument-values";
import { createWarning } from "../../diagnostics";
import type { QueuePlan } from "../plan-queue";
import { collectSettings } from "../values/setting-values";

export interface ProtectionFacts
  extends Partial<Pick<QueuePlan, "releasesRequiredStatuses" | "keepsRequiredStatuses">> {
  readonly lost?: readonly ReplacementLoss[];
  /** Of the interface. Default: false. */
  readonly inheritsByEmptyList?: boolean | undefined;
  /** The queue that is replaced, whose settings are compared. Default: the queue in the plan. */
  readonly replaced?: QueueIdentity;
  /** Whether an earlier call for the same plan has compared the declared settings. Default: false. */
  readonly isToldBefore?: boolean;
  /** Whether the queue may only be forgotten, so that nothing replaces it. Default: false. */
  readonly isUncertain?: boolean;
}

/** Title of the warning that a plan shows once, however many queues become parallel. */
export const PARALLEL_TITLE = "Parallel mode needs impacted targets";

/** @param before - the settings now: just refreshed, or to be adopted; empty for a new queue */
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
  // It is not known yet what a set with unknown elements leaves out.
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

/** Returns the id of the queue in a configuration; undefined if it is the given one, or not known yet. */
export function tryGetOtherId(config: ObjectValue, identity: QueueIdentity): string | undefined {
  const wanted = tryGetIdentity(config);
  return wanted === undefined || isSameQueue(wanted, identity) ? undefined : formatQueueId(wanted);
}
