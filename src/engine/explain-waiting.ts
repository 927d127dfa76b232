import type { EngineOptions } from "./engine-options";
import type { Queue, Submission } from "./engine-state";
import { findHolderOf, listUnheld } from "./line/holders";
import { findSubmission, formatNumbers } from "./queue-contents";
import { countFreeSlots } from "./slots";
import { type Batch, collectBatch } from "./waiting/collect-batch";
import { isHeldBack } from "./waiting/waiting";

/**
 * Explains why one does not start or, if passed, not merge: a sentence, empty if its readiness says why it is
 * not ready.
 */
export function explainWaiting(queue: Queue, submission: Submission, options: EngineOptions): string {
  if (submission.state === "tests_passed") return explainPassed(queue, submission);
  if (submission.state !== "pending") return submission.reason;
  if (queue.settings.state === "paused") return "Waits until the queue runs again: it is paused.";
  if (isHeldBack(queue, submission)) {
    return queue.isSwitchingModes
      ? "Waits until tests of the queue's former mode have merged."
      : "Waits until the queue runs again: it drains, and starts nothing new.";
  }
  const holder = findHolderOf(queue, submission);
  if (holder !== undefined) {
    const numbers = formatNumbers(queue, holder.sequences);
    return `Waits until it is decided whether ${numbers} failed for good: its test would contain that failure.`;
  }
  const batch = collectBatch(queue, options, listUnheld(queue));
  const isNext = batch?.submissions.some(({ sequence }) => sequence === submission.sequence) ?? false;
  return batch === undefined || !isNext ? explainTurn(queue, submission) : explainNext(queue, batch, options);
}

function explainPassed(queue: Queue, { sequence }: Submission): string {
  if (queue.settings.state === "paused")
    return "Has passed and merges when the queue runs again: it is paused.";
  const dependsOn = queue.line.find((entry) => entry.sequences.includes(sequence))?.dependsOn ?? [];
  const first = queue.line.find((entry) => dependsOn.includes(entry.id));
  return first === undefined
    ? "Has passed and merges."
    : `Has passed and merges after ${formatNumbers(queue, first.sequences)}.`;
}

function explainTurn(queue: Queue, { turn }: Submission): string {
  for (const [before, sequence] of queue.ready.entriesReversed(turn)) {
    if (before !== turn) return `Waits for its turn behind #${findSubmission(queue, sequence).number}.`;
  }
  return "Waits for its turn.";
}

function explainNext(
  queue: Queue,
  { submissions, wanted, startsAtMs }: Batch,
  options: EngineOptions,
): string {
  if (countFreeSlots(queue, options) === 0) {
    const running = queue.line.filter((entry) => entry.phase === "testing");
    const numbers = running.map((entry) => formatNumbers(queue, entry.sequences)).join(", ");
    return `Is next, and waits until the tests of one of these have ended: ${numbers}.`;
  }
  if (startsAtMs === undefined) return "Waits for its turn.";
  const until = new Date(startsAtMs).toISOString();
  return `Waits for ${wanted - submissions.length} more to form a batch, until ${until} at the latest.`;
}
