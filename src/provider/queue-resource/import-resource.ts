import { attributePath } from "../../plugin/diagnostic";
import type { ImportRequest, StateResponse } from "../../plugin/provider-definition";
import { toObjectType } from "../../plugin/schema/to-object-type";
import { makeObject, type ObjectValue } from "../../plugin/values/value";
import { hasErrorCode } from "../../queue/merge-queue-error";
import { parseQueueId } from "../../queue/parse-queue-id";
import { formatQueueId, type QueueIdentity } from "../../queue/queue-identity";
import { toIdentityAttributes } from "../argument-values";
import type { ProviderData } from "../provider-data";
import { QUEUE_SCHEMA } from "../queue-schema";
import { parseResourceIdentity } from "./resource-identity";
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
    const diagnostic = {
      severity: "error",
      ...("id" in request
        ? { summary: "Invalid import id", path: attributePath("id") }
        : { summary: "Invalid import identity" }),
      detail: error.message,
    } as const;
    return { state: null, diagnostics: [diagnostic] };
  }
}

/** Makes the state of an import that has not been read yet. */
export function createStub(queue: QueueIdentity): ObjectValue {
  const identity = Object.fromEntries(toIdentityAttributes(queue));
  return makeObject(toObjectType(QUEUE_SCHEMA.attributes), { id: formatQueueId(queue), ...identity });
}
