import { formatMoment } from "../text/format-moment";
import type { EngineOptions } from "./engine-options";
import type { Queue, Submission } from "./engine-state";
import { findHolderOf, listUnheld } from "./line/holders";
import { formatNumbers } from "./queue-contents";
import { countFreeSlots } from "./slots";
import { type Batch, collectBatches } from "./waiting/collect-batches";
import { isHeldBack } from "./waiting/waiting";

/** Explains why a submission does not start or merge. Returns "" if it is not ready; see `readReadiness`. */
export function explainWaiting(queue: Queue, submission: Submission, options: EngineOptions): string {
  if (submission.state === "tests_passed") return explainPassed(queue, submission);
  if (submission.state !== "pending") return submission.reason;
  if (queue.settings.state === "paused") return "Waits until the paused queue runs again.";
  if (isHeldBack(queue, submission)) {
    return queue.isSwitchingModes
      ? "Waits until the pull requests that are tested in the former mode have left the queue."
      : "Waits until the queue runs again: it is draining and starts nothing new.";
  }
  const holder = findHolderOf(queue, submission);
  if (holder !== undefined) {
    const numbers = formatNumbers(queue, holder.sequences);
    return `Waits until the failure of ${numbers} is either final or resolved, because a test that starts now would include the failing change.`;
  }
  const batch = collectBatches(queue, options, listUnheld(queue)).find(({ submissions }) =>
    submissions.some(({ sequence }) => sequence === submission.sequence),
  );
  return batch === undefined ? "Waits for its turn." : explainNext(queue, batch, options);
}

function explainPassed(queue: Queue, { sequence }: Submission): string {
  const { settings, line } = queue;
  if (settings.state === "paused") return "Has passed and merges when the paused queue runs again.";
  const dependsOn = line.find((entry) => entry.sequences.includes(sequence))?.dependsOn;
  const first = line.find((entry) => dependsOn?.includes(entry.id));
  const after = first === undefined ? "" : ` after ${formatNumbers(queue, first.sequences)}`;
  return `Has passed and merges${after}.`;
}

function explainNext(queue: Queue, batch: Batch, options: EngineOptions): string {
  const { submissions, wanted, startsAtMs } = batch;
  if (countFreeSlots(queue, options) === 0) {
    const running = queue.line.filter((entry) => entry.phase === "testing");
    const numbers = running.map((entry) => formatNumbers(queue, entry.sequences)).join(", ");
    return `Is next. Waits until one of these tests ends: ${numbers}.`;
  }
  if (startsAtMs === undefined) return "Waits for its turn.";
  const until = formatMoment(startsAtMs);
  return `Waits until its batch is large enough (${wanted - submissions.length} more needed), at the latest until ${until}.`;
}
