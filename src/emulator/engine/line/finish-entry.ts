import type { LineEntryDraft, QueueDraft } from "../draft/draft";
import { concludeSubmission } from "../waiting/conclude-submission";
import { changeSubmission } from "../waiting/waiting";
import { startBisection } from "./bisection";
import { cancelRuns } from "./conclude-run";
import { formatNumbers, isOnTopOf, removeEntry, testAgainWithout } from "./line";

/**
 * Records that an entry passed. If the queue can merge optimistically, the entries beneath it pass too: their runs
 * end, and their pending failures are dropped.
 */
export function passEntry(queue: QueueDraft, entry: LineEntryDraft): void {
  countFinished(queue, entry);
  markPassed(queue, entry, "Has passed and waits to merge.");
  if (!queue.settings.canOptimisticallyMerge) return;
  const numbers = formatNumbers(queue, entry.sequences);
  for (const other of queue.line) {
    const isBeneath = other.sequences.some((sequence) => entry.beneath.includes(sequence));
    if (!isBeneath || other.phase === "passed") continue;
    cancelRuns(queue, other);
    markPassed(queue, other, `Counts as passed, because ${numbers} on top of it passed.`);
  }
}

/**
 * Records that the run of an entry failed. The failure is final unless the queue first waits for the tests on top of
 * it.
 */
export function failRunOf(queue: QueueDraft, entry: LineEntryDraft, failure: string): void {
  countFinished(queue, entry);
  entry.phase = "pending_failure";
  entry.failure = failure;
  entry.finishedOnTop = 0;
  if (!mayWait(queue, entry)) {
    failEntry(queue, entry);
    return;
  }
  const reason = `${failure} It fails unless tests on top of it pass.`;
  for (const sequence of entry.sequences)
    changeSubmission(queue, sequence, { state: "pending_failure", reason });
}

/**
 * Makes the first pending failure final that no longer has to wait.
 * @returns whether there was one
 */
export function settleFailures(queue: QueueDraft): boolean {
  const entry = queue.line.find((one) => one.phase === "pending_failure" && !mayWait(queue, one));
  if (entry === undefined) return false;
  failEntry(queue, entry);
  return true;
}

function failEntry(queue: QueueDraft, entry: LineEntryDraft): void {
  const [sequence] = entry.sequences;
  if (sequence === undefined || entry.sequences.length > 1) {
    startBisection(queue, entry);
    return;
  }
  removeEntry(queue, entry);
  concludeSubmission(queue, sequence, "failed", entry.failure);
  testAgainWithout(queue, entry.sequences);
}

/** Tells whether tests on top of a failed entry may still make it pass. */
function mayWait(queue: QueueDraft, entry: LineEntryDraft): boolean {
  if (entry.finishedOnTop >= queue.settings.pendingFailureDepth) return false;
  return queue.line.some(
    ({ phase, beneath }) =>
      (phase === "testing" || phase === "untested") && isOnTopOf({ beneath }, entry.sequences),
  );
}

function countFinished(queue: QueueDraft, entry: LineEntryDraft): void {
  for (const other of queue.line) {
    if (other.phase === "pending_failure" && isOnTopOf(entry, other.sequences)) {
      other.finishedOnTop += entry.sequences.length;
    }
  }
}

function markPassed(queue: QueueDraft, entry: LineEntryDraft, reason: string): void {
  entry.phase = "passed";
  for (const sequence of entry.sequences)
    changeSubmission(queue, sequence, { state: "tests_passed", reason });
}
