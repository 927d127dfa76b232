import { attributePath } from "../../plugin/diagnostic";
import type { IdentityDefinition, ImportRequest, StateResponse } from "../../plugin/provider-definition";
import { toObjectType } from "../../plugin/schema/to-object-type";
import { getAttribute } from "../../plugin/values/get-attribute";
import { makeObject, type ObjectValue, type Value } from "../../plugin/values/value";
import { hasErrorCode, MergeQueueError } from "../../queue/merge-queue-error";
import { parseQueueId } from "../../queue/parse-queue-id";
import {
  formatQueueId,
  type QueueIdentity,
  toIdentityKey,
  validateIdentity,
} from "../../queue/queue-identity";
import { toIdentityAttributes, tryGetIdentity } from "../argument-values";
import { createBranchAttribute, createRepositoryAttributes } from "../attributes";
import { createError } from "../diagnostics";
import type { ProviderData } from "../provider-data";
import { QUEUE_SCHEMA } from "../queue-schema";
import { encodePrivate, nameObject } from "./values/queue-private";

/** Makes the stub that Terraform reads next: the identity alone (promise K-6). Calls nothing. */
export async function importResource(request: ImportRequest<ProviderData>): Promise<StateResponse> {
  try {
    const identity =
      "id" in request ? parseQueueId(request.id.normalize("NFC")) : parseResourceIdentity(request.identity);
    return {
      state: createStub(identity),
      private: encodePrivate({ isImported: true, object: nameObject() }),
      diagnostics: [],
    };
  } catch (error) {
    if (!hasErrorCode(error, "invalid_identity")) throw error;
    const diagnostic =
      "id" in request
        ? createError("Invalid import id", error.message, attributePath("id"))
        : createError("Invalid import identity", error.message);
    return { state: null, diagnostics: [diagnostic] };
  }
}

/** Makes the state of an import that has not been read yet. */
export function createStub(queue: QueueIdentity): ObjectValue {
  const identity = Object.fromEntries(toIdentityAttributes(queue));
  return makeObject(toObjectType(QUEUE_SCHEMA.attributes), { id: formatQueueId(queue), ...identity });
}

/** What identifies a queue: a part of the state, which keeps the spelling that created it, so only a replacement changes it. */
export const RESOURCE_IDENTITY: IdentityDefinition = {
  attributes: { ...createRepositoryAttributes(), target_branch: createBranchAttribute() },
  getIdentity(object) {
    const identity = tryGetIdentity(object);
    if (identity === undefined) return null;
    return new Map<string, Value>([
      ...Object.entries(identity.repo),
      ["target_branch", identity.targetBranch],
    ]);
  },
  isSame: (a, b) => toIdentityKey(toQueueIdentity(a)) === toIdentityKey(toQueueIdentity(b)),
};

/** @throws MergeQueueError `invalid_identity` that names everything wrong with it */
function parseResourceIdentity(identity: ObjectValue): QueueIdentity {
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
