import { ASSUMED_DEFAULTS } from "../queue/settings";
import { draftEngine, freezeEngine, makeQueueId, openRepository, tryOpenQueue } from "./draft/engine-draft";
import { createEmptyQueue, type QueueDraft } from "./draft/queue-draft";
import { type EngineOptions, makePriority } from "./engine-options";
import type { EngineState, Queue } from "./engine-state";
import { settleQueues } from "./let-time-pass";
import { refreshWaiting } from "./waiting/waiting";

const NEW_FIELDS = { failedSets: [], waitsForId: undefined };

/** Continues a state with other options. New tests and merges then get the time of the last event. */
export function adoptState(state: EngineState, options: EngineOptions): EngineState {
  const queues = new Map<string, Queue>();
  // States of other versions may lack fields and settings.
  for (const [key, queue] of state.queues) queues.set(key, createEmptyQueue(queue));
  const draft = draftEngine({ ...state, queues }, { nowMs: state.nowMs, options });
  for (const repositoryKey of state.pullRequests.keys()) {
    const known = openRepository(draft, repositoryKey);
    for (const [number, one] of [...known.entries()]) {
      if (!Object.hasOwn(one, "draft")) known.set(number, { ...NEW_HOST_FIELDS, ...one });
    }
  }
  for (const key of state.queues.keys()) {
    const queue = tryOpenQueue(draft, key);
    if (queue === undefined) continue;
    queue.line = queue.line.map((entry) => ({ ...NEW_FIELDS, ...entry }));
    // Versions before 1.10.0 did not store these. The queue existed at the last event.
    if (queue.id === "") {
      queue.id = makeQueueId(draft);
      queue.createdAtMs = queue.updatedAtMs = draft.nowMs;
    }
    // Versions before 2.4.0 did not store this time.
    if (queue.stateSetAtMs === 0) queue.stateSetAtMs = queue.updatedAtMs;
    queue.settings = { ...ASSUMED_DEFAULTS, ...options.newQueue, ...queue.settings };
    adoptSubmissions(queue);
    refreshWaiting(queue);
    draft.unsettled.add(queue);
  }
  settleQueues(draft);
  return freezeEngine(draft, state);
}

/** Fields that versions before 1.9.0 did not store for a pull request. */
const NEW_HOST_FIELDS = { isMerged: false, draft: false };

/** Adds a history to submissions from versions before 1.9.0. The history begins with the present state. */
function adoptSubmissions({ submissions, testRuns, engine }: QueueDraft): void {
  const first = new Map<number, number>();
  for (const [sequence, submission] of [...submissions.entries()]) {
    const { number, state, stateChangedAtMs: atMs } = submission;
    if (!first.has(number)) first.set(number, sequence);
    if (Object.hasOwn(submission, "history")) continue;
    const skips = (submission as { readonly skipTheLine?: boolean }).skipTheLine === true;
    submissions.set(sequence, {
      ...submission,
      history: [{ state, atMs, reason: "", testRunId: undefined }],
      firstSequence: first.get(number) ?? sequence,
      isDirect: false,
      pullRequest: { ...NEW_HOST_FIELDS, ...submission.pullRequest },
      ...(skips ? { priority: makePriority(0, engine.options), isUrgent: true } : {}),
    });
  }
  for (const [id, run] of [...testRuns.entries()]) {
    const { failureReason, status, failedStatus } = run;
    if (status !== "failed" || failureReason !== undefined) continue;
    const word = failedStatus === undefined ? "TEST_RUN_TIMEOUT" : "TEST_RUN_REQUIRED_STATUS_FAILED";
    testRuns.set(id, { ...run, failureReason: word });
  }
}
