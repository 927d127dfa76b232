import type { LineEntry, LinePhase } from "../engine-state";
import type { QueueDraft } from "./queue-draft";

type Counts = Record<LinePhase | "testingParts", number>;

/** Counted lines. What changes a line changes its counts, because to count is to look at every entry. */
const COUNTED = new WeakMap<readonly LineEntry[], Counts>();

/** Counts the entries of a line by phase, and the parts of bisections that are tested. */
export function countPhases(line: readonly LineEntry[]): Counts {
  const known = COUNTED.get(line);
  if (known !== undefined) return known;
  const counts = { untested: 0, testing: 0, passed: 0, pending_failure: 0, bisecting: 0, testingParts: 0 };
  for (const entry of line) count(counts, entry, 1);
  COUNTED.set(line, counts);
  return counts;
}

function count(counts: Counts, { phase, parts }: LineEntry, by: 1 | -1): void {
  counts[phase] += by;
  for (const part of parts) if (part.phase === "testing") counts.testingParts += by;
}

/** Copies a line in order to change it. Its entries are values: to change one is to replace it. */
export function draftLine(line: readonly LineEntry[]): LineEntry[] {
  const copy = [...line];
  COUNTED.set(copy, { ...countPhases(line) });
  return copy;
}

export function insertEntry({ line }: QueueDraft, entry: LineEntry, index: number): void {
  count(countPhases(line), entry, 1);
  line.splice(index, 0, entry);
}

/** Changes an entry. @returns what has replaced it @throws RangeError if it has been replaced before */
export function changeEntry(queue: QueueDraft, entry: LineEntry, changes: Partial<LineEntry>): LineEntry {
  const changed = { ...entry, ...changes };
  queue.line[takeOut(queue, entry)] = changed;
  count(countPhases(queue.line), changed, 1);
  if (changed.phase === "passed") queue.settled.add(entry.id);
  return changed;
}

/** Removes an entry. @throws RangeError if it has been replaced or removed before */
export function dropEntry(queue: QueueDraft, entry: LineEntry): void {
  queue.line.splice(takeOut(queue, entry), 1);
  queue.settled.add(entry.id);
}

function takeOut({ line }: QueueDraft, entry: LineEntry): number {
  const index = line.indexOf(entry);
  if (index < 0) throw new RangeError(`The line has no entry ${entry.id}, or another version of it.`);
  count(countPhases(line), entry, -1);
  return index;
}
