import { findSubmission } from "../draft/queue-draft";
import type { ImpactedTargets, LineEntry, Queue } from "../engine-state";

/** Answers what a pull request impacts; as long as nothing was reported, that is everything. */
export function findTargets(
  queue: Pick<Queue, "submissions" | "impactedTargets">,
  sequence: number,
): ImpactedTargets {
  return queue.impactedTargets.get(findSubmission(queue, sequence).number) ?? "ALL";
}

/** Answers the union of what some pull requests impact. */
export function uniteTargets(
  queue: Pick<Queue, "submissions" | "impactedTargets">,
  sequences: readonly number[],
): ImpactedTargets {
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

/**
 * Finds the entries that pull requests with some targets have to do with: in single mode all, in parallel mode
 * those that impact one of the targets too.
 */
export function findRelated<Entry extends LineEntry>(
  queue: Pick<Queue, "settings">,
  entries: readonly Entry[],
  targets: ImpactedTargets,
): readonly Entry[] {
  if (queue.settings.mode === "single" || targets === "ALL") return entries;
  const wanted = new Set(targets);
  return entries.filter(
    (entry) => entry.targets === "ALL" || entry.targets.some((target) => wanted.has(target)),
  );
}

/**
 * Answers what is tested beneath pull requests that depend on some entries: these, and what these depend on.
 * @param ahead - the entries ahead in the line
 * @returns sequences in the order of the line; what has merged is not among them
 */
export function findBeneath(ahead: readonly LineEntry[], dependsOn: readonly LineEntry[]): readonly number[] {
  if (dependsOn.length === 0) return [];
  const beneath = new Set<number>();
  for (const entry of [...dependsOn].reverse()) {
    // What one behind it depends on brought with it what it depends on itself.
    if (entry.sequences.every((sequence) => beneath.has(sequence))) continue;
    for (const sequence of entry.beneath) beneath.add(sequence);
    for (const sequence of entry.sequences) beneath.add(sequence);
  }
  return ahead.flatMap((entry) => entry.sequences.filter((sequence) => beneath.has(sequence)));
}
