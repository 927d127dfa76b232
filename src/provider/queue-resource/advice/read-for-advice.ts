import type { Diagnostic } from "../../../plugin/diagnostic";
import type { CallContext } from "../../../plugin/provider-definition";
import { hasErrorCode, toErrorMessage } from "../../../queue/merge-queue-error";
import { formatQueueId, type QueueIdentity } from "../../../queue/queue-identity";
import type { LiveQueue } from "../../../reconcile/read-queue";
import { describeError } from "../../describe-error";
import type { ProviderData } from "../../provider-data";

/** The queue as a plan has read it. */
export interface Advice {
  /** The queue; undefined if it does not exist, or could not be read. */
  readonly live: LiveQueue | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

const NOTHING: Advice = { live: undefined, diagnostics: [] };

/**
 * Reads a queue once, for advice beside a plan. A failure is only logged, unless the token was not accepted.
 */
export async function readForAdvice(
  queue: QueueIdentity,
  { reconciler }: ProviderData,
  { stopSignal, log }: CallContext,
): Promise<Advice> {
  if (reconciler === undefined) return NOTHING;
  try {
    return { live: await reconciler.peek(queue, stopSignal), diagnostics: [] };
  } catch (error) {
    if (hasErrorCode(error, "unauthorized") || hasErrorCode(error, "forbidden")) {
      return { live: undefined, diagnostics: [describeError(error, "read")] };
    }
    log("warn", "advisory read failed; planning goes on without it", {
      queue: formatQueueId(queue),
      error: toErrorMessage(error),
    });
    return NOTHING;
  }
}
