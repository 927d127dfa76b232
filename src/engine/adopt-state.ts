import { ASSUMED_DEFAULTS } from "../queue/settings";
import { draftEngine, freezeEngine, makeQueueId, openRepository, tryOpenQueue } from "./draft/engine-draft";
import { createEmptyQueue, type QueueDraft } from "./draft/queue-draft";
import type { EngineOptions } from "./engine-options";
import type { EngineState, Queue } from "./engine-state";
import { settleQueues } from "./let-time-pass";
import { makePriority } from "./make-priority";
import { refreshWaiting } from "./waiting/waiting";

const NEW_FIELDS = { failedSets: [], waitsForId: undefined };

/** Continues a state with other options: at the last event's time, starts and merges what they allow. */
export function adoptState(state: EngineState, options: EngineOptions): EngineState {
  const queues = new Map<string, Queue>();
  // Other versions may not have every field and setting.
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
    // Versions before 1.10.0 did not know these. It existed when the last event was.
    if (queue.id === "") {
      queue.id = makeQueueId(draft);
      queue.createdAtMs = queue.updatedAtMs = draft.nowMs;
    }
    queue.settings = { ...ASSUMED_DEFAULTS, ...options.newQueue, ...queue.settings };
    adoptSubmissions(queue);
    refreshWaiting(queue);
    draft.unsettled.add(queue);
  }
  settleQueues(draft);
  return freezeEngine(draft, state);
}

/** What pull requests of versions before 1.9.0 lack. */
const NEW_HOST_FIELDS = { isMerged: false, draft: false };

/** Versions before 1.9.0 did not store history; what they show is its only change. */
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
