import type { EngineDraft, QueueDraft } from "../draft/draft";
import type { EventOf } from "../engine-event";
import { readLineMode } from "../line/line";
import { type Effect, refuse, tryRefuseWhileSwitching, withQueue } from "../transition";
import { refreshWaiting } from "../waiting/waiting";

/**
 * Changes the given settings; runs in progress keep the ones they started with. After a change of mode, the queue
 * switches modes until what is in the line has left it.
 */
export function applyUpdateQueue(draft: EngineDraft, event: EventOf<"updateQueue">): Effect {
  const { requiredStatuses, ...settings } = event.settings;
  const { additionalSettings = new Map(), deletesRequiredStatuses = false } = event;
  return withQueue(draft, event.identity, (queue) => {
    if (requiredStatuses !== undefined && deletesRequiredStatuses) {
      return refuse(
        "statuses_contradictory",
        "requiredStatuses sets a list and deleteRequiredStatuses removes it: send one of the two.",
      );
    }
    const refused = tryRefuseWhileSwitching(queue);
    if (refused !== undefined) return refused;
    const previousMode = queue.settings.mode;
    const lineMode = readLineMode(queue);
    queue.settings = { ...queue.settings, ...settings };
    queue.requiredStatuses = deletesRequiredStatuses
      ? undefined
      : (requiredStatuses ?? queue.requiredStatuses);
    queue.additionalSettings = new Map([...queue.additionalSettings, ...additionalSettings]);
    if (queue.settings.mode !== previousMode) switchModes(queue, lineMode);
    if (settings.state !== undefined) holdOrRelease(queue);
    draft.unsettled.add(queue);
    return { kind: "done", queue };
  });
}

/** With nothing in the line, or back to the mode of the line, the switch is immediate. */
function switchModes(queue: QueueDraft, lineMode: "single" | "parallel"): void {
  queue.switchingReadsLeft = queue.engine.options.switchingModes.reads;
  queue.isSwitchingModes = queue.line.length > 0 && queue.settings.mode !== lineMode;
  refreshWaiting(queue);
}

/** While a queue drains, what has not been in the line is held until the queue runs again, also through a pause. */
function holdOrRelease(queue: QueueDraft): void {
  const { state } = queue.settings;
  if (state === "paused") return;
  const heldFromSequence = state === "draining" ? 1 : undefined;
  if (queue.heldFromSequence === heldFromSequence) return;
  queue.heldFromSequence = heldFromSequence;
  refreshWaiting(queue);
}
