import type { EngineDraft } from "../draft/draft";
import type { EventOf } from "../engine-event";
import { type Effect, withQueue } from "../transition";

/** Reads a queue. By option, a change of modes is shown for a number of reads. */
export function applyReadQueue(draft: EngineDraft, event: EventOf<"readQueue">): Effect {
  return withQueue(draft, event.identity, (queue) => {
    if (queue.switchingReadsLeft === 0) return { kind: "done", queue };
    const shown = draft.queues.get(queue.key);
    queue.switchingReadsLeft -= 1;
    draft.unsettled.add(queue);
    // This read still shows the state before the count went down.
    return shown === undefined ? { kind: "done", queue } : { kind: "done", shown };
  });
}
