import { formatQueueId } from "../../queue/queue-identity";
import type { CancelPullRequestEvent } from "./engine-event";
import type { EngineState } from "./engine-state";
import type { EngineContext, Transition } from "./transition";
import { refuse, storeQueue, withQueue } from "./transition";

/** Takes a pull request out of a queue. Refuses one that is not in it. */
export function cancelPullRequest(
  state: EngineState,
  event: CancelPullRequestEvent,
  context: EngineContext,
): Transition {
  return withQueue(state, event.identity, context, (queue) => {
    const pullRequests = new Map(queue.pullRequests);
    if (pullRequests.delete(event.number)) return storeQueue(state, { ...queue, pullRequests });
    const id = formatQueueId(queue.identity);
    return refuse(state, "pull_request_unknown", `Pull request #${event.number} is not in the queue ${id}.`);
  });
}
