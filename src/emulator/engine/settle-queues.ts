import type { EngineDraft, QueueDraft } from "./draft/draft";
import { listRunIds } from "./draft/queue-draft";
import { settleFailures } from "./line/finish-entry";
import { mergePassed } from "./line/merge-passed";
import { restartUntested } from "./line/restart-untested";
import { startParts } from "./line/start-parts";
import { startWaiting } from "./waiting/start-waiting";

/** Lets everything happen that has become possible, in all queues concerned, until nothing more can. */
export function settleQueues(draft: EngineDraft): void {
  for (const queue of draft.unsettled) {
    // What happens in one queue can concern another; that one is then looked at again.
    draft.unsettled.delete(queue);
    moveOn(queue);
  }
}

/** Lets the queue move on until nothing more can happen at this instant. */
function moveOn(queue: QueueDraft): void {
  queue.batchDueAtMs = undefined;
  const steps = [settleFailures, mergePassed, settleSwitch, restartUntested, startParts, startWaiting];
  while (steps.some((step) => step(queue))) {
    // Each step says whether something has happened, after which an earlier one may be possible again.
  }
}

/** A queue that switches modes has settled when no run of the former mode is in progress. */
function settleSwitch(queue: QueueDraft): boolean {
  if (!queue.isSwitchingModes || listRunIds(queue).length > 0) return false;
  queue.isSwitchingModes = false;
  return true;
}
