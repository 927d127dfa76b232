import type { ApiClient } from "../../api/api-client";
import { Deadline, SYSTEM_CLOCK } from "../../api/clock";
import { attributePath, type Diagnostic } from "../../plugin/diagnostic";
import { getAttribute } from "../../plugin/get-attribute";
import type {
  CallContext,
  IdentityDefinition,
  ImportRequest,
  StateResponse,
} from "../../plugin/provider-definition";
import { toObjectType } from "../../plugin/to-object-type";
import { makeObject, type ObjectValue, type Value } from "../../plugin/value";
import { hasErrorCode, MergeQueueError } from "../../queue/merge-queue-error";
import { parseQueueId } from "../../queue/parse-queue-id";
import {
  formatQueueId,
  type QueueIdentity,
  toIdentityKey,
  validateIdentity,
} from "../../queue/queue-identity";
import { DEFAULT_TIMEOUTS_MS } from "../../reconcile/default-timeouts";
import type { ApiFacts } from "../../reconcile/reconciler";
import { toIdentityAttributes, tryGetIdentity } from "../argument-values";
import { createBranchAttribute, createRepositoryAttributes } from "../attributes";
import { describeError } from "../describe-error";
import { createError } from "../diagnostics";
import type { ProviderData } from "../provider-data";
import { QUEUE_SCHEMA } from "../queue-schema";
import { describeAbsence } from "./read-resource";
import { encodePrivate, nameObject } from "./values/queue-private";

/** Returns a state that the next read fills in. Fails if no queue exists, or Pulumi would report success. */
export async function importResource(
  request: ImportRequest<ProviderData>,
  { stopSignal }: Pick<CallContext, "stopSignal">,
): Promise<StateResponse> {
  const { data } = request;
  try {
    const isServiceId = "id" in request && SERVICE_ID.test(request.id);
    if (isServiceId && data?.api?.abilities.hasQueueIds === true)
      return await importByServiceId(request.id, data.api, stopSignal);
    const identity =
      "id" in request ? parseQueueId(request.id.normalize("NFC")) : parseResourceIdentity(request.identity);
    const absence = await tryFindAbsence(identity, data, stopSignal);
    if (absence !== undefined) return { state: null, diagnostics: [absence] };
    return toStub(identity);
  } catch (error) {
    if (!hasErrorCode(error, "invalid_identity")) throw error;
    const hint = "id" in request && SERVICE_ID.test(request.id) ? ` ${NEEDS_SECOND}` : "";
    const diagnostic =
      "id" in request
        ? createError("Invalid import id", `${error.message}${hint}`, attributePath("id"))
        : createError("Invalid import identity", error.message);
    return { state: null, diagnostics: [diagnostic] };
  }
}

/** Matches the service's own queue ids, which contain no slash. */
const SERVICE_ID = /^[^\s/]+$/;

const NEEDS_SECOND = "Only the second interface can import a queue by the service's own id.";

function toStub(identity: QueueIdentity, queueId?: string): StateResponse {
  const remembered = encodePrivate({ isImported: true, object: nameObject(), queueId });
  return { state: createStub(identity), private: remembered, diagnostics: [] };
}

/** Finds the queue by the service's own id. The read that follows uses this id, too. */
async function importByServiceId(
  queueId: string,
  api: ApiClient,
  stopSignal: AbortSignal,
): Promise<StateResponse> {
  try {
    const options = { deadline: Deadline.after(DEFAULT_TIMEOUTS_MS.read, SYSTEM_CLOCK), stopSignal };
    return toStub(await api.call("getQueueRecord", { queueId }, options), queueId);
  } catch (error) {
    if (!hasErrorCode(error, "not_found"))
      return { state: null, diagnostics: [describeError(error, "read")] };
    return { state: null, diagnostics: [createAbsence(queueId, api, error)] };
  }
}

function createAbsence(id: string, api: ApiFacts, error: MergeQueueError): Diagnostic {
  const detail = `${describeAbsence(id, api, error)} Check the id, and which organization the token belongs to.`;
  return createError(`Queue to be imported does not exist: ${id}`, detail);
}

/** Returns an error if the queue does not exist. The next read reuses the result and reports other errors. */
async function tryFindAbsence(
  queue: QueueIdentity,
  data: ProviderData | undefined,
  stopSignal: AbortSignal,
): Promise<Diagnostic | undefined> {
  const reconciler = data?.reconciler;
  try {
    if (reconciler === undefined || (await reconciler.peek(queue, stopSignal)) !== undefined)
      return undefined;
    await reconciler.refresh(queue, { timeoutMs: DEFAULT_TIMEOUTS_MS.read, stopSignal });
    return undefined;
  } catch (error) {
    if (reconciler === undefined || !hasErrorCode(error, "not_found")) return undefined;
    return createAbsence(formatQueueId(queue), reconciler.api, error);
  }
}

export function createStub(queue: QueueIdentity): ObjectValue {
  const identity = Object.fromEntries(toIdentityAttributes(queue));
  return makeObject(toObjectType(QUEUE_SCHEMA.attributes), { id: formatQueueId(queue), ...identity });
}

/** The attributes that identify a queue. The state keeps their first spelling until a replacement. */
export const RESOURCE_IDENTITY: IdentityDefinition = {
  attributes: { ...createRepositoryAttributes(), target_branch: createBranchAttribute() },
  getIdentity(object) {
    const identity = tryGetIdentity(object);
    if (identity === undefined) return null;
    const { repo, targetBranch } = identity;
    return new Map<string, Value>([...Object.entries(repo), ["target_branch", targetBranch]]);
  },
  isSame: (a, b) => toIdentityKey(toQueueIdentity(a)) === toIdentityKey(toQueueIdentity(b)),
};

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
