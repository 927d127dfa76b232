import type { EngineDraft } from "../draft/draft";
import type { ReadQueueEvent } from "../engine-event";
import type { Effect } from "../transition";
import { withQueue } from "../transition";

/** Shows a queue as it is. A queue that switches modes as an option says comes one read closer to its end. */
export function readQueue(draft: EngineDraft, event: ReadQueueEvent): Effect {
  return withQueue(draft, event.identity, (queue) => {
    if (queue.switchingReadsLeft === 0) return { kind: "done", queue };
    const shown = draft.queues.get(queue.key);
    queue.switchingReadsLeft -= 1;
    draft.unsettled.add(queue);
    // This read still shows what the next one does not show any more.
    return shown === undefined ? { kind: "done", queue } : { kind: "done", shown };
  });
}
