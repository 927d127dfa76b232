import type { EngineState } from "../../../src/engine/engine-state";

/**
 * Freezes every object of a state except its maps, which share their nodes with later states, so that a
 * change in place throws. Objects that are already frozen are frozen completely.
 */
export function freezeState(state: EngineState): void {
  Object.freeze(state);
  for (const queue of state.queues.values()) {
    if (Object.isFrozen(queue)) continue;
    Object.freeze(queue);
    freezeDeeply(queue.settings);
    freezeDeeply(queue.totals);
    freezeDeeply(queue.line);
    for (const submission of queue.submissions.values()) freezeDeeply(submission);
    for (const run of queue.testRuns.values()) freezeDeeply(run);
  }
}

function freezeDeeply(value: unknown): void {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return;
  Object.freeze(value);
  for (const field of Object.values(value)) freezeDeeply(field);
}
