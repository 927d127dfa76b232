import type { TestRunStatus } from "../../queue/test-run-words";
import type { QueueDraft } from "../draft/queue-draft";
import type { BisectionPart, EngineTest, LineEntry, Queue } from "../engine-state";
import { findSubmission, findTestRun, formatNumbers, isEnqueued, skipsTheLine } from "../queue-contents";
import type { Cause, PublishedReason } from "../state-change";
import { changeSubmission, putToWaiting, recordRestart } from "../waiting/waiting";
import { countFrom } from "./count-phases";

export function tryFindEntry(queue: QueueDraft, sequence: number): LineEntry | undefined {
  return queue.line.find((entry) => entry.sequences.includes(sequence));
}

/** Replaces an entry with a changed copy. @returns the copy @throws RangeError if the line lacks the entry */
export function changeEntry(queue: QueueDraft, entry: LineEntry, changes: Partial<LineEntry>): LineEntry {
  const index = queue.line.indexOf(entry);
  if (index < 0) throw new RangeError(`The line does not have this version of entry ${entry.id}.`);
  const changed = { ...entry, ...changes };
  countFrom(queue.line, queue.line, { removed: entry, added: changed });
  queue.line[index] = changed;
  if (changed.phase === "passed") queue.settled.add(entry.id);
  return changed;
}

/** Tells whether an entry is tested on top of another entry's pull requests (always on all or on none). */
export function isOnTopOf({ beneath }: Pick<LineEntry, "beneath">, sequences: readonly number[]): boolean {
  const [first] = sequences;
  return first !== undefined && beneath.includes(first);
}

/** Tells whether an entry goes first, because one of its pull requests skips the line. */
export function hasTopPriority(queue: Queue, { sequences }: Pick<LineEntry, "sequences">): boolean {
  return sequences.some((sequence) => skipsTheLine(findSubmission(queue, sequence)));
}

/** Explains a failure that is not final, because a pull request ahead may be at fault. */
export function explainBehind(failure: string): string {
  return `${failure} It is tested again if a pull request ahead of it also fails.`;
}

/** Shows that a failure is not final. Does nothing if the submissions show it already. */
export function showUndecided(queue: QueueDraft, sequences: readonly number[], reason: string): void {
  for (const sequence of sequences) {
    const shown = findSubmission(queue, sequence);
    if (shown.state === "pending_failure" && shown.reason === reason) return;
    changeSubmission(queue, sequence, { state: "pending_failure", reason });
  }
}

/** Returns why the pull request of a failed entry or part must leave the queue. */
export function explainFailed(queue: QueueDraft, failed: LineEntry | BisectionPart): Cause {
  const { failure: reason, testRunId = "" } = failed;
  return { reason, word: findTestRun(queue, testRunId).failureReason ?? "" };
}

export function concludeRun(
  queue: QueueDraft,
  run: EngineTest,
  status: Exclude<TestRunStatus, "in_progress">,
  failed?: Pick<EngineTest, "failedStatus" | "failureReason">,
): void {
  const { failedStatus, failureReason } = failed ?? run;
  const concludedAtMs = queue.engine.nowMs;
  queue.testRuns.set(run.id, { ...run, status, concludedAtMs, failedStatus, failureReason });
  const { testRuns } = queue.totals;
  queue.totals = { ...queue.totals, testRuns: { ...testRuns, [status]: testRuns[status] + 1 } };
}

/** Cancels an entry's run, and the runs of its bisection parts, if they are in progress. */
export function cancelRuns(queue: QueueDraft, entry: LineEntry): void {
  for (const { phase, testRunId } of [entry, ...entry.parts]) {
    if (phase !== "testing" || testRunId === undefined) continue;
    const run = findTestRun(queue, testRunId);
    if (run.status === "in_progress") concludeRun(queue, run, "cancelled");
  }
}

export function removeEntry(queue: QueueDraft, entry: LineEntry): void {
  cancelRuns(queue, entry);
  const left = queue.line.filter((other) => other !== entry);
  queue.line = countFrom(queue.line, left, { removed: entry });
  queue.settled.add(entry.id);
}

/** Sends an entry and all entries on top of it back to waiting, in the same order. */
export function sendBack(queue: QueueDraft, entry: LineEntry, cause: Cause): void {
  // It may have left the line with an entry beneath it.
  if (!queue.line.includes(entry)) return;
  const onTop = queue.line.filter((other) => isOnTopOf(other, entry.sequences));
  for (const one of [entry, ...onTop]) {
    removeEntry(queue, one);
    for (const sequence of one.sequences) {
      // One of them may have just left the queue.
      if (isEnqueued(findSubmission(queue, sequence))) putToWaiting(queue, sequence, cause);
    }
  }
}

/** Restarts the entries that were tested on top of submissions, this time without these submissions. */
export function testAgainWithout(
  queue: QueueDraft,
  sequences: readonly number[],
  word: PublishedReason = "PREREQUISITE_MERGE_ITEM_FAILED",
): void {
  const reason = `Waits for its turn to be tested again without ${formatNumbers(queue, sequences)}.`;
  testAgainOnTop(queue, sequences, { reason, word });
}

/** Restarts the entries on top of submissions, in their places. Bisecting entries return to waiting. */
export function testAgainOnTop(queue: QueueDraft, sequences: readonly number[], cause: Cause): void {
  for (const entry of queue.line.filter((other) => isOnTopOf(other, sequences))) {
    if (entry.phase === "bisecting") sendBack(queue, entry, cause);
    else testAgain(queue, entry, cause);
  }
}

/** Marks an entry for a new run in the same place. The run starts before the event ends. */
export function testAgain(queue: QueueDraft, entry: LineEntry, cause: Cause): void {
  cancelRuns(queue, entry);
  changeEntry(queue, entry, { phase: "untested", parts: [] });
  for (const sequence of entry.sequences) recordRestart(queue, sequence, cause);
}
