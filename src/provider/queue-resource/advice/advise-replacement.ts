import { attributePath, type Diagnostic } from "../../../plugin/diagnostic";
import type { CallContext } from "../../../plugin/provider-definition";
import { isWhollyKnown, type ObjectValue } from "../../../plugin/value";
import { toAttributeName } from "../../../queue/attribute-name";
import { findReplacementLosses, type ReplacementLoss } from "../../../queue/find-replacement-losses";
import { hasErrorCode, toErrorMessage } from "../../../queue/merge-queue-error";
import { findNoWayBack } from "../../../queue/no-way-back";
import { becomesParallel, describeParallelNeeds } from "../../../queue/parallel-advice";
import { formatQueueId, isSameQueue, type QueueIdentity } from "../../../queue/queue-identity";
import { findSetting, type QueueRecord } from "../../../queue/settings";
import { adviseDeletion } from "../../../reconcile/advise-deletion";
import { describeKeptStatuses, describeStatusRelease } from "../../../reconcile/describe-status-release";
import { findProtectionChanges } from "../../../reconcile/find-protection-changes";
import type { LiveQueue } from "../../../reconcile/read-queue";
import { quote } from "../../../text/quote";
import { describeTimeout, getIdentity, isAbandoned, isDrained, tryGetIdentity } from "../../argument-values";
import { describeError } from "../../describe-error";
import { createWarning } from "../../diagnostics";
import type { ProviderData } from "../../provider-data";
import type { QueuePlan } from "../plan-queue";
import { collectSettings, getSetting, holdsOwnStrings } from "../values/setting-values";

/** Warns of pull requests in a queue that is about to be destroyed or replaced. */
export async function adviseDestroy(
  prior: ObjectValue,
  data: ProviderData,
  context: CallContext,
): Promise<readonly Diagnostic[]> {
  const identity = tryGetIdentity(prior);
  if (identity === undefined || isAbandoned(prior)) return [];
  const { live, diagnostics } = await readForAdvice(identity, data, context);
  return [...diagnostics, ...(await adviseContent(identity, { prior, live }, data, context))];
}

/** A queue as the state has it, and as it was read; `live` is undefined if that failed. */
interface QueueSides {
  readonly prior: ObjectValue;
  readonly live: LiveQueue | undefined;
}

/** Warns of what deleting a queue runs into, by what is in it now: also what is not ready. */
async function adviseContent(
  identity: QueueIdentity,
  { prior, live }: QueueSides,
  { reconciler }: ProviderData,
  { stopSignal }: CallContext,
): Promise<Diagnostic[]> {
  if (live === undefined || reconciler === undefined) return [];
  const drain = isDrained(prior) ? { actor: "Terraform", wait: describeTimeout(prior, "delete") } : undefined;
  const advice = adviseDeletion(
    identity,
    await reconciler.addNotReady(identity, live, { stopSignal }),
    drain,
  );
  // Of several warnings with one summary Terraform shows the first only.
  return advice === undefined ? [] : [{ severity: "warning", ...advice }];
}

/** Warns of what a replacement loses. @param prior - state of the queue that is deleted; compared if the queue cannot be read */
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

/** As {@link adviseReplacement}, for a queue that was read. */
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
  return warnOfLosses(identity, config, collectSettings(deleted), {});
}

