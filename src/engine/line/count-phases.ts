import type { LineEntry, LinePhase } from "../engine-state";

type Counts = Record<LinePhase | "testingParts", number>;

const COUNTED = new WeakMap<readonly LineEntry[], Counts>();

/** Counts the entries of a line by phase, and the bisection parts being tested. Remembers the counts. */
export function countPhases(line: readonly LineEntry[]): Readonly<Counts> {
  const known = COUNTED.get(line);
  if (known !== undefined) return known;
  const counts = { untested: 0, testing: 0, passed: 0, pending_failure: 0, bisecting: 0, testingParts: 0 };
  for (const entry of line) addEntry(counts, entry, 1);
  COUNTED.set(line, counts);
  return counts;
}

/** Derives a line's counts from those of an earlier line, which is faster than counting. @returns `line` */
export function countFrom(
  before: readonly LineEntry[],
  line: LineEntry[],
  { removed, added }: { readonly removed?: LineEntry; readonly added?: LineEntry },
): LineEntry[] {
  const counts = { ...countPhases(before) };
  if (removed !== undefined) addEntry(counts, removed, -1);
  if (added !== undefined) addEntry(counts, added, 1);
  COUNTED.set(line, counts);
  return line;
}

function addEntry(counts: Counts, { phase, parts }: LineEntry, by: 1 | -1): void {
  // Access by a variable name is slow here.
  if (phase === "testing") counts.testing += by;
  else if (phase === "passed") counts.passed += by;
  else if (phase === "pending_failure") counts.pending_failure += by;
  else if (phase === "untested") counts.untested += by;
  else {
    counts.bisecting += by;
    counts.testingParts += by * parts.filter((part) => part.phase === "testing").length;
  }
}
