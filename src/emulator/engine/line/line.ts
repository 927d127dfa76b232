import type { LineEntryDraft, QueueDraft } from "../draft/draft";
import { findSubmission } from "../draft/queue-draft";
import type { Queue } from "../engine-state";
import { isEnqueued } from "../list-enqueued";
import { putToWaiting } from "../waiting/waiting";
import { cancelRuns } from "./conclude-run";

/** Most pull requests that a sentence names. */
const MOST_NAMED = 8;
/** Lists below this size are searched faster than a set of them is made. */
const SMALL = 16;

/** Looks up the entry of a submission. @returns undefined if it is not in the line */
export function tryFindEntry(queue: QueueDraft, sequence: number): LineEntryDraft | undefined {
  return queue.line.find((entry) => entry.sequences.includes(sequence));
}

/** Tells whether an entry is tested on top of one of some submissions. */
export function isOnTopOf(entry: Pick<LineEntryDraft, "beneath">, sequences: readonly number[]): boolean {
  if (sequences.length < SMALL) return entry.beneath.some((sequence) => sequences.includes(sequence));
  const wanted = new Set(sequences);
  return entry.beneath.some((sequence) => wanted.has(sequence));
}

/** Takes an entry out of the line; its runs are cancelled. */
export function removeEntry(queue: QueueDraft, entry: LineEntryDraft): void {
  cancelRuns(queue, entry);
  queue.line = queue.line.filter((other) => other !== entry);
}

/**
 * Lets an entry return to waiting, and all that is tested on top of it: in the order in which they stood in the
 * line they get their turn again.
 */
export function sendBack(queue: QueueDraft, entry: LineEntryDraft, reason: string): void {
  // What was on top of something else that was sent back is not in the line any more.
  if (!queue.line.includes(entry)) return;
  const onTop = queue.line.filter((other) => isOnTopOf(other, entry.sequences));
  for (const one of [entry, ...onTop]) {
    removeEntry(queue, one);
    for (const sequence of one.sequences) {
      // One that has just left the queue may be what the others return for.
      if (isEnqueued(findSubmission(queue, sequence))) putToWaiting(queue, sequence, reason);
    }
  }
}

/**
 * Lets all that was tested on top of some submissions be tested again, because these have left the queue without
 * merging. Its place in the line stays.
 */
export function testAgainWithout(queue: QueueDraft, sequences: readonly number[]): void {
  const numbers = formatNumbers(queue, sequences);
  for (const entry of queue.line.filter((other) => isOnTopOf(other, sequences))) {
    // A bisection compares with what its batch was tested on, which is not there any more.
    if (entry.phase === "bisecting") sendBack(queue, entry, `Waits for its turn again, without ${numbers}.`);
    else testAgain(queue, entry);
  }
}

/** Lets an entry wait, within the event, for a new run in its place. */
export function testAgain(queue: QueueDraft, entry: LineEntryDraft): void {
  cancelRuns(queue, entry);
  entry.phase = "untested";
}

/**
 * Writes the numbers of some submissions for people: `#7, #12`; of many only the first.
 * @param except - sequence of one of them that is left out
 */
export function formatNumbers(
  queue: Pick<Queue, "submissions">,
  sequences: readonly number[],
  except?: number,
): string {
  const named: string[] = [];
  for (const sequence of sequences) {
    if (named.length === MOST_NAMED) break;
    if (sequence !== except) named.push(`#${findSubmission(queue, sequence).number}`);
  }
  const left = sequences.length - named.length - (except === undefined ? 0 : 1);
  return left === 0 ? named.join(", ") : `${named.join(", ")} and ${left} more`;
}

/** Tells whether a queue starts anything now: it neither is paused nor switches modes. */
export function mayStart(queue: Pick<Queue, "settings" | "isSwitchingModes">): boolean {
  return queue.settings.state !== "paused" && !queue.isSwitchingModes;
}

/** Answers how many more runs may be in progress, those of bisections apart; not below 0. */
export function countFreeSlots(queue: Pick<Queue, "settings" | "line">): number {
  const { mode, concurrency } = queue.settings;
  const slots = mode === "single" ? 1 : concurrency;
  const taken = queue.line.filter((entry) => entry.phase === "testing").length;
  return Math.max(0, slots - taken);
}
