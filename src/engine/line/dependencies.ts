import type { ImpactedTargets, LineEntry, Queue } from "../engine-state";
import { findSubmission, findTestRun } from "../queue-contents";
import { readLineMode } from "../slots";

/** Returns the targets that a pull request impacts: all as long as none were reported. */
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

/** Finds the entries that impact a target, in single mode all. Nothing depends on a batch in bisection. */
export function findRelated<Entry extends LineEntry>(
  queue: Queue,
  entries: readonly Entry[],
  targets: ImpactedTargets,
): readonly Entry[] {
  const sharesTarget = matchTargets(queue, targets);
  return entries.filter((entry) => entry.phase !== "bisecting" && sharesTarget(entry.targets));
}

type Levels = ReadonlyMap<number, number>;

/** Levels of the entries behind another that contain it: 1 for what is right on top of it, and so on. */
export function findLevels(line: readonly LineEntry[], entry: LineEntry): Levels {
  const levels = new Map([[entry.id, 0]]);
  for (const { id, dependsOn } of line.slice(line.indexOf(entry) + 1)) {
    const level = findLevelOnTop(levels, dependsOn);
    if (level !== undefined) levels.set(id, level);
  }
  return levels;
}

/** Returns the level on top of other entries, given those of {@link findLevels}; undefined: none has one. */
export function findLevelOnTop(levels: Levels, ids: readonly number[]): number | undefined {
  const known = ids.flatMap((id) => levels.get(id) ?? []);
  return known.length === 0 ? undefined : Math.max(...known) + 1;
}

/** Tells whether an entry's run lacks a later merge that shares a target with it, in single mode any. */
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

/** Makes a function that tells whether targets (maybe tens of thousands) share one; in single mode all do. */
export function matchTargets(queue: Queue, targets: ImpactedTargets): (others: ImpactedTargets) => boolean {
  if (targets === "ALL" || readLineMode(queue) === "single") return () => true;
  const wanted = new Set(targets);
  return (others) => others === "ALL" || others.some((one) => wanted.has(one));
}

/** Tells whether all of some targets are among others. */
export function areWithin(some: ImpactedTargets, others: ImpactedTargets): boolean {
  if (some === "ALL" || others === "ALL") return others === "ALL";
  const known = new Set(others);
  return some.every((target) => known.has(target));
}

/** Returns what is tested beneath pull requests, unmerged: direct and indirect dependencies in line order. */
export function findBeneath(ahead: readonly LineEntry[], dependsOn: readonly LineEntry[]): readonly number[] {
  if (dependsOn.length === 0) return [];
  const beneath = new Set<number>();
  for (const entry of [...dependsOn].reverse()) {
    // A later entry has already contributed this one with its dependencies.
    if (entry.sequences.every((sequence) => beneath.has(sequence))) continue;
    for (const sequence of entry.beneath) beneath.add(sequence);
    for (const sequence of entry.sequences) beneath.add(sequence);
  }
  return ahead.flatMap((entry) => entry.sequences.filter((sequence) => beneath.has(sequence)));
}
