import type { LineEntry, LinePhase } from "../engine-state";
import type { QueueDraft } from "./queue-draft";

/** How many entries of a line are in each phase, and how many parts of bisections are tested, or wait to be. */
export type PhaseCounts = Record<LinePhase | "testingParts" | "waitingParts", number>;

/** Counted lines. What changes the line of a draft changes its counts: to count is to look at every entry. */
const COUNTED = new WeakMap<readonly LineEntry[], PhaseCounts>();

/** Counts the phases of a line, the first time that it is asked for. */
export function countPhases(line: readonly LineEntry[]): Readonly<PhaseCounts> {
  return findCounts(line);
}

function findCounts(line: readonly LineEntry[]): PhaseCounts {
  const known = COUNTED.get(line);
  if (known !== undefined) return known;
  const counts: PhaseCounts = {
    ...{ untested: 0, testing: 0, passed: 0, pending_failure: 0, bisecting: 0 },
    ...{ testingParts: 0, waitingParts: 0 },
  };
  for (const entry of line) add(counts, entry, 1);
  COUNTED.set(line, counts);
  return counts;
}

function add(counts: PhaseCounts, { phase, parts }: LineEntry, by: 1 | -1): void {
  counts[phase] += by;
  for (const part of parts) {
    if (part.phase === "testing") counts.testingParts += by;
    else if (part.phase === "waiting") counts.waitingParts += by;
  }
}

/** Copies a line in order to change it. Its entries are values: a change replaces them. */
export function draftLine(line: readonly LineEntry[]): LineEntry[] {
  const copy = [...line];
  COUNTED.set(copy, { ...countPhases(line) });
  return copy;
}

/** Inserts an entry at a place of the line. */
export function insertEntry({ line }: QueueDraft, entry: LineEntry, index: number): void {
  line.splice(index, 0, entry);
  add(findCounts(line), entry, 1);
}

/** Changes an entry of the line. @returns what has replaced it @throws RangeError if it was replaced before */
export function changeEntry(queue: QueueDraft, entry: LineEntry, changes: Partial<LineEntry>): LineEntry {
  const { line, settled } = queue;
  const changed = { ...entry, ...changes };
  line[findIndex(line, entry)] = changed;
  const counts = findCounts(line);
  add(counts, entry, -1);
  add(counts, changed, 1);
  if (changed.phase === "passed") settled.add(entry.id);
  return changed;
}

/** Takes an entry out of the line. @throws RangeError if it was replaced before, or is not there */
export function dropEntry({ line, settled }: QueueDraft, entry: LineEntry): void {
  line.splice(findIndex(line, entry), 1);
  add(findCounts(line), entry, -1);
  settled.add(entry.id);
}

function findIndex(line: readonly LineEntry[], entry: LineEntry): number {
  const index = line.indexOf(entry);
  if (index < 0) throw new RangeError(`The line has no entry ${entry.id}, or another version of it.`);
  return index;
}
