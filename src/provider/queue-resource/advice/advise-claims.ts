import { attributePath, type Diagnostic } from "../../../plugin/diagnostic";
import type { ObjectValue } from "../../../plugin/value";
import { formatQueueId, type QueueIdentity } from "../../../queue/queue-identity";
import { quoteForShell } from "../../../text/quote-for-shell";
import { isAbandoned, tryGetIdentity } from "../../argument-values";
import { createError, createWarning } from "../../diagnostics";
import type { ClaimKind, QueueClaims, Sharing } from "../../queue-claims";

/** Claims a queue. If the apply would fail by itself, warns; if it would do harm, returns an error. */
export function claimQueue(config: ObjectValue, kind: ClaimKind, claims: QueueClaims): Diagnostic[] {
  const identity = tryGetIdentity(config);
  const other = identity && claims.claim(identity, kind);
  if (identity === undefined || other === undefined || (kind === "keep" && other === "keep")) return [];
  if (other === "delete") return describeSharing(identity, "takeover");
  const isKept = [kind, other].includes("keep");
  const isTakenOver = isKept && [kind, other].includes("adopt");
  // One of the two may be tainted: to be replaced, it would delete the queue of the other one.
  const isReplaced = isKept && claims.countObjects(identity) > 1;
  if (!isTakenOver && claims.areRepeated) return [];
  const id = formatQueueId(identity);
  const refusal = isReplaced
    ? "The apply would refuse one of these resources. Or, if one of them is tainted, it would delete the queue that the other manages. "
    : "The apply will refuse all of these resources but one. ";
  const warning = createWarning(
    "Queue declared by more than one resource",
    id,
    `Another resource of this configuration also declares queue ${id}. ` +
      (isTakenOver ? "If both were applied, each would undo the changes of the other. " : refusal) +
      "Keep one of them. To give a resource another address, use a moved block.",
    attributePath("target_branch"),
  );
  return [isTakenOver || isReplaced ? { ...warning, severity: "error" } : warning];
}

/** Warns once per plan if objects share a queue. Returns an error if one deletes it and another keeps it. */
export function adviseSharing(
  state: ObjectValue,
  name: string,
  fate: "seen" | "keep" | "delete",
  claims: QueueClaims,
): Diagnostic[] {
  const identity = tryGetIdentity(state);
  if (identity === undefined) return [];
  const isForgotten = isAbandoned(state);
  const known = fate === "delete" && isForgotten ? "seen" : fate;
  return describeSharing(identity, claims.addObject(identity, name, known, { isAbandoned: isForgotten }));
}

export function adviseReplacedSharing(config: ObjectValue, name: string, claims: QueueClaims): Diagnostic[] {
  const identity = tryGetIdentity(config);
  return identity === undefined ? [] : describeSharing(identity, claims.addReplacement(identity, name));
}

function describeSharing(identity: QueueIdentity, sharing: Sharing | undefined): Diagnostic[] {
  if (sharing === undefined) return [];
  const id = formatQueueId(identity);
  const why =
    "This happens if a queue is imported at two addresses, or if a failed replacement leaves the old object (deposed) " +
    "beside the new one.";
  const list = `List the addresses:\n  terraform state list -id=${quoteForShell(id)}\n`;
  const forget =
    "keep the queue: put a removed block in the place of the resource\n" +
    "  removed {\n    from = ADDRESS\n    lifecycle { destroy = false }\n  }\n" +
    "or run terraform state rm ADDRESS.";
  const remedy =
    `${list}Then forget all addresses but one, and ${forget} If there is only one address, the other object is deposed: forget ` +
    `both, and import the queue again:\n  terraform state rm ADDRESS\n  terraform import ADDRESS ${quoteForShell(id)}`;
  if (sharing === "shared") {
    return [
      createWarning(
        "Queue is in the state more than once",
        id,
        `Two objects in the state refer to queue ${id}. ${why} Unless this plan forgets one of them, each undoes the ` +
          `changes of the other, and destroying one deletes the queue for both. ${remedy}`,
      ),
    ];
  }
  const detail =
    sharing === "takeover"
      ? `This plan would delete queue ${id}, which is in the state, and would adopt it for a resource that has another address and ` +
        `another provider configuration. Terraform may do the two in either order. Nothing was changed. ${list}To move the old resource to the new address, use a moved block:\n` +
        `  moved {\n    from = ADDRESS\n    to   = NEW_ADDRESS\n  }\nOr forget the old address, and ${forget} To have the ` +
        "queue deleted and created again, use one provider configuration for the old and the new address."
      : `Two objects in the state refer to queue ${id}: this plan would delete it for one of them and keep it for the other. ${why} Nothing was ` +
        `changed. ${remedy}\nTo destroy everything, including the queue: terraform destroy -refresh=false`;
  return [createError(`Queue would be deleted and kept: ${id}`, detail)];
}
