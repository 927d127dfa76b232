import { formatQueueId, toIdentityKey } from "../../queue/queue-identity";
import type { DeleteQueueEvent } from "./engine-event";
import type { EngineState } from "./engine-state";
import type { EngineContext, Transition } from "./transition";
import { isBusySwitching, refuse, refuseWhileSwitching, withQueue } from "./transition";

/** Deletes a queue, unless there are pull requests in it (interface, section "POST /deleteQueue"). */
export function deleteQueue(state: EngineState, event: DeleteQueueEvent, context: EngineContext): Transition {
  return withQueue(state, event.identity, context, (queue) => {
    if (queue.pullRequests.size > 0) {
      const numbers = [...queue.pullRequests.keys()].map((number) => `#${number}`).join(", ");
      const id = formatQueueId(queue.identity);
      return refuse(
        state,
        "queue_not_empty",
        `The queue ${id} is not empty: ${numbers}. Cancel these pull requests, or let them merge, first.`,
      );
    }
    if (isBusySwitching(queue, context)) return refuseWhileSwitching(state, queue);
    const queues = new Map(state.queues);
    queues.delete(toIdentityKey(event.identity));
    return { state: { queues }, outcome: { kind: "done", queue } };
  });
}
