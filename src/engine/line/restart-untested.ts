import type { LineEntryDraft, QueueDraft } from "../draft/draft";
import { findBeneath, findRelated, uniteTargets } from "./dependencies";
import { countFreeSlots, isOnTopOf, mayStart, sendBack, testAgain } from "./line";
import { startEntry } from "./start-run";

/**
 * Starts new runs of untested entries in their places. If one cannot start now, it and the later ones return to
 * waiting, so that none overtakes another.
 * @returns whether there were any
 */
export function restartUntested(queue: QueueDraft): boolean {
  const untested = queue.line.filter((entry) => entry.phase === "untested");
  let isBlocked = !mayStart(queue);
  for (const entry of untested) {
    // It may have left the line with an entry beneath it.
    if (!queue.line.includes(entry)) continue;
    const ahead = queue.line.slice(0, queue.line.indexOf(entry));
    const targets = uniteTargets(queue, entry.sequences);
    const related = findRelated(queue, ahead, targets);
    isBlocked ||= countFreeSlots(queue, queue.engine.options) === 0;
    if (isBlocked) {
      sendBack(queue, entry, "Waits for its turn to be tested again.");
      continue;
    }
    entry.targets = targets;
    rebase(queue, entry, ahead, related);
    startEntry(queue, entry);
  }
  return untested.length > 0;
}

/** Puts an entry on top of its current dependencies. If these have changed, entries on top of it are tested again. */
function rebase(
  queue: QueueDraft,
  entry: LineEntryDraft,
  ahead: readonly LineEntryDraft[],
  related: readonly LineEntryDraft[],
): void {
  const beneath = findBeneath(ahead, related);
  const isAhead = new Set(ahead.flatMap((other) => other.sequences));
  const former = entry.beneath.filter((sequence) => isAhead.has(sequence));
  entry.dependsOn = related.map((other) => other.id);
  entry.beneath = beneath;
  if (former.join() === beneath.join()) return;
  for (const other of queue.line.filter((one) => isOnTopOf(one, entry.sequences))) {
    if (other.phase === "bisecting") sendBack(queue, other, "Waits for its turn to be tested again.");
    else testAgain(queue, other);
  }
}
