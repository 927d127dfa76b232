import type { IdentityDefinition } from "../../plugin/provider-definition";
import { getAttribute } from "../../plugin/values/get-attribute";
import type { ObjectValue, Value } from "../../plugin/values/value";
import { MergeQueueError } from "../../queue/merge-queue-error";
import {
  type QueueIdentity,
  REPOSITORY_PARTS,
  toIdentityKey,
  validateIdentity,
} from "../../queue/queue-identity";
import { tryGetIdentity } from "../argument-values";
import { createBranchAttribute, createRepositoryAttributes } from "../attributes";

/**
 * What identifies a `mergequeue_queue`. It follows from the state, which keeps the spelling that created it, so it never
 * changes without a replacement.
 */
export const RESOURCE_IDENTITY: IdentityDefinition = {
  version: 0,
  attributes: { ...createRepositoryAttributes(), target_branch: createBranchAttribute() },
  getIdentity(object) {
    const identity = tryGetIdentity(object);
    return identity === undefined ? null : toResourceIdentity(identity);
  },
  isSame: (a, b) => toIdentityKey(toQueueIdentity(a)) === toIdentityKey(toQueueIdentity(b)),
};

/** Returns an identity as Terraform stores it. */
function toResourceIdentity({ repo, targetBranch }: QueueIdentity): ObjectValue {
  return new Map<string, Value>([
    ...REPOSITORY_PARTS.map((part) => [part, repo[part]] as const),
    ["target_branch", targetBranch],
  ]);
}

/**
 * Returns the queue that an identity from a user names, the branch in Unicode NFC.
 * @throws MergeQueueError `invalid_identity` that names everything wrong with it
 */
export function parseResourceIdentity(identity: ObjectValue): QueueIdentity {
  const parsed = toQueueIdentity(identity);
  const findings = validateIdentity(parsed);
  if (findings.length === 0) return parsed;
  throw new MergeQueueError("invalid_identity", findings.map(({ message }) => message).join(" "));
}

function toQueueIdentity(identity: ObjectValue): QueueIdentity {
  const read = (name: string): string => {
    const value = getAttribute(identity, name);
    return typeof value === "string" ? value : "";
  };
  return {
    repo: { host: read("host"), owner: read("owner"), name: read("name") },
    targetBranch: read("target_branch").normalize("NFC"),
  };
}
