import { attributePath, type Diagnostic } from "../../plugin/diagnostic";
import type { ObjectValue } from "../../plugin/values/value";
import { formatQueueId } from "../../queue/queue-identity";
import { tryGetIdentity } from "../argument-values";
import { createWarning } from "../diagnostics";
import type { ClaimKind, QueueClaims } from "../queue-claims";

/**
 * Detects two resources of one plan that declare the same queue, at least one of which creates it. It is an error if the
 * apply would silently take the queue over from the other resource. Otherwise it is a warning, because the apply refuses
 * it; there is none under Pulumi, which plans one resource twice.
 */
export function claimQueue(config: ObjectValue, kind: ClaimKind, claims: QueueClaims): Diagnostic[] {
  const identity = tryGetIdentity(config);
  const other = identity && claims.claim(identity, kind);
  if (identity === undefined || other === undefined || (kind === "keep" && other === "keep")) return [];
  const isKept = [kind, other].includes("keep");
  const isTakenOver = isKept && [kind, other].includes("adopt");
  // One of the two may be tainted (rule C-35): to be replaced, it would delete the queue of the other one.
  const isReplaced = isKept && claims.countObjects(identity) > 1;
  if (!isTakenOver && claims.areRepeated) return [];
  const id = formatQueueId(identity);
  const warning = createWarning(
    "Queue declared by more than one resource",
    id,
    `Another resource of this configuration also declares queue ${id}. ` +
      (isTakenOver
        ? "If both were applied, each would undo the changes of the other. "
        : isReplaced
          ? "The apply would refuse one of them, or, if one is tainted, delete the queue of the other. "
          : "The apply will refuse all of them but one. ") +
      "Keep one of them. To give a resource another address, use a moved block.",
    attributePath("target_branch"),
  );
  return [isTakenOver || isReplaced ? { ...warning, severity: "error" } : warning];
}
