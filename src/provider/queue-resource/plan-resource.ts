import { attributePath, type Diagnostic, isError } from "../../plugin/diagnostic";
import type { ObjectValue } from "../../plugin/value";
import { describeGained, GAINED_SETTINGS } from "../../queue/additional-settings";
import { formatQueueId } from "../../queue/queue-identity";
import { isAbandoned, isAdopted, tryGetIdentity } from "../argument-values";
import { createWarning } from "../diagnostics";
import { getData, type ProviderData, type QueueResource } from "../provider-data";
import { adviseReplacedSharing, adviseSharing, claimQueue } from "./advice/advise-claims";
import { adviseCreate } from "./advice/advise-create";
import { adviseDestroy } from "./advice/advise-destroy";
import { adviseDraining } from "./advice/advise-draining";
import { adviseInherited, withoutInherited } from "./advice/advise-inherited";
import { adviseProtection, PARALLEL_TITLE } from "./advice/advise-protection";
import { adviseReplacement } from "./advice/advise-replacement";
import { refuseReplaced, refuseValues } from "./advice/refuse-plan";
import { planCreate, planUpdate } from "./plan-queue";
import { ADDITIONAL_SETTINGS, getAdditionalEntries } from "./values/additional-values";
import { decodePrivate, encodePrivate } from "./values/queue-private";
import { collectSettings } from "./values/setting-values";

/** Handles PlanResourceChange: the pure `planCreate` and `planUpdate` make the values; warnings are added. */
export const planResource: QueueResource["plan"] = async (request, context) => {
  const { config, prior, proposed, priorPrivate } = request;
  const data = getData(request);
  const { claims } = data;
  const remembered = decodePrivate(priorPrivate);
  const { object } = remembered;
  const refused = await refuseReplaced(request, data, context);
  if (refused.length > 0) return { planned: proposed, plannedPrivate: priorPrivate, diagnostics: refused };
  if (proposed === null) {
    const shared = prior === null ? [] : adviseSharing(prior, object, "delete", claims);
    const advice = prior === null || shared.some(isError) ? [] : await adviseDestroy(prior, data, context);
    return { planned: null, plannedPrivate: priorPrivate, diagnostics: [...shared, ...advice] };
  }
  // The second half of a replacement has the first half's private state, which is never empty.
  const isSecondHalf = prior === null && priorPrivate.length > 0;
  if (!isSecondHalf) claims.addPlan(tryGetIdentity(config));
  const claimKind = isAdopted(config) ? "adopt" : "create";
  if (prior === null) {
    const { planned } = planCreate(config);
    const twice = isSecondHalf
      ? adviseReplacedSharing(config, object, claims)
      : claimQueue(config, claimKind, claims);
    // The queue of another resource is not the one that this resource replaces.
    const advice =
      twice.length > 0
        ? []
        : await adviseCreate(withoutInherited(config, data), data, context, { isSecondHalf });
    return {
      planned,
      plannedPrivate: priorPrivate,
      diagnostics: [...twice, ...adviseValues(config, null, data), ...withoutRepetition(advice, data)],
    };
  }
  // A forced replacement is planned a second time without prior state. This queue must then be known as
  // this resource's own, even where nothing was refreshed.
  rememberSeen(prior, data);
  const plan = planUpdate(config, prior, remembered);
  const { planned, requiresReplace } = plan;
  const isReplaced = requiresReplace.length > 0;
  // A replacement by a queue that is not known yet may turn out to be none.
  const isDeleted = isReplaced && tryGetIdentity(config) !== undefined;
  const inheritance = { inheritsByEmptyList: data.api?.abilities.inheritsByEmptyList };
  const diagnostics = [
    ...adviseValues(config, isReplaced ? null : prior, data),
    ...adviseSharing(prior, object, isDeleted ? "delete" : "keep", claims),
    ...claimQueue(config, isReplaced ? claimKind : "keep", claims),
    ...(isReplaced && !isAbandoned(prior)
      ? await adviseReplacement(withoutInherited(config, data), prior, data, context)
      : adviseProtection(withoutInherited(planned, data), collectSettings(prior), {
          ...plan,
          ...inheritance,
        })),
    ...(isReplaced ? [] : await adviseDraining(config, prior, data, context)),
  ];
  const plannedPrivate = priorPrivate.length > 0 ? priorPrivate : encodePrivate({});
  return { planned, requiresReplace, plannedPrivate, diagnostics: withoutRepetition(diagnostics, data) };
};

/** Tells of values that are not what they seem. @param prior - null: all are sent */
function adviseValues(config: ObjectValue, prior: ObjectValue | null, data: ProviderData): Diagnostic[] {
  return [
    ...adviseGained(config),
    ...refuseValues(config, prior, data),
    ...adviseInherited(config, prior, data),
  ];
}

function adviseGained(config: ObjectValue): Diagnostic[] {
  const identity = tryGetIdentity(config);
  const id = identity === undefined ? "" : ` of ${formatQueueId(identity)}`;
  const path = attributePath(ADDITIONAL_SETTINGS);
  return [...getAdditionalEntries(config).keys()]
    .filter((name) => GAINED_SETTINGS.has(name))
    .map((name) => createWarning("Setting has an attribute", `${name}${id}`, describeGained(name), path));
}

/** Leaves out a warning that holds for many queues and that this run has shown: an apply plans twice. */
function withoutRepetition(diagnostics: readonly Diagnostic[], { isFirst }: ProviderData): Diagnostic[] {
  return diagnostics.filter(({ summary }) => !summary.startsWith(PARALLEL_TITLE) || isFirst(PARALLEL_TITLE));
}

export function rememberSeen(prior: ObjectValue, data: ProviderData | undefined): void {
  const identity = tryGetIdentity(prior);
  if (identity !== undefined) data?.seenQueues.add(identity, prior);
}
