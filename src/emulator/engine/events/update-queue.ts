import type { EngineDraft, QueueDraft } from "../draft/draft";
import { listRunIds } from "../draft/queue-draft";
import type { UpdateQueueEvent } from "../engine-event";
import type { Effect } from "../transition";
import { isBusySwitching, refuse, refuseWhileSwitching, withQueue } from "../transition";
import { refreshWaiting } from "../waiting/waiting";

/**
 * Changes what the event names and nothing else, at once; runs in progress keep what they started with. A change
 * of mode while runs are in progress lets the queue switch modes until they have ended; a state that is requested
 * meanwhile is the one it settles in.
 */
export function updateQueue(draft: EngineDraft, event: UpdateQueueEvent): Effect {
  const { requiredStatuses, ...settings } = event.settings;
  const { additionalSettings = new Map() } = event;
  return withQueue(draft, event.identity, (queue) => {
    if (requiredStatuses !== undefined && event.deletesRequiredStatuses) {
      return refuse(
        "statuses_contradictory",
        "requiredStatuses sets a list and deleteRequiredStatuses removes it: send one of the two.",
      );
    }
    if (isBusySwitching(queue)) return refuseWhileSwitching(queue);
    const formerMode = queue.settings.mode;
    queue.settings = { ...queue.settings, ...settings };
    queue.requiredStatuses = event.deletesRequiredStatuses
      ? undefined
      : (requiredStatuses ?? queue.requiredStatuses);
    queue.additionalSettings = new Map([...(queue.additionalSettings ?? []), ...additionalSettings]);
    if (queue.settings.mode !== formerMode) switchModes(queue);
    if (settings.state !== undefined) holdOrRelease(queue);
    draft.unsettled.add(queue);
    return { kind: "done", queue };
  });
}

function switchModes(queue: QueueDraft): void {
  queue.switchingReadsLeft = queue.engine.options.switchingModes.reads;
  if (listRunIds(queue).length > 0) queue.isSwitchingModes = true;
  refreshWaiting(queue);
}

/** What comes in while the queue drains is held until it runs again; what was in before goes on. */
function holdOrRelease(queue: QueueDraft): void {
  const { state } = queue.settings;
  if (state === "draining") queue.heldFromSequence ??= queue.submissions.size + 1;
  if (state !== "running" || queue.heldFromSequence === undefined) return;
  queue.heldFromSequence = undefined;
  refreshWaiting(queue);
}
