import type { Diagnostic } from "../../../plugin/diagnostic";
import { hasErrorCode, toErrorMessage } from "../../../queue/merge-queue-error";
import { formatQueueId, type QueueIdentity } from "../../../queue/queue-identity";
import type { LiveQueue } from "../../../reconcile/read-queue";
import { describeError } from "../../describe-error";
import type { PlanContext } from "../../provider-data";

/** Reads a queue once, for advice in a plan. Returns an error if the token was refused; logs other errors. */
export async function readForAdvice(
  queue: QueueIdentity,
  { data: { reconciler }, stopSignal, log }: PlanContext,
): Promise<{ readonly live?: LiveQueue | undefined; readonly diagnostics: Diagnostic[] }> {
  try {
    return { live: await reconciler?.peek(queue, stopSignal), diagnostics: [] };
  } catch (error) {
    if (hasErrorCode(error, "unauthorized") || hasErrorCode(error, "forbidden"))
      return { diagnostics: [describeError(error, "read")] };
    log("warn", "advisory read failed; planning continues without it", {
      queue: formatQueueId(queue),
      error: toErrorMessage(error),
    });
    return { diagnostics: [] };
  }
}
