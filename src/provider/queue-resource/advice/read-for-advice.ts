import type { Diagnostic } from "../../../plugin/diagnostic";
import type { CallContext } from "../../../plugin/provider-definition";
import { hasErrorCode, toErrorMessage } from "../../../queue/merge-queue-error";
import { formatQueueId, type QueueIdentity } from "../../../queue/queue-identity";
import type { LiveQueue } from "../../../reconcile/read-queue";
import { describeError } from "../../describe-error";
import type { ProviderData } from "../../provider-data";

/** Reads a queue once, for advice beside a plan. A failure is only logged, unless the token was refused. */
export async function readForAdvice(
  queue: QueueIdentity,
  { reconciler }: ProviderData,
  { stopSignal, log }: CallContext,
): Promise<{ readonly live?: LiveQueue | undefined; readonly diagnostics: readonly Diagnostic[] }> {
  try {
    return { live: await reconciler?.peek(queue, stopSignal), diagnostics: [] };
  } catch (error) {
    if (hasErrorCode(error, "unauthorized") || hasErrorCode(error, "forbidden"))
      return { diagnostics: [describeError(error, "read")] };
    log("warn", "advisory read failed; planning goes on without it", {
      queue: formatQueueId(queue),
      error: toErrorMessage(error),
    });
    return { diagnostics: [] };
  }
}
