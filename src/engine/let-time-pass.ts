import { tryOpenQueue } from "./draft/engine-draft";
import { type EngineDraft, findDueAtMs, findNotReadyDueMs, type QueueDraft } from "./draft/queue-draft";
import type { EngineEvent } from "./engine-event";
import { type EngineState, findNextDueMs } from "./engine-state";
import { finishRun, settleAwaited, settleFailures } from "./line/finish-run";
import { cancelSubmission, mergePassed } from "./line/merge-passed";
import { startParts } from "./line/start-run";
import { restartUntested, startAhead, startOnFailures, startWaiting } from "./line/start-waiting";
import { findSubmission, findTestRun, listRunIds } from "./queue-contents";
import { refreshWaiting } from "./waiting/waiting";

/** Applies the changes due until an event, in order, and moves the time. @throws Error if they never end */
export function letTimePass(draft: EngineDraft, { type }: EngineEvent, nowMs: number): void {
  // Runs that time out at the moment of reports end together with the reported ones.
  const includesNow = type !== "reportChecks";
  for (let lastMs = -Infinity; ; lastMs = draft.nowMs) {
    const dueMs = findNextDueMs(draft) ?? Infinity;
    if (dueMs > nowMs || (dueMs === nowMs && !includesNow)) break;
    if (dueMs <= lastMs) throw makeRestlessError(draft);
    draft.nowMs = Math.max(dueMs, draft.nowMs);
    timeOutRuns(draft);
    settleQueues(draft);
  }
  // Time never moves back, even if the clock does.
  draft.nowMs = Math.max(nowMs, draft.nowMs);
}

/** Ends the runs that have timed out by now. Does not start any other run. */
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
      const failure = `The tests timed out after ${(timesOutAtMs - run.createdAtMs) / 60_000} minutes.`;
      finishRun(queue, run, { failure, failureReason: "TEST_RUN_TIMEOUT" });
    }
    draft.unsettled.add(queue);
  }
}

/** Cancels the first submission that has been `not_ready` for too long. @returns whether there was one */
function expireNotReady(queue: QueueDraft): boolean {
  const sequence = queue.notReady.get(queue.notReady.minKey() ?? "");
  if (sequence === undefined || findNotReadyDueMs(queue) > queue.engine.nowMs) return false;
  const { notReadyTimeoutHours: hours } = queue.settings;
  const reason = `Was not ready for ${hours} ${hours === 1 ? "hour" : "hours"}.`;
  cancelSubmission(queue, findSubmission(queue, sequence), { reason, word: "NOT_READY_TIMEOUT_EXPIRED" });
  return true;
}

/** The steps that a queue takes by itself. It tries them in this order, and starts over after each change. */
const STEPS: readonly ((queue: QueueDraft) => boolean)[] = [
  expireNotReady,
  settleFailures,
  mergePassed,
  settleSwitch,
  startAhead,
  restartUntested,
  startParts,
  startOnFailures,
  settleAwaited,
  startWaiting,
];

/** Maximum number of steps for each submission. A submission needs only a few to go through its queue. */
const STEPS_OF_SUBMISSION = 1_000;

/** Advances all unsettled queues until nothing more can happen. @throws Error if the steps never end */
export function settleQueues(draft: EngineDraft): void {
  const count = (): number => [...draft.queues.values()].reduce((sum, one) => sum + one.submissions.size, 1);
  let steps = 0;
  for (const queue of draft.unsettled) {
    // A change in one queue can add others to the set.
    draft.unsettled.delete(queue);
    // After each change, earlier steps may be possible again.
    while (STEPS.some((step) => step(queue))) {
      steps += 1;
      if (steps % STEPS_OF_SUBMISSION > 0) continue;
      if (steps > STEPS_OF_SUBMISSION * count()) throw makeRestlessError(draft);
    }
    queue.settled.clear();
    queue.dueAtMs = findDueAtMs(queue);
  }
}

function makeRestlessError({ nowMs, queues }: EngineState): Error {
  const schedule = [...queues].map(([key, { dueAtMs, line, waiting }]) => {
    const due = dueAtMs === undefined ? "nothing is due" : `due at ${new Date(dueAtMs).toISOString()}`;
    const phases = line.map(({ id, phase }) => `${id} ${phase}`).join(", ");
    return `${key}: ${due}; in the line: ${phases || "nothing"}; ${waiting.size} waiting`;
  });
  return new Error(`The engine loops forever at ${new Date(nowMs).toISOString()}. ${schedule.join(". ")}.`);
}

/** Ends a switch of modes when no pull request of the former mode is left; if paused, when no run is left. */
function settleSwitch(queue: QueueDraft): boolean {
  if (!queue.isSwitchingModes) return false;
  const isPaused = queue.settings.state === "paused";
  const left = isPaused ? listRunIds(queue).length : queue.line.length + queue.ready.size;
  if (left > 0) return false;
  queue.isSwitchingModes = false;
  refreshWaiting(queue);
  return true;
}
