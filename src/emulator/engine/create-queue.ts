import { formatQueueId, toIdentityKey } from "../../queue/queue-identity";
import type { CreateQueueEvent } from "./engine-event";
import type { EngineState } from "./engine-state";
import type { EngineContext, Transition } from "./transition";
import { checkRepository, refuse, storeQueue } from "./transition";

/** Creates a queue; what the request does not set comes from the options. Refuses a second one of the identity. */
export function createQueue(state: EngineState, event: CreateQueueEvent, context: EngineContext): Transition {
  const missing = checkRepository(event.identity, context.options);
  if (missing !== undefined) return refuse(state, "repository_unknown", missing);
  if (state.queues.has(toIdentityKey(event.identity))) {
    return refuse(state, "queue_exists", `The queue ${formatQueueId(event.identity)} exists already.`);
  }
  return storeQueue(state, {
    identity: event.identity,
    settings: { ...context.options.newQueue, ...event.settings },
    requiredStatuses: undefined,
    switchingReadsLeft: 0,
    pullRequests: new Map(),
  });
}
