import type { EngineDraft, QueueDraft } from "./draft/draft";
import { listRunIds } from "./draft/queue-draft";
import { settleFailures } from "./line/finish-entry";
import { mergePassed } from "./line/merge-passed";
import { restartUntested } from "./line/restart-untested";
import { startParts } from "./line/start-run";
import { startAhead, startWaiting } from "./line/start-waiting";
import { refreshWaiting } from "./waiting/waiting";

/** What can happen by itself, in the order in which it does. */
const STEPS: readonly ((queue: QueueDraft) => boolean)[] = [
  settleFailures,
  mergePassed,
  settleSwitch,
  startAhead,
  restartUntested,
  startParts,
  startWaiting,
];

/** Advances all unsettled queues until nothing more can happen. */
export function settleQueues(draft: EngineDraft): void {
  for (const queue of draft.unsettled) {
    // A change in one queue can add others to the set.
    draft.unsettled.delete(queue);
    settleQueue(queue);
  }
}

function settleQueue(queue: QueueDraft): void {
  queue.batchDueAtMs = undefined;
  while (STEPS.some((step) => step(queue))) {
    // After each change, earlier steps may be possible again.
  }
}

/**
 * A switch of modes ends when everything that was being tested has left the queue; in a paused queue, where nothing merges,
 * when no run of the former mode is in progress.
 */
function settleSwitch(queue: QueueDraft): boolean {
  if (!queue.isSwitchingModes) return false;
  const hasEnded =
    queue.settings.state === "paused"
      ? listRunIds(queue).length === 0
      : queue.line.length === 0 && queue.ready.size === 0;
  if (!hasEnded) return false;
  queue.isSwitchingModes = false;
  refreshWaiting(queue);
  return true;
}
