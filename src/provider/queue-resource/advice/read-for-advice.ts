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
 * @param identity - undefined while it is not known
 */
export async function readForAdvice(
  identity: QueueIdentity | undefined,
  data: ProviderData | undefined,
  context: CallContext,
): Promise<Advice> {
  if (identity === undefined || data?.reconciler === undefined) return NOTHING;
  try {
    return { live: await data.reconciler.peek(identity, context.stopSignal), diagnostics: [] };
  } catch (error) {
    if (hasErrorCode(error, "unauthorized") || hasErrorCode(error, "forbidden")) {
      return { live: undefined, diagnostics: [describeError(error, "read")] };
    }
    context.log("warn", "advisory read failed; planning goes on without it", {
      queue: formatQueueId(identity),
      error: toErrorMessage(error),
    });
    return NOTHING;
  }
}
