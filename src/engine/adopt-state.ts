import { ASSUMED_DEFAULTS } from "../queue/settings";
import { draftEngine, freezeEngine, tryOpenQueue } from "./draft/engine-draft";
import type { QueueDraft } from "./draft/queue-draft";
import type { EngineOptions } from "./engine-options";
import type { EngineState } from "./engine-state";
import { settleQueues } from "./let-time-pass";
import type { StateChange } from "./state-change";
import { refreshWaiting } from "./waiting/waiting";

/** What entries of earlier versions lack. */
const NEW_FIELDS = { failedSets: [] };

/**
 * Continues a state with other options: what may start or merge by them does so, at the moment of the last
 * event.
 */
export function adoptState(state: EngineState, options: EngineOptions): EngineState {
  const draft = draftEngine(state, { nowMs: state.nowMs, options });
  for (const key of state.queues.keys()) {
    const queue = tryOpenQueue(draft, key);
    if (queue === undefined) continue;
    queue.line = queue.line.map((entry) => ({ ...NEW_FIELDS, ...entry }));
    // Other versions may not have every setting.
    queue.settings = { ...ASSUMED_DEFAULTS, ...options.newQueue, ...queue.settings };
    adoptHistory(queue);
    refreshWaiting(queue);
    draft.unsettled.add(queue);
  }
  settleQueues(draft);
  return freezeEngine(draft, state);
}

/** Versions before 1.9.0 did not store history; what they show is its only change. */
function adoptHistory({ submissions, testRuns }: QueueDraft): void {
  for (const [sequence, submission] of [...submissions.entries()]) {
    if (Object.hasOwn(submission, "history")) continue;
    const { state, stateChangedAtMs: atMs } = submission;
    const known: StateChange = { state, atMs, reason: "", actor: undefined, testRunId: undefined };
    submissions.set(sequence, { ...submission, history: [known] });
  }
  for (const [id, run] of [...testRuns.entries()]) {
    const { failureReason, status, failedStatus } = run;
    if (status !== "failed" || failureReason !== undefined) continue;
    const isTimeout = failedStatus === undefined;
    testRuns.set(id, {
      ...run,
      failureReason: isTimeout ? "TEST_RUN_TIMEOUT" : "TEST_RUN_REQUIRED_STATUS_FAILED",
    });
  }
}
