import type { EngineOptions } from "../../engine/engine-options";
import type { EngineState, Queue } from "../../engine/engine-state";
import { checkRepository, type Refused, refuse } from "../../engine/transition";
import type { QueueIdentity } from "../../queue/queue-identity";
import { formatQueueId, toIdentityKey } from "../../queue/queue-identity";

/** The result of a request, before it becomes an HTTP response. */
export type View =
  /** Success; the interface shows no body. */
  | { readonly kind: "acknowledged" }
  | { readonly kind: "json"; readonly value: unknown }
  /** Metrics in the Prometheus text format. */
  | { readonly kind: "metrics"; readonly text: string }
  | Refused;

/** Shows something of the queue of a request, or refuses if it does not exist. */
export function viewQueue(
  state: EngineState,
  identity: QueueIdentity,
  options: Pick<EngineOptions, "repositories">,
  view: (queue: Queue) => View,
): View {
  const missing = checkRepository(identity, options);
  if (missing !== undefined) return refuse("repository_unknown", missing);
  const queue = state.queues.get(toIdentityKey(identity));
  if (queue !== undefined) return view(queue);
  return refuse("queue_unknown", `There is no queue ${formatQueueId(identity)}.`);
}
