import { attributePath, type Diagnostic, isError } from "../../plugin/diagnostic";
import type { PlanRequest } from "../../plugin/provider-definition";
import type { ObjectValue } from "../../plugin/value";
import { describeGained, GAINED_SETTINGS } from "../../queue/additional-settings";
import { toAttributeName } from "../../queue/attribute-name";
import { hasErrorCode } from "../../queue/merge-queue-error";
import { formatQueueId } from "../../queue/queue-identity";
import type { SettingName } from "../../queue/settings";
import { ADVISORY_READ_TIMEOUT_MS } from "../../reconcile/reconcile-context";
import { quoteForShell } from "../../text/quote-for-shell";
import { isAbandoned, isAdopted, tryGetIdentity } from "../argument-values";
import { describeError } from "../describe-error";
import { createInvalid, createWarning } from "../diagnostics";
import {
  findReconciler,
  getData,
  type PlanContext,
  type ProviderData,
  type QueueResource,
} from "../provider-data";
import { adviseReplacedSharing, adviseSharing, claimQueue } from "./advice/advise-claims";
import { adviseCreate } from "./advice/advise-create";
import {
  adviseDestroy,
  adviseInherited,
  adviseProtection,
  adviseReplacement,
  PARALLEL_TITLE,
  withoutInherited,
} from "./advice/advise-losses";
import { readForAdvice } from "./advice/read-for-advice";
import { planCreate, planUpdate } from "./plan-queue";
import { ADDITIONAL_SETTINGS, getAdditionalEntries } from "./values/additional-values";
import { decodePrivate, encodePrivate } from "./values/queue-private";
import { collectSettings, getSetting, isSameValue } from "./values/setting-values";

