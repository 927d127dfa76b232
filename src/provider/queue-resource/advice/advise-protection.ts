import { attributePath, type Diagnostic } from "../../../plugin/diagnostic";
import { isWhollyKnown, type ObjectValue } from "../../../plugin/values/value";
import { toAttributeName } from "../../../queue/attribute-name";
import { findProtectionLosses } from "../../../queue/find-protection-losses";
import type { ReplacementLoss } from "../../../queue/find-replacement-losses";
import { becomesParallel, describeParallelNeeds } from "../../../queue/parallel-advice";
import { formatQueueId } from "../../../queue/queue-identity";
import type { QueueRecord } from "../../../queue/settings";
import { describeStatusRelease } from "../../../reconcile/describe-status-release";
import { tryGetIdentity } from "../../argument-values";
import { createWarning } from "../../diagnostics";
import { collectSettings } from "../values/setting-values";

/** Changes of merge protection by a plan, beyond changes of declared settings. */
interface ProtectionFacts {
  /** Whether required statuses go back to the service's own choice. Default: false. */
  readonly releasesRequiredStatuses?: boolean;
  /** Settings that a replacement does not carry over. */
  readonly lost?: readonly ReplacementLoss[];
  /** Whether an earlier call for the same plan has compared the declared settings. Default: false. */
  readonly isToldBefore?: boolean;
}

/** Title of the warning that a plan shows once, however many queues become parallel. */
export const PARALLEL_TITLE = "Parallel mode needs impacted targets";

/**
 * Warns of merge protection that a plan takes away (promise S-26), and of parallel mode. Needs no call.
 * @param before - the queue's settings now: what the refresh has just read, or those of a queue to be adopted; empty for
 *   a new queue
 */
export function adviseProtection(
  planned: ObjectValue,
  before: QueueRecord,
  { releasesRequiredStatuses = false, lost = [], isToldBefore = false }: ProtectionFacts = {},
): Diagnostic[] {
  // It is not known yet what a set with unknown elements leaves out.
  const after = isToldBefore ? {} : collectSettings(planned, (_setting, value) => isWhollyKnown(value));
  const warnings = findProtectionLosses(before, after, lost).map(({ name, message }) =>
    createProtectionWarning(planned, toAttributeName(name), message),
  );
  if (becomesParallel(before, after)) warnings.push(createParallelWarning(planned));
  if (!releasesRequiredStatuses) return warnings;
  return [
    ...warnings,
    createProtectionWarning(
      planned,
      toAttributeName("requiredStatuses"),
      describeStatusRelease(before.requiredStatuses),
    ),
  ];
}

function createParallelWarning(planned: ObjectValue): Diagnostic {
  const identity = tryGetIdentity(planned);
  const id = identity === undefined ? "QUEUE" : formatQueueId(identity);
  return createWarning(PARALLEL_TITLE, id, describeParallelNeeds(id), attributePath("mode"));
}

function createProtectionWarning(planned: ObjectValue, name: string, detail: string): Diagnostic {
  const identity = tryGetIdentity(planned);
  const subject = identity === undefined ? name : `${name} of ${formatQueueId(identity)}`;
  return createWarning("Merge protection shrinks", subject, detail, attributePath(name));
}
