import type { LineEntryDraft, QueueDraft } from "../draft/queue-draft";
import type { LineEntry } from "../engine-state";
import { formatNumbers } from "../queue-contents";
import type { Cause, FailureReason } from "../state-change";
import { changeSubmission, concludeSubmission } from "../waiting/waiting";
import { finishPart, settleBisection, startBisection } from "./bisection";
import { findLevels } from "./dependencies";
import {
  cancelRuns,
  concludeRun,
  explainBehind,
  explainFailed,
  isOnTopOf,
  removeEntry,
  showUndecided,
  testAgainWithout,
} from "./line";

export interface RunFailure {
  readonly failure: string;
  readonly failureReason: FailureReason;
  readonly failedStatus?: string | undefined;
}

/** Ends a run in progress and updates the line entry that it tests. @param failed - undefined: it passed */
export function finishRun(queue: QueueDraft, id: string, failed?: RunFailure): void {
  const failure = failed?.failure;
  const status = failed === undefined ? "succeeded" : "failed";
  concludeRun(queue, id, status, failed && { failedStatus: undefined, ...failed });
  for (const entry of queue.line) {
    if (entry.phase === "testing" && entry.testRunId === id) {
      countFinished(queue, entry);
      if (failure === undefined) {
        passEntry(queue, entry);
        return;
      }
      // Whether the failure is final is decided when all runs of the moment have ended.
      entry.phase = "pending_failure";
      entry.failure = failure;
      entry.finishedOnTop = 0;
      return;
    }
    const part = entry.parts.find((one) => one.phase === "testing" && one.testRunId === id);
    if (part !== undefined) {
      finishPart(queue, entry, part, failure);
      return;
    }
  }
}

/** Records a passed entry; with optimistic merging, those beneath it pass too, even with pending failures. */
function passEntry(queue: QueueDraft, entry: LineEntryDraft): void {
  markPassed(queue, entry, { reason: "Has passed and waits to merge.", word: "TEST_RUN_PASSED" });
  if (!queue.settings.canOptimisticallyMerge) return;
  const numbers = formatNumbers(queue, entry.sequences);
  for (const other of queue.line) {
    if (other.phase === "passed" || !isOnTopOf(entry, other.sequences)) continue;
    cancelRuns(queue, other);
    const reason = `Counts as passed, because ${numbers} on top of it passed.`;
    markPassed(queue, other, { reason, word: "SUCCESSOR_TEST_RUN_PASSED" }, entry.testRunId);
  }
}

/** Settles the first failure that waits for nothing; shows why others wait. @returns whether there was one */
export function settleFailures(queue: QueueDraft): boolean {
  for (const entry of queue.line) {
    if (entry.phase === "bisecting" && settleBisection(queue, entry)) return true;
    if (entry.phase !== "pending_failure") continue;
    const isBehind = waitsForAhead(queue, entry);
    if (!isBehind && isDeepEnough(queue, entry)) {
      failEntry(queue, entry);
      return true;
    }
    const reason = isBehind
      ? explainBehind(entry.failure)
      : `${entry.failure} It fails unless tests on top of it pass.`;
    showUndecided(queue, entry.sequences, reason);
  }
  return false;
}

/** Settles the first failure for which no test behind it is awaited any longer. @returns whether one was */
export function settleAwaited(queue: QueueDraft): boolean {
  for (const entry of queue.line) {
    if (entry.phase !== "pending_failure") continue;
    if (waitsForAhead(queue, entry) || waitsForBehind(queue, entry)) continue;
    failEntry(queue, entry);
    return true;
  }
  return false;
}

function failEntry(queue: QueueDraft, entry: LineEntryDraft): void {
  const [sequence] = entry.sequences;
  if (sequence === undefined || entry.sequences.length > 1) {
    startBisection(queue, entry);
    return;
  }
  removeEntry(queue, entry);
  concludeSubmission(queue, sequence, "failed", explainFailed(queue, entry));
  testAgainWithout(queue, entry.sequences);
}

function waitsForAhead({ line }: QueueDraft, entry: LineEntry): boolean {
  return line.some((other) => other.phase !== "passed" && isOnTopOf(entry, other.sequences));
}

function isDeepEnough({ settings, engine }: QueueDraft, { finishedOnTop }: LineEntry): boolean {
  const finished = engine.options.pendingFailureDepthCounts === "levels" ? 0 : finishedOnTop;
  return finished >= settings.pendingFailureDepth;
}

function waitsForBehind({ line, settings, engine }: QueueDraft, entry: LineEntry): boolean {
  const open = line.filter(({ phase }) => phase === "testing" || phase === "untested");
  if (engine.options.pendingFailureDepthCounts === "pull_requests") {
    return open.some((other) => isOnTopOf(other, entry.sequences));
  }
  const levels = findLevels(line, entry);
  return open.some(({ id }) => (levels.get(id) ?? Infinity) <= settings.pendingFailureDepth);
}

function countFinished(queue: QueueDraft, entry: LineEntryDraft): void {
  for (const other of queue.line) {
    if (other.phase === "pending_failure" && isOnTopOf(entry, other.sequences)) {
      other.finishedOnTop += entry.sequences.length;
    }
  }
}

function markPassed(queue: QueueDraft, entry: LineEntryDraft, cause: Cause, deciderId?: string): void {
  entry.phase = "passed";
  const changes = { state: "tests_passed", ...cause, deciderId } as const;
  for (const sequence of entry.sequences) changeSubmission(queue, sequence, changes);
}
