import type { ImpactedTargets, LineEntry, Queue } from "../engine-state";
import { findSubmission, findTestRun } from "../queue-contents";
import { readLineMode } from "../slots";
import { countPhases } from "./count-phases";

/** Returns the targets that a pull request impacts. If none were reported, it impacts all targets. */
export function findTargets(queue: Queue, sequence: number): ImpactedTargets {
  return queue.impactedTargets.get(findSubmission(queue, sequence).number) ?? "ALL";
}

/** Returns the union of the targets that pull requests impact. */
export function uniteTargets(queue: Queue, sequences: readonly number[]): ImpactedTargets {
  const [first] = sequences;
  if (first !== undefined && sequences.length === 1) return findTargets(queue, first);
  const union = new Set<string>();
  for (const sequence of sequences) {
    const targets = findTargets(queue, sequence);
    if (targets === "ALL") return "ALL";
    for (const target of targets) union.add(target);
  }
  return [...union];
}

/** Returns a function that tells whether an entry shares one of these targets. Bisecting batches never do. */
export function matchRelated(queue: Queue, targets: ImpactedTargets): (entry: LineEntry) => boolean {
  const sharesTarget = matchTargets(queue, targets);
  return (entry) => entry.phase !== "bisecting" && sharesTarget(entry.targets);
}

/** Returns the entries, except bisecting batches, that share one of these targets. In single mode, all do. */
export function findRelated(
  queue: Queue,
  entries: readonly LineEntry[],
  targets: ImpactedTargets,
): readonly LineEntry[] {
  return entries.filter(matchRelated(queue, targets));
}

/** Tells whether `isWanted` accepts `contained` (level 0) or an entry on top of it (level 1, 2 and so on). */
export function someContains(
  line: readonly LineEntry[],
  contained: LineEntry,
  isWanted: (entry: LineEntry, level: number) => boolean,
): boolean {
  const levels = new Map<number, number>();
  let highest = -1;
  return line.slice(line.indexOf(contained)).some((entry) => {
    const level = findHighest(levels, highest, entry.dependsOn) + 1;
    if (level === 0 && entry !== contained) return false;
    levels.set(entry.id, level);
    highest = Math.max(highest, level);
    return isWanted(entry, level);
  });
}

/** Returns the highest level of the given entries, or -1 if no entry has a level. */
function findHighest(levels: ReadonlyMap<number, number>, highest: number, ids: readonly number[]): number {
  // The nearest is likely to have it.
  if (levels.get(ids.at(-1) ?? 0) === highest) return highest;
  return levels.size === 0 ? -1 : Math.max(-1, ...ids.map((id) => levels.get(id) ?? -1));
}

/** Tells whether a pull request merged since an entry's run began, shares a target and is not in that run. */
export function hasMissedMerge(queue: Queue, { testRunId, beneath, targets }: LineEntry): boolean {
  const sinceMs = testRunId === undefined ? 0 : findTestRun(queue, testRunId).createdAtMs;
  const sharesTarget = matchTargets(queue, targets);
  for (const [, sequence] of queue.concluded.entriesReversed()) {
    const { state, stateChangedAtMs } = findSubmission(queue, sequence);
    if (stateChangedAtMs < sinceMs) return false;
    if (state !== "merged" || beneath.includes(sequence)) continue;
    if (sharesTarget(findTargets(queue, sequence))) return true;
  }
  return false;
}

/** Returns a function that tells whether a list shares one of these targets. In single mode, all lists do. */
export function matchTargets(queue: Queue, targets: ImpactedTargets): (others: ImpactedTargets) => boolean {
  if (targets === "ALL" || readLineMode(queue) === "single") return () => true;
  const wanted = new Set(targets);
  return (others) => others === "ALL" || others.some((one) => wanted.has(one));
}

/** Tells whether `others` contains all targets of `some`. */
export function areWithin(some: ImpactedTargets, others: ImpactedTargets): boolean {
  if (some === "ALL" || others === "ALL") return others === "ALL";
  const known = new Set(others);
  return some.every((target) => known.has(target));
}

/** The targets of an entry, and the entries and pull requests ahead that follow from these targets. */
export type Place = Pick<LineEntry, "targets" | "dependsOn" | "beneath">;

/** Tells whether an entry with these targets is certainly tested on top of all entries ahead of it. */
export function isOnAll(queue: Queue, targets: ImpactedTargets): boolean {
  return countPhases(queue.line).bisecting === 0 && (targets === "ALL" || readLineMode(queue) === "single");
}

/** Finds the entries on which an entry with these targets depends, and the pull requests beneath its test. */
export function findPlace(queue: Queue, ahead: readonly LineEntry[], targets: ImpactedTargets): Place {
  const isRelated = matchRelated(queue, targets);
  const dependsOn: number[] = [];
  const all: number[] = [];
  for (const entry of ahead) {
    if (isRelated(entry)) dependsOn.push(entry.id);
    for (const sequence of entry.sequences) all.push(sequence);
  }
  // In one line, it is tested on top of all.
  if (dependsOn.length === ahead.length) return { targets, dependsOn, beneath: all };
  const beneath = new Set<number>();
  for (const entry of ahead.filter(isRelated).reverse()) {
    // A later entry has already contributed this one with its dependencies.
    if (entry.sequences.every((sequence) => beneath.has(sequence))) continue;
    for (const sequence of [...entry.beneath, ...entry.sequences]) beneath.add(sequence);
  }
  return { targets, dependsOn, beneath: all.filter((sequence) => beneath.has(sequence)) };
}
