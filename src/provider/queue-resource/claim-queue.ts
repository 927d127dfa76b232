import type { Diagnostic } from "../../plugin/diagnostic";
import { attributePath } from "../../plugin/diagnostic";
import type { ObjectValue } from "../../plugin/values/value";
import { formatQueueId } from "../../queue/queue-identity";
import { tryGetIdentity } from "../identity-values";
import type { ClaimKind, ProviderData } from "../provider-data";

/**
 * Notices two resources of one plan that declare the same queue, one of which is to be created. It is an error where
 * the apply would take the queue over from the other resource without a word; everything else is a warning, because
 * the apply refuses it, and because a host other than Terraform may plan one resource twice.
 */
export function claimQueue(
  config: ObjectValue,
  kind: ClaimKind,
  data: ProviderData | undefined,
): Diagnostic[] {
  const identity = tryGetIdentity(config);
  const other = identity === undefined ? undefined : data?.claims.claim(identity, kind);
  if (identity === undefined || other === undefined || (kind === "keep" && other === "keep")) return [];
  const id = formatQueueId(identity);
  const isTakenOver = [kind, other].includes("keep") && [kind, other].includes("adopt");
  return [
    {
      severity: isTakenOver ? "error" : "warning",
      // Of several warnings with one summary Terraform shows the first only.
      summary: `Queue declared by more than one resource: ${id}`,
      detail:
        `Another resource of this configuration declares queue ${id}, too. ` +
        (isTakenOver
          ? "Applied, each of them would undo what the other one did. "
          : "Applying will be refused for all of them but one. ") +
        "Keep one of them. To give a resource another address, use a moved block.",
      path: attributePath("target_branch"),
    },
  ];
}
