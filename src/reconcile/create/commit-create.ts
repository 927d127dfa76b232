import { sendCreate } from "../../api/resolve/create-queue";
import { hasErrorCode, MergeQueueError } from "../../queue/merge-queue-error";
import { formatQueueId, type QueueIdentity } from "../../queue/queue-identity";
import type { QueueSettings } from "../../queue/settings";
import { type LiveQueue, readToExplain, toQueueReference } from "../read-queue";
import { type ReconcileContext, toWriteContext } from "../reconcile-context";

/**
 * Why a queue counts as created: `answered` if `/createQueue` returned success in this call, `inferred` if its response
 * was lost and the queue then existed. Only an answered one may ever be deleted again (promise I-3).
 */
export type CreationProof = "answered" | "inferred";

/** The outcome of a create: a queue of this run, or an existing one. */
export type Creation =
  | { readonly kind: "created"; readonly proof: CreationProof }
  | { readonly kind: "existed"; readonly live: LiveQueue; readonly refusal: MergeQueueError };

/**
 * Creates a queue that did not exist when it was read. It is never created twice, and never reported as existing because
 * of an earlier request of this call (promises F-02, I-6).
 * @param settings - the settings that `/createQueue` takes
 * @returns `existed` if an outside change created it first
 * @throws MergeQueueError as `sendCreate`
 */
export async function commitCreate(
  context: ReconcileContext,
  identity: QueueIdentity,
  settings: QueueSettings,
): Promise<Creation> {
  const request = { ...toQueueReference(identity), ...settings };
  const basis = { existed: false, isConfiguredNext: true };
  try {
    const { kind } = await sendCreate(toWriteContext(context), request, basis);
    return { kind: "created", proof: kind };
  } catch (error) {
    if (!hasErrorCode(error, "refused")) throw error;
    const live = await readToExplain(context, identity, error);
    if (live === undefined) throw error;
    return { kind: "existed", live, refusal: error };
  }
}

/** Makes the error for a queue that existed before this run created it. */
export function createExistsError(identity: QueueIdentity, cause?: unknown): MergeQueueError {
  return new MergeQueueError(
    "queue_exists",
    `Queue ${formatQueueId(identity)} exists already. It was not changed.`,
    { queue: identity, operation: "createQueue" },
    cause,
  );
}
