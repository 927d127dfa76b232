import { draftEngine, type EngineContext, freezeEngine, tryOpenQueue } from "./draft/engine-draft";
import { type EngineDraft, findTestRun, listRunIds, type QueueDraft } from "./draft/queue-draft";
import type { EngineState } from "./engine-state";
import { finishRun, settleFailures } from "./line/finish-run";
import { mergePassed } from "./line/merge-passed";
import { startParts } from "./line/start-run";
import { restartUntested, startAhead, startWaiting } from "./line/start-waiting";
import { refreshWaiting } from "./waiting/waiting";

/** When the next run times out or batch starts, in milliseconds since 1970 (UTC); undefined: nothing is due. */
export function findNextDueMs({ queues }: EngineState): number | undefined {
  let nextMs: number | undefined;
  for (const { dueAtMs } of queues.values()) {
    if (dueAtMs !== undefined && (nextMs === undefined || dueAtMs < nextMs)) nextMs = dueAtMs;
  }
  return nextMs;
}

/** Lets everything due happen, each at its own moment, and moves the time forward. */
export function letTimePass(state: EngineState, context: EngineContext): EngineState {
  const now = letDueHappen(state, context, true);
  // Time never moves back, even if the clock does.
  return context.nowMs > now.nowMs ? { ...now, nowMs: context.nowMs } : now;
}

/** Lets everything happen that is due earlier than now, or by now, each at its own moment. */
export function letDueHappen(state: EngineState, context: EngineContext, includesNow: boolean): EngineState {
  let after = state;
  for (;;) {
    const nowMs = findNextDueMs(after) ?? Infinity;
    if (nowMs > context.nowMs || (nowMs === context.nowMs && !includesNow)) return after;
    const draft = draftEngine(after, { ...context, nowMs });
    timeOutRuns(draft);
    settleQueues(draft);
    after = freezeEngine(draft, after);
  }
}

/** Ends the runs that have timed out by now, without starting anything again. */
export function timeOutRuns(draft: EngineDraft): void {
  for (const [key, { dueAtMs }] of draft.queues) {
    if (dueAtMs === undefined || dueAtMs > draft.nowMs) continue;
    const queue = tryOpenQueue(draft, key);
    if (queue === undefined) continue;
    for (const id of listRunIds(queue)) {
      const run = findTestRun(queue, id);
      // Ending another run may have ended this one.
      const { timesOutAtMs = Infinity } = run;
      if (run.status !== "in_progress" || timesOutAtMs > draft.nowMs) continue;
      const minutes = (timesOutAtMs - run.createdAtMs) / 60_000;
      finishRun(queue, id, { failure: `The tests timed out after ${minutes} minutes.` });
    }
    draft.unsettled.add(queue);
  }
}

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
    queue.batchDueAtMs = undefined;
    while (STEPS.some((step) => step(queue))) {
      // After each change, earlier steps may be possible again.
    }
  }
}

/** A switch of modes ends when what was tested has left; in a paused queue, where nothing merges, when no run is left. */
function settleSwitch(queue: QueueDraft): boolean {
  if (!queue.isSwitchingModes) return false;
  const isPaused = queue.settings.state === "paused";
  const left = isPaused ? listRunIds(queue).length : queue.line.length + queue.ready.size;
  if (left > 0) return false;
  queue.isSwitchingModes = false;
  refreshWaiting(queue);
  return true;
}
