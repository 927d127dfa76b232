import type { QueueIdentity } from "../../queue/identity";
import { formatQueueId, toIdentityKey } from "../../queue/queue-identity";
import type { EngineOptions } from "../engine/engine-options";
import type { EngineState, Queue } from "../engine/engine-state";
import type { Refusal, RefusalKind } from "../engine/refusal";
import { checkRepository } from "../engine/transition";

/** What is shown for a request that was understood: what it is, not yet as HTTP. */
export type View =
  /** It is done, and the interface shows no more of the answer. */
  | { readonly kind: "acknowledged" }
  | { readonly kind: "json"; readonly value: unknown }
  /** Metrics in the Prometheus text format. */
  | { readonly kind: "metrics"; readonly text: string }
  | { readonly kind: "refused"; readonly refusal: Refusal };

/** Says why there is nothing to show. */
export function refuseView(kind: RefusalKind, message: string): View {
  return { kind: "refused", refusal: { kind, message } };
}

/** Shows something of the queue that a request names, or refuses because there is none. */
export function viewQueue(
  state: EngineState,
  identity: QueueIdentity,
  options: Pick<EngineOptions, "repositories">,
  view: (queue: Queue) => View,
): View {
  const missing = checkRepository(identity, options);
  if (missing !== undefined) return refuseView("repository_unknown", missing);
  const queue = state.queues.get(toIdentityKey(identity));
  if (queue !== undefined) return view(queue);
  return refuseView("queue_unknown", `There is no queue ${formatQueueId(identity)}.`);
}
