import type { EngineDraft, QueueDraft } from "./draft/draft";
import { draftEngine, type EngineContext, freezeEngine, tryOpenQueue } from "./draft/engine-draft";
import { findTestRun, listRunIds } from "./draft/queue-draft";
import type { EngineState } from "./engine-state";
import { finishRun } from "./line/finish-run";
import { settleQueues } from "./settle-queues";

/**
 * Finds when the next run times out or the next incomplete batch starts.
 * @returns milliseconds since 1970 (UTC); undefined: nothing is due
 */
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
    const dueMs = findNextDueMs(after) ?? Infinity;
    if (dueMs > context.nowMs || (dueMs === context.nowMs && !includesNow)) return after;
    after = runDue(after, { ...context, nowMs: dueMs });
  }
}

/** Ends the runs that have timed out by now, without starting anything again. */
export function timeOutRuns(draft: EngineDraft): void {
  for (const [key, { dueAtMs }] of draft.queues) {
    if (dueAtMs === undefined || dueAtMs > draft.nowMs) continue;
    const queue = tryOpenQueue(draft, key);
    if (queue === undefined) continue;
    timeOutRunsOf(queue);
    draft.unsettled.add(queue);
  }
}

function runDue(state: EngineState, context: EngineContext): EngineState {
  const draft = draftEngine(state, context);
  timeOutRuns(draft);
  settleQueues(draft);
  return freezeEngine(draft, state);
}

function timeOutRunsOf(queue: QueueDraft): void {
  for (const id of listRunIds(queue)) {
    const run = findTestRun(queue, id);
    // Ending another run may have ended this one.
    if (run.status !== "in_progress" || run.timesOutAtMs > queue.engine.nowMs) continue;
    const minutes = (run.timesOutAtMs - run.createdAtMs) / 60_000;
    finishRun(queue, id, { failure: `The tests timed out after ${minutes} minutes.` });
  }
}
