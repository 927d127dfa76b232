import type { LineEntryDraft, QueueDraft } from "../draft/draft";
import { findBeneath, findRelated, uniteTargets } from "./dependencies";
import { countFreeSlots, mayStart, sendBack, testAgainOnTop } from "./line";
import { startEntry } from "./start-run";

const WAITS = "Waits for its turn to be tested again.";

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
      sendBack(queue, entry, WAITS);
      continue;
    }
    entry.targets = targets;
    entry.dependsOn = related.map(({ id }) => id);
    rebase(queue, entry, ahead, findBeneath(ahead, related));
    startEntry(queue, entry);
  }
  return untested.length > 0;
}

/** Puts an entry on top of others. If these have changed, entries on top of it are tested again. */
function rebase(
  queue: QueueDraft,
  entry: LineEntryDraft,
  ahead: readonly LineEntryDraft[],
  beneath: readonly number[],
): void {
  const isAhead = new Set(ahead.flatMap(({ sequences }) => sequences));
  const former = entry.beneath.filter((sequence) => isAhead.has(sequence));
  entry.beneath = beneath;
  if (former.join() !== beneath.join()) testAgainOnTop(queue, entry.sequences, WAITS);
}
