import type { QueueDraft } from "../draft/queue-draft";
import type { EngineTest, LineEntry } from "../engine-state";
import { formatNumbers } from "../queue-contents";
import type { Cause, FailureReason } from "../state-change";
import { changeSubmission, concludeSubmission } from "../waiting/waiting";
import { finishPart, settleBisection, startBisection } from "./bisection";
import { countPhases } from "./count-phases";
import { someContains } from "./dependencies";
import {
  cancelRuns,
  changeEntry,
  concludeRun,
  explainBehind,
  explainFailed,
  isOnTopOf,
  removeEntry,
  showUndecided,
  testAgainWithout,
  tryFindEntry,
} from "./line";

export interface RunFailure {
  readonly failure: string;
  readonly failureReason: FailureReason;
  readonly failedStatus?: string | undefined;
}

/** Ends a run in progress, and updates its line entry. @param failed - undefined if the run passed */
export function finishRun(queue: QueueDraft, run: EngineTest, failed?: RunFailure): void {
  const failure = failed?.failure;
  const status = failed === undefined ? "succeeded" : "failed";
  concludeRun(queue, run, status, failed && { failedStatus: undefined, ...failed });
  const { id, sequences } = run;
  const entry = tryFindEntry(queue, sequences[0] ?? 0);
  if (entry === undefined) return;
  if (entry.phase === "testing" && entry.testRunId === id) {
    countFinished(queue, entry);
    if (failure === undefined) passEntry(queue, entry);
    // Whether the failure is final is decided when all runs of the moment have ended.
    else changeEntry(queue, entry, { ...FAILED, failure });
    return;
  }
  const part = entry.parts.find((one) => one.phase === "testing" && one.testRunId === id);
  if (part !== undefined) finishPart(queue, entry, part, failure);
}

const FAILED = { phase: "pending_failure", waitsForId: undefined, finishedOnTop: 0 } as const;

/** Marks an entry as passed. With optimistic merging, entries beneath it pass, too, even if they failed. */
function passEntry(queue: QueueDraft, entry: LineEntry): void {
  markPassed(queue, entry, { reason: "Has passed and waits to merge.", word: "TEST_RUN_PASSED" });
  if (!queue.settings.canOptimisticallyMerge) return;
  const numbers = formatNumbers(queue, entry.sequences);
  for (const other of queue.line) {
    if (other.phase === "passed" || !isOnTopOf(entry, other.sequences)) continue;
    cancelRuns(queue, other);
    const reason = `Counts as passed, because the tests of ${numbers} include its changes and passed.`;
    markPassed(queue, other, { reason, word: "SUCCESSOR_TEST_RUN_PASSED" }, entry.testRunId);
  }
}

/** Settles the first decidable failure, and explains those before it. @returns whether it settled one */
export function settleFailures(queue: QueueDraft): boolean {
  const { pending_failure: failures, bisecting } = countPhases(queue.line);
  if (failures + bisecting === 0) return false;
  for (const [index, entry] of queue.line.entries()) {
    if (entry.phase === "bisecting" && settleBisection(queue, entry)) return true;
    const { phase, waitsForId: knownId } = entry;
    if (phase !== "pending_failure" || (knownId !== undefined && !queue.settled.has(knownId))) continue;
    const isAwaited = (other: LineEntry): boolean =>
      other.phase !== "passed" && isOnTopOf(entry, other.sequences);
    // The nearest is likely to be there for long.
    const waitsForId = queue.line.slice(0, index).findLast(isAwaited)?.id;
    if (waitsForId === undefined && isDeepEnough(queue, entry)) {
      failEntry(queue, entry);
      return true;
    }
    const reason =
      waitsForId === undefined
        ? `${entry.failure} It fails unless later tests that include its changes pass.`
        : explainBehind(entry.failure);
    showUndecided(queue, entry.sequences, reason);
    if (waitsForId !== knownId) changeEntry(queue, entry, { waitsForId });
  }
  return false;
}

/** Settles the first failure that waits for no test, ahead or behind. @returns whether there was one */
export function settleAwaited(queue: QueueDraft): boolean {
  if (countPhases(queue.line).pending_failure === 0) return false;
  for (const entry of queue.line) {
    // `settleFailures` has just found the failures that wait for an entry ahead.
    if (entry.phase !== "pending_failure" || entry.waitsForId !== undefined) continue;
    if (waitsForBehind(queue, entry)) continue;
    failEntry(queue, entry);
    return true;
  }
  return false;
}

function failEntry(queue: QueueDraft, entry: LineEntry): void {
  const [sequence] = entry.sequences;
  if (sequence === undefined || entry.sequences.length > 1) {
    startBisection(queue, entry);
    return;
  }
  removeEntry(queue, entry);
  concludeSubmission(queue, sequence, "failed", explainFailed(queue, entry));
  testAgainWithout(queue, entry.sequences);
}

function isDeepEnough({ settings, engine }: QueueDraft, { finishedOnTop }: LineEntry): boolean {
  const finished = engine.options.pendingFailureDepthCounts === "levels" ? 0 : finishedOnTop;
  return finished >= settings.pendingFailureDepth;
}

function waitsForBehind({ line, settings, engine }: QueueDraft, entry: LineEntry): boolean {
  const isOpen = ({ phase }: LineEntry): boolean => phase === "testing" || phase === "untested";
  if (engine.options.pendingFailureDepthCounts === "pull_requests") {
    return line.some((other) => isOpen(other) && isOnTopOf(other, entry.sequences));
  }
  const { pendingFailureDepth } = settings;
  return someContains(line, entry, (other, level) => level <= pendingFailureDepth && isOpen(other));
}

function countFinished(queue: QueueDraft, entry: LineEntry): void {
  if (queue.engine.options.pendingFailureDepthCounts !== "pull_requests") return;
  for (const other of queue.line) {
    if (other.phase !== "pending_failure" || !isOnTopOf(entry, other.sequences)) continue;
    changeEntry(queue, other, { finishedOnTop: other.finishedOnTop + entry.sequences.length });
  }
}

function markPassed(queue: QueueDraft, entry: LineEntry, cause: Cause, deciderId?: string): void {
  changeEntry(queue, entry, { phase: "passed", parts: [] });
  const changes = { state: "tests_passed", reason: cause.reason } as const;
  const recorded = { word: cause.word, deciderId };
  for (const sequence of entry.sequences) changeSubmission(queue, sequence, changes, recorded);
}
