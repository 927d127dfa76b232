import type { CallOptions } from "../../api/api-client";
import type { ProbeResult } from "../../api/resolve/send-until-known";
import { sendUntilKnown } from "../../api/resolve/send-until-known";
import { hasErrorCode, MergeQueueError } from "../../queue/merge-queue-error";
import type { QueueIdentity } from "../../queue/queue-identity";
import { formatQueueId } from "../../queue/queue-identity";
import type { QueueSettings } from "../../queue/settings";
import type { LiveQueue } from "../read-queue";
import { readToExplain, toQueueReference, tryReadQueue } from "../read-queue";
import type { ReconcileContext } from "../reconcile-context";
import { toWriteContext } from "../reconcile-context";

/**
 * Why a queue counts as created: `answered` if `/createQueue` said so in this very call, `inferred` if its
 * answer was lost and the queue then was there. Only an answered one may ever be deleted again (promise I-3).
 */
export type CreationProof = "answered" | "inferred";

/** What became of a create: a queue of this run, or one that was there already, as it is now. */
export type Creation =
  | { readonly kind: "created"; readonly proof: CreationProof }
  | { readonly kind: "existed"; readonly live: LiveQueue; readonly refusal: MergeQueueError };

/**
 * Calls `/createQueue` until the queue is there. Where an answer is lost, reads before trying again: a queue
 * is never created twice, and never reported as existing because of our own first try (promises F-02, I-6).
 * @param settings - the settings that `/createQueue` takes
 * @returns `existed` if somebody else was faster
 * @throws MergeQueueError as `sendUntilKnown`
 */
export async function commitCreate(
  context: ReconcileContext,
  identity: QueueIdentity,
  settings: QueueSettings,
): Promise<Creation> {
  const request = { ...toQueueReference(identity), ...settings };
  try {
    const { kind } = await sendUntilKnown(toWriteContext(context), {
      operation: "createQueue",
      queue: identity,
      send: async (options) => context.api.call("createQueue", request, options),
      probe: async (options) => look(context, identity, options),
      notApplied: "Reading since then did not show the queue.",
      repeatCode: "refused",
      continuesAfterStop: true,
    });
    return { kind: "created", proof: kind };
  } catch (error) {
    if (!hasErrorCode(error, "refused")) throw error;
    const live = await readToExplain(context, identity, error);
    if (live === undefined) throw error;
    return { kind: "existed", live, refusal: error };
  }
}

async function look(
  context: ReconcileContext,
  identity: QueueIdentity,
  options: CallOptions,
): Promise<ProbeResult> {
  return (await tryReadQueue(context, identity, options)) === undefined ? "not_applied" : "applied";
}

/** Makes the error for a queue that was there before this run created it. */
export function createExistsError(identity: QueueIdentity, cause?: unknown): MergeQueueError {
  return new MergeQueueError(
    "queue_exists",
    `Queue ${formatQueueId(identity)} exists already. It was left as it is.`,
    { queue: identity, operation: "createQueue" },
    cause,
  );
}