/** Makes a plan with the pure functions `planCreate` and `planUpdate`, and adds warnings. */
export const planResource: QueueResource["plan"] = async (request, call) => {
  const { config, prior, proposed, priorPrivate } = request;
  const data = getData(request);
  const context = { ...call, data };
  const { claims } = data;
  const remembered = decodePrivate(priorPrivate);
  const { object } = remembered;
  const refused = await refuseReplaced(request, context);
  if (refused.length > 0) return { planned: proposed, plannedPrivate: priorPrivate, diagnostics: refused };
  if (proposed === null) {
    const shared = prior === null ? [] : adviseSharing(prior, object, "delete", claims);
    const advice = prior === null || shared.some(isError) ? [] : await adviseDestroy(prior, context);
    return { planned: null, plannedPrivate: priorPrivate, diagnostics: [...shared, ...advice] };
  }
  // The second half of a replacement gets the first half's private state, which is never empty.
  const isSecondHalf = prior === null && priorPrivate.length > 0;
  if (!isSecondHalf) claims.addPlan(tryGetIdentity(config));
  const claimKind = isAdopted(config) ? "adopt" : "create";
  if (prior === null) {
    const { planned } = planCreate(config);
    const twice = isSecondHalf
      ? adviseReplacedSharing(config, object, claims)
      : claimQueue(config, claimKind, claims);
    // The queue belongs to another resource, so this resource does not replace it.
    const advice =
      twice.length > 0 ? [] : await adviseCreate(withoutInherited(config, data), context, { isSecondHalf });
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
  // With an unknown identity, a replacement may turn out to be an update.
  const isDeleted = isReplaced && tryGetIdentity(config) !== undefined;
  const facts = { ...plan, inheritsByEmptyList: data.api?.abilities.inheritsByEmptyList };
  const diagnostics = [
    ...adviseValues(config, isReplaced ? null : prior, data),
    ...adviseSharing(prior, object, isDeleted ? "delete" : "keep", claims),
    ...claimQueue(config, isReplaced ? claimKind : "keep", claims),
    ...(isReplaced && !isAbandoned(prior)
      ? await adviseReplacement(withoutInherited(config, data), prior, context)
      : adviseProtection(withoutInherited(planned, data), collectSettings(prior), facts)),
    ...(isReplaced ? [] : await adviseDraining(config, prior, context)),
  ];
  const plannedPrivate = priorPrivate.length > 0 ? priorPrivate : encodePrivate({});
  return { planned, requiresReplace, plannedPrivate, diagnostics: withoutRepetition(diagnostics, data) };
};

/** Warns of values that have an unexpected effect. @param prior - null if all values are sent */
function adviseValues(config: ObjectValue, prior: ObjectValue | null, data: ProviderData): Diagnostic[] {
  const identity = tryGetIdentity(config);
  const id = identity === undefined ? "" : ` of ${formatQueueId(identity)}`;
  const path = attributePath(ADDITIONAL_SETTINGS);
  const gained = [...getAdditionalEntries(config).keys()].filter((name) => GAINED_SETTINGS.has(name));
  return [
    ...gained.map((name) => createWarning("Setting has an attribute", name + id, describeGained(name), path)),
    ...refuseValues(config, prior, data),
    ...adviseInherited(config, prior, data),
  ];
}

/** Omits the warning of parallel mode if this run has shown it before. (An apply plans twice.) */
function withoutRepetition(diagnostics: readonly Diagnostic[], { isFirst }: ProviderData): Diagnostic[] {
  return diagnostics.filter(({ summary }) => !summary.startsWith(PARALLEL_TITLE) || isFirst(PARALLEL_TITLE));
}

export function rememberSeen(prior: ObjectValue, data: ProviderData | undefined): void {
  const identity = tryGetIdentity(prior);
  if (identity !== undefined) data?.seenQueues.add(identity, prior);
}

/** Warns of a draining queue. A killed destroy leaves the queue draining, and nothing else reports this. */
async function adviseDraining(
  config: ObjectValue,
  prior: ObjectValue,
  context: PlanContext,
): Promise<Diagnostic[]> {
  const identity = tryGetIdentity(prior);
  if (identity === undefined || getSetting(config, "state") !== null) return [];
  const stored = getSetting(prior, "state");
  const isAsked = context.data.claims.areRepeated || stored === null;
  const { live, diagnostics } = isAsked ? await readForAdvice(identity, context) : { diagnostics: [] };
  if ((live?.settings.state ?? stored) !== "draining") return diagnostics;
  const id = formatQueueId(identity);
  return [
    ...diagnostics,
    createWarning(
      "Queue is draining",
      id,
      `Queue ${id} is draining: running tests continue, and nothing new starts. Its state is not declared, so this plan leaves ` +
        "it draining. A destroy that was killed can be the cause. To let the queue run again: mergequeue queue resume " +
        quoteForShell(id),
      attributePath("state"),
    ),
  ];
}

/** Refuses values that the interface does not accept. @param prior - null if all values are sent */
function refuseValues(config: ObjectValue, prior: ObjectValue | null, { api }: ProviderData): Diagnostic[] {
  const sent = collectSettings(
    config,
    (setting, value) => prior === null || !isSameValue(setting, value, getSetting(prior, setting.name)),
  );
  return (Object.entries(sent) as [SettingName, unknown][]).flatMap(([name, value]) => {
    const problem = api?.abilities.findValueProblem(name, value);
    return problem === undefined ? [] : [createInvalid(attributePath(toAttributeName(name)), problem)];
  });
}

/** Refuses to change or delete a queue that was recreated outside Terraform (F-49). Forgetting is allowed. */
async function refuseReplaced(
  { config, prior, proposed, priorPrivate }: PlanRequest<ProviderData>,
  context: PlanContext,
): Promise<Diagnostic[]> {
  const { data, stopSignal } = context;
  const identity = tryGetIdentity(prior ?? config);
  const isForgotten = proposed === null && prior !== null && isAbandoned(prior);
  if (identity === undefined || isForgotten) return [];
  const { queueId } = decodePrivate(priorPrivate);
  const seen = data.seenQueues.tryFindReplaced(identity);
  // A tainted resource is planned like a new one, without its private state.
  if (seen !== undefined && (prior === null || seen.details.queueId === queueId))
    return [describeError(seen, "update")];
  if (queueId === undefined || proposed !== null) return [];
  const { live, diagnostics } = await readForAdvice(identity, context);
  if (live?.queueId === undefined || live.queueId === queueId) return diagnostics;
  try {
    const options = { queueId, stopSignal, timeoutMs: ADVISORY_READ_TIMEOUT_MS };
    await findReconciler(data).refresh(identity, options);
    return [];
  } catch (error) {
    return hasErrorCode(error, "queue_replaced") ? [describeError(error, "delete")] : [];
  }
}
