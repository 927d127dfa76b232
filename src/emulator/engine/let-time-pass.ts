import type { QueueDraft } from "./draft/draft";
import type { EngineContext } from "./draft/engine-draft";
import { draftEngine, freezeEngine, tryOpenQueue } from "./draft/engine-draft";
import { findTestRun, listRunIds } from "./draft/queue-draft";
import type { EngineState } from "./engine-state";
import { finishRun } from "./line/finish-run";
import { settleQueues } from "./settle-queues";

/** Every request asks when something is due, and most of them change no queue: known maps are not looked through again. */
const KNOWN = new WeakMap<EngineState["queues"], { readonly nextMs: number | undefined }>();

/**
 * Answers when something happens by itself next: a test run times out, or a batch has waited long enough.
 * @returns milliseconds since 1970 (UTC); undefined: nothing does
 */
export function findNextDueMs({ queues }: EngineState): number | undefined {
  const known = KNOWN.get(queues);
  if (known !== undefined) return known.nextMs;
  let nextMs: number | undefined;
  for (const { dueAtMs } of queues.values()) {
    if (dueAtMs !== undefined && (nextMs === undefined || dueAtMs < nextMs)) nextMs = dueAtMs;
  }
  KNOWN.set(queues, { nextMs });
  return nextMs;
}

/** Lets everything happen that is due until a moment, each at its own; then it is that moment. */
export function letTimePass(state: EngineState, context: EngineContext): EngineState {
  let now = state;
  for (;;) {
    const dueMs = findNextDueMs(now);
    if (dueMs === undefined || dueMs > context.nowMs) break;
    now = letHappen(now, { ...context, nowMs: dueMs });
  }
  // Time never goes back, whatever the clock says.
  return context.nowMs > now.nowMs ? { ...now, nowMs: context.nowMs } : now;
}

function letHappen(state: EngineState, context: EngineContext): EngineState {
  const draft = draftEngine(state, context);
  for (const [key, { dueAtMs }] of state.queues) {
    if (dueAtMs === undefined || dueAtMs > draft.nowMs) continue;
    const queue = tryOpenQueue(draft, key);
    if (queue === undefined) continue;
    timeOutRuns(queue);
    draft.unsettled.add(queue);
  }
  settleQueues(draft);
  return freezeEngine(draft, state);
}

function timeOutRuns(queue: QueueDraft): void {
  for (const id of listRunIds(queue)) {
    const run = findTestRun(queue, id);
    // The end of a run before it may have ended this one.
    if (run.status !== "in_progress" || run.timesOutAtMs > queue.engine.nowMs) continue;
    const minutes = (run.timesOutAtMs - run.createdAtMs) / 60_000;
    finishRun(queue, id, { hasPassed: false, failure: `The tests had not ended after ${minutes} minutes.` });
  }
}
