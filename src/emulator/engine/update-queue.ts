import type { UpdateQueueEvent } from "./engine-event";
import type { EngineState, Queue } from "./engine-state";
import type { EngineContext, Transition } from "./transition";
import { isBusySwitching, refuse, refuseWhileSwitching, storeQueue, withQueue } from "./transition";

/**
 * Changes what the event names and nothing else. A state that is requested while the queue switches modes is the
 * one it settles in.
 */
export function updateQueue(state: EngineState, event: UpdateQueueEvent, context: EngineContext): Transition {
  const { requiredStatuses, ...settings } = event.settings;
  return withQueue(state, event.identity, context, (queue) => {
    if (requiredStatuses !== undefined && event.deletesRequiredStatuses) {
      return refuse(
        state,
        "statuses_contradictory",
        "requiredStatuses sets a list and deleteRequiredStatuses removes it: send one of the two.",
      );
    }
    if (isBusySwitching(queue, context)) return refuseWhileSwitching(state, queue);
    const changesMode = settings.mode !== undefined && settings.mode !== queue.settings.mode;
    return storeQueue(state, {
      ...queue,
      settings: { ...queue.settings, ...settings },
      requiredStatuses: event.deletesRequiredStatuses
        ? undefined
        : (requiredStatuses ?? queue.requiredStatuses),
      switchingReadsLeft: changesMode ? context.options.switchingModes.reads : queue.switchingReadsLeft,
    } satisfies Queue);
  });
}
