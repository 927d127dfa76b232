import type { EngineDraft, QueueDraft } from "../draft/draft";
import { listRunIds } from "../draft/queue-draft";
import type { UpdateQueueEvent } from "../engine-event";
import { type Effect, refuse, tryRefuseWhileSwitching, withQueue } from "../transition";
import { refreshWaiting } from "../waiting/waiting";

/**
 * Changes the given settings; runs in progress keep the ones they started with. After a change of mode, the queue
 * switches modes until these runs have ended; a state that is requested during that time applies afterwards.
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
    const refused = tryRefuseWhileSwitching(queue);
    if (refused !== undefined) return refused;
    const previousMode = queue.settings.mode;
    queue.settings = { ...queue.settings, ...settings };
    queue.requiredStatuses = event.deletesRequiredStatuses
      ? undefined
      : (requiredStatuses ?? queue.requiredStatuses);
    queue.additionalSettings = new Map([...(queue.additionalSettings ?? []), ...additionalSettings]);
    if (queue.settings.mode !== previousMode) switchModes(queue);
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

/** Submissions to a draining queue are held until it runs again; earlier ones continue. */
function holdOrRelease(queue: QueueDraft): void {
  const { state } = queue.settings;
  if (state === "draining") queue.heldFromSequence ??= queue.submissions.size + 1;
  if (state !== "running" || queue.heldFromSequence === undefined) return;
  queue.heldFromSequence = undefined;
  refreshWaiting(queue);
}