function warnOfLosses(
  identity: QueueIdentity,
  config: ObjectValue,
  before: QueueRecord,
  facts: Omit<ProtectionFacts, "lost" | "replaced">,
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

/** Returns the id of the queue in a configuration; undefined if it is the given one, or not known yet. */
function tryGetOtherId(config: ObjectValue, identity: QueueIdentity): string | undefined {
  const wanted = tryGetIdentity(config);
  return wanted === undefined || isSameQueue(wanted, identity) ? undefined : formatQueueId(wanted);
}

/** Changes of merge protection by a plan, beyond changes of declared settings. */
interface ProtectionFacts
  extends Partial<Pick<QueuePlan, "releasesRequiredStatuses" | "keepsRequiredStatuses">> {
  /** Settings that a replacement does not carry over. */
  readonly lost?: readonly ReplacementLoss[];
  /** The queue that is replaced, whose settings are compared. Default: the queue in the plan. */
  readonly replaced?: QueueIdentity;
  /** Whether an earlier call for the same plan has compared the declared settings. Default: false. */
  readonly isToldBefore?: boolean;
  /** Whether the queue may only be forgotten, so that nothing replaces it. Default: false. */
  readonly isUncertain?: boolean;
}

/** Title of the warning that a plan shows once, however many queues become parallel. */
export const PARALLEL_TITLE = "Parallel mode needs impacted targets";

/**
 * Warns of merge protection that a plan takes away, of a queue that it stops, and of parallel mode. Needs no
 * call.
 * @param before - the queue's settings now: what the refresh has just read, or those of a queue to be adopted; empty for
 *   a new queue
 */
export function adviseProtection(
  planned: ObjectValue,
  before: QueueRecord,
  { lost = [], replaced, isToldBefore = false, isUncertain = false, ...statuses }: ProtectionFacts = {},
): Diagnostic[] {
  // It is not known yet what a set with unknown elements leaves out.
  const after = isToldBefore ? {} : collectSettings(planned, (_setting, value) => isWhollyKnown(value));
  // With count, the new queue of one element can be the old one of the next: statuses belong to the queue that has them.
  const newId = replaced && tryGetOtherId(planned, replaced);
  const context =
    replaced && newId !== undefined ? `Queue ${newId} replaces queue ${formatQueueId(replaced)}. ` : "";
  const warnings = findProtectionChanges(before, after, lost).map(({ name, kind, message }) => {
    const title = isUncertain ? MAYBE[kind] : TITLES[kind];
    return name === "requiredStatuses"
      ? createProtectionWarning(planned, toAttributeName(name), context + message, {
          title,
          identity: replaced,
        })
      : createProtectionWarning(planned, toAttributeName(name), message, { title });
  });
  for (const { name, message } of findNoWayBack(before, after, toAttributeName)) {
    const attribute = toAttributeName(name);
    const subject = `${attribute} of ${describeQueue(planned)}`;
    warnings.push(createWarning("There may be no way back", subject, message, attributePath(attribute)));
  }
  if (becomesParallel(before, after)) warnings.push(createParallelWarning(planned));
  if (statuses.keepsRequiredStatuses === true) warnings.push(createKeptStatusesWarning(planned, before));
  if (statuses.releasesRequiredStatuses !== true) return warnings;
  return [
    ...warnings,
    createProtectionWarning(
      planned,
      toAttributeName("requiredStatuses"),
      describeStatusRelease(before.requiredStatuses),
    ),
  ];
}

function createKeptStatusesWarning(planned: ObjectValue, { requiredStatuses }: QueueRecord): Diagnostic {
  const queue = getIdentity(planned);
  const detail = describeKeptStatuses(queue, requiredStatuses);
  return createWarning(
    "Required statuses are kept",
    formatQueueId(queue),
    detail,
    attributePath("required_statuses"),
  );
}

function describeQueue(planned: ObjectValue): string {
  const identity = tryGetIdentity(planned);
  return identity === undefined ? "QUEUE" : formatQueueId(identity);
}

function createParallelWarning(planned: ObjectValue): Diagnostic {
  const id = describeQueue(planned);
  return createWarning(PARALLEL_TITLE, id, describeParallelNeeds(id), attributePath("mode"));
}

const TITLES = { loss: "Merge protection shrinks", pause: "Queue stops merging" } as const;
const MAYBE = { loss: "Merge protection may shrink", pause: "Queue may stop merging" } as const;

function createProtectionWarning(
  planned: ObjectValue,
  name: string,
  detail: string,
  {
    title = TITLES.loss,
    identity = tryGetIdentity(planned),
  }: { readonly title?: string; readonly identity?: QueueIdentity | undefined } = {},
): Diagnostic {
  const subject = identity === undefined ? name : `${name} of ${formatQueueId(identity)}`;
  return createWarning(title, subject, detail, attributePath(name));
}

/** Reads a queue once, for advice beside a plan. A failure is only logged, unless the token was not accepted. */
export async function readForAdvice(
  queue: QueueIdentity,
  { reconciler }: ProviderData,
  { stopSignal, log }: CallContext,
): Promise<{ readonly live?: LiveQueue | undefined; readonly diagnostics: readonly Diagnostic[] }> {
  try {
    return { live: await reconciler?.peek(queue, stopSignal), diagnostics: [] };
  } catch (error) {
    if (hasErrorCode(error, "unauthorized") || hasErrorCode(error, "forbidden")) {
      return { diagnostics: [describeError(error, "read")] };
    }
    log("warn", "advisory read failed; planning goes on without it", {
      queue: formatQueueId(queue),
      error: toErrorMessage(error),
    });
    return { diagnostics: [] };
  }
}
