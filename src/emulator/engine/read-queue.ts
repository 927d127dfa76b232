import type { ReadQueueEvent } from "./engine-event";
import type { EngineState } from "./engine-state";
import type { EngineContext, Transition } from "./transition";
import { storeQueue, withQueue } from "./transition";

/** Shows a queue as it is. A queue that switches modes comes one read closer to having settled. */
export function readQueue(state: EngineState, event: ReadQueueEvent, context: EngineContext): Transition {
  return withQueue(state, event.identity, context, (queue) => {
    const outcome = { kind: "done", queue } as const;
    if (queue.switchingReadsLeft === 0) return { state, outcome };
    const next = storeQueue(state, { ...queue, switchingReadsLeft: queue.switchingReadsLeft - 1 });
    return { state: next.state, outcome };
  });
}
