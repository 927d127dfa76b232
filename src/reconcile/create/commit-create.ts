import { createForeignError, sendCreate } from "../../api/resolve/send-create";
import type { Contradiction } from "../../queue/find-contradiction";
import { hasErrorCode, MergeQueueError } from "../../queue/merge-queue-error";
import { formatQueueId, type QueueIdentity } from "../../queue/queue-identity";
import type { QueueSettings } from "../../queue/settings";
import { type LiveQueue, readToExplain, toLiveQueue, toQueueReference } from "../read-queue";
import { type ReconcileContext, toWriteContext } from "../reconcile-context";

/**
 * Why a queue counts as created: `answered` if `/createQueue` returned success in this call, `inferred` if its response
 * was lost and the queue then existed. Only an answered one may ever be deleted again (promise I-3).
 */
export type CreationProof = "answered" | "inferred";

/** An existing queue, and why it does not count as created by this run. */
interface ExistingQueue {
  readonly live: LiveQueue;
  readonly refusal: MergeQueueError;
}

/** The outcome of a create: a queue of this run, or an existing one. */
export type Creation =
  | { readonly kind: "created"; readonly proof: CreationProof }
  | ({ readonly kind: "existed" } & ExistingQueue);

/** Returns what contradicts that a queue is the one that this run created; see `findContradiction`. */
export type FindForeign = (live: LiveQueue) => Contradiction | undefined;

/**
 * Creates a queue that did not exist when it was read. It is never created twice, and never reported as existing because
 * of an earlier request of this call (promises F-02, I-6).
 * @param settings - the settings that `/createQueue` takes
 * @param findForeign - called with a queue that is found after a lost response (promise F-02b)
 * @returns `existed` if an outside change created it first, or may have
 * @throws MergeQueueError as `sendCreate`
 */
export async function commitCreate(
  context: ReconcileContext,
  identity: QueueIdentity,
  settings: QueueSettings,
  findForeign: FindForeign,
): Promise<Creation> {
  const request = { ...toQueueReference(identity), ...settings };
  const foreign: ExistingQueue[] = [];
  try {
    const { kind } = await sendCreate(toWriteContext(context), request, (found) => {
      const live = toLiveQueue(found);
      const contradiction = findForeign(live);
      if (contradiction === undefined) return undefined;
      const refusal = createForeignError(identity, contradiction, found);
      foreign.push({ live, refusal });
      return refusal;
    });
    return { kind: "created", proof: kind };
  } catch (error) {
    const [existing] = foreign;
    if (existing !== undefined) return { kind: "existed", ...existing };
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
