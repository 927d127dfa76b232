import type { QueueIdentity } from "../../queue/identity";
import { formatQueueId, toIdentityKey } from "../../queue/queue-identity";
import type { EngineOptions } from "../engine/engine-options";
import type { EngineState, Queue } from "../engine/engine-state";
import { checkRepository } from "../engine/transition";
import type { View } from "./view";
import { refuseView } from "./view";

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
