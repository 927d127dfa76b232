import { formatQueueId } from "../../queue/queue-identity";
import type { EngineDraft } from "../draft/draft";
import type { EventOf } from "../engine-event";
import { countEnqueued, listEnqueued } from "../list-enqueued";
import { type Effect, refuse, tryRefuseWhileSwitching, withQueue } from "../transition";

const MOST_NAMED = 20;

/** Deletes a queue and its history unless it contains pull requests (interface, section "POST /deleteQueue"). */
export function applyDeleteQueue(draft: EngineDraft, event: EventOf<"deleteQueue">): Effect {
  return withQueue(draft, event.identity, (queue) => {
    const count = countEnqueued(queue);
    if (count > 0) {
      const numbers: string[] = [];
      for (const { number } of listEnqueued(queue)) {
        if (numbers.length === MOST_NAMED) break;
        numbers.push(`#${number}`);
      }
      if (count > MOST_NAMED) numbers.push(`and ${count - MOST_NAMED} more`);
      return refuse(
        "queue_not_empty",
        `The queue ${formatQueueId(queue.identity)} is not empty: ${numbers.join(", ")}. ` +
          "Cancel these pull requests first, or wait until they have merged.",
      );
    }
    const refused = tryRefuseWhileSwitching(queue);
    if (refused !== undefined) return refused;
    const shown = draft.queues.get(queue.key);
    draft.removed.add(queue.key);
    draft.opened.delete(queue.key);
    return { kind: "done", ...(shown === undefined ? {} : { shown }) };
  });
}
