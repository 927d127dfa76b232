import type { Diagnostic } from "../../../plugin/diagnostic";
import { attributePath } from "../../../plugin/diagnostic";
import type { ObjectValue } from "../../../plugin/values/value";
import { isWhollyKnown } from "../../../plugin/values/value";
import { toAttributeName } from "../../../queue/attribute-name";
import { findProtectionLosses } from "../../../queue/find-protection-losses";
import type { ReplacementLoss } from "../../../queue/find-replacement-losses";
import { formatQueueId } from "../../../queue/queue-identity";
import type { QueueRecord } from "../../../queue/settings";
import { describeStatusRelease } from "../../../reconcile/describe-status-release";
import { tryGetIdentity } from "../../identity-values";
import { collectSettings } from "../values/setting-values";

/** What a plan does to merge protection beside changing what is declared. */
interface ProtectionFacts {
  /** Required statuses are given back to the service. */
  readonly releasesRequiredStatuses?: boolean;
  /** What a replacement does not carry over. */
  readonly lost?: readonly ReplacementLoss[];
  /** What is declared has been compared by an earlier call for the same plan. Default: it has not. */
  readonly isToldBefore?: boolean;
}

/**
 * Warns of merge protection that a plan takes away (promise S-26). Needs no call.
 * @param before - what the queue has now: of a state what the refresh has just read, of a queue to be adopted what
 *   it shows, of a new queue nothing
 */
export function adviseProtection(
  planned: ObjectValue,
  before: QueueRecord,
  { releasesRequiredStatuses = false, lost = [], isToldBefore = false }: ProtectionFacts = {},
): Diagnostic[] {
  // Of a set with unknown elements nobody can say yet what it leaves out.
  const after = isToldBefore ? {} : collectSettings(planned, (_setting, value) => isWhollyKnown(value));
  const warnings = findProtectionLosses(before, after, lost).map(({ name, message }) =>
    createWarning(planned, toAttributeName(name), message),
  );
  if (!releasesRequiredStatuses) return warnings;
  return [
    ...warnings,
    createWarning(
      planned,
      toAttributeName("requiredStatuses"),
      describeStatusRelease(before.requiredStatuses),
    ),
  ];
}

function createWarning(planned: ObjectValue, name: string, detail: string): Diagnostic {
  const identity = tryGetIdentity(planned);
  // Of several warnings with one summary Terraform shows the first only.
  const where = identity === undefined ? name : `${name} of ${formatQueueId(identity)}`;
  const summary = `Merge protection shrinks: ${where}`;
  return { severity: "warning", summary, detail, path: attributePath(name) };
}
