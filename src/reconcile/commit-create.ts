import { hasErrorCode, MergeQueueError, toErrorMessage } from "../queue/merge-queue-error";
import type { QueueIdentity } from "../queue/queue-identity";
import { formatQueueId } from "../queue/queue-identity";
import type { QueueSettings } from "../queue/settings";
import { createPollDelays } from "./create-poll-delays";
import { pollQueue } from "./poll-queue";
import type { LiveQueue } from "./read-queue";
import { readToExplain, toQueueReference, tryReadQueue } from "./read-queue";
import type { ReconcileContext } from "./reconcile-context";
import { pause, toCallOptions, withoutStop } from "./reconcile-context";

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
 * @throws MergeQueueError `outcome_unknown` if the answer was lost and whether the queue is there cannot be read,
 *   or as `ApiClient.call`
 */
export async function commitCreate(
  context: ReconcileContext,
  identity: QueueIdentity,
  settings: QueueSettings,
): Promise<Creation> {
  // Once an answer is lost the queue may be there, so that an interrupt must no longer tear us off.
  const uncertain = withoutStop(context);
  let isUncertain = false;
  const nextDelayMs = createPollDelays();
  for (;;) {
    const delayMs = nextDelayMs();
    try {
      const options = toCallOptions(isUncertain ? uncertain : context);
      await context.api.call("createQueue", { ...toQueueReference(identity), ...settings }, options);
      return { kind: "created", proof: "answered" };
    } catch (error) {
      if (hasErrorCode(error, "refused")) {
        if (!isUncertain) return explainRefusal(context, identity, error);
        if (await appears(uncertain, identity, error)) return { kind: "created", proof: "inferred" };
        throw error;
      }
      if (!hasErrorCode(error, "outcome_unknown")) throw error;
      isUncertain = true;
      if ((await readAfterLoss(uncertain, identity, error)) !== undefined) {
        return { kind: "created", proof: "inferred" };
      }
      if (delayMs >= context.deadline.remainingMs) throw error;
      await pause(uncertain, identity, delayMs);
    }
  }
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

async function explainRefusal(
  context: ReconcileContext,
  identity: QueueIdentity,
  refusal: MergeQueueError,
): Promise<Creation> {
  const live = await readToExplain(context, identity, refusal);
  if (live === undefined) throw refusal;
  return { kind: "existed", live, refusal };
}

/** Waits for a queue to show that the service says exists while reading it still lags (promise F-27). */
async function appears(
  context: ReconcileContext,
  identity: QueueIdentity,
  refusal: MergeQueueError,
): Promise<boolean> {
  try {
    return (await pollQueue(context, identity, (live) => live !== undefined)) !== undefined;
  } catch (error) {
    throw createUnknownError(identity, refusal, error);
  }
}

async function readAfterLoss(
  context: ReconcileContext,
  identity: QueueIdentity,
  loss: MergeQueueError,
): Promise<LiveQueue | undefined> {
  try {
    return await tryReadQueue(context, identity);
  } catch (error) {
    throw createUnknownError(identity, loss, error);
  }
}

/** Makes the error for a queue of which nobody can say whether this run created it. */
function createUnknownError(
  identity: QueueIdentity,
  failure: MergeQueueError,
  readFailure: unknown,
): MergeQueueError {
  return new MergeQueueError(
    "outcome_unknown",
    `The answer to the creation of queue ${formatQueueId(identity)} was lost, and whether the queue is there ` +
      `could not be read. ${failure.message} Reading it failed too: ${toErrorMessage(readFailure)}`,
    { ...failure.details, operation: "createQueue", queue: identity },
    readFailure,
  );
}
