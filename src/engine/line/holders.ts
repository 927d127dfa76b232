import type { LineEntry, Queue, Submission } from "../engine-state";
import { findSubmission } from "../queue-contents";
import { readLineMode } from "../slots";
import { countPhases } from "./count-phases";
import { findTargets, matchRelated, someContains } from "./dependencies";
import { hasTopPriority } from "./line";

/** Finds a failure that holds a test on top of these entries: the test would exceed `pendingFailureDepth`. */
export function findHolder(queue: Queue, isBeneath: (entry: LineEntry) => boolean): LineEntry | undefined {
  if (!hasUndecided(queue)) return undefined;
  const { line, settings } = queue;
  const isHeld = (one: LineEntry, level: number): boolean =>
    level >= settings.pendingFailureDepth && isBeneath(one);
  return line.find((entry) => entry.phase === "pending_failure" && someContains(line, entry, isHeld));
}

/** Finds the failure that stops a pull request from being tested next. */
export function findHolderOf(queue: Queue, submission: Submission): LineEntry | undefined {
  const isRelated = matchRelated(queue, findTargets(queue, submission.sequence));
  const isAhead = (entry: LineEntry): boolean => !submission.isUrgent || hasTopPriority(queue, entry);
  return findHolder(queue, (entry) => isRelated(entry) && isAhead(entry));
}

/** Yields the sequence numbers of the ready pull requests that no failure holds, in turn order. */
export function* listUnheld(queue: Queue): Generator<number, void, undefined> {
  if (!hasUndecided(queue)) {
    yield* queue.ready.values();
    return;
  }
  const held = new Set<string>();
  for (const sequence of queue.ready.values()) {
    const targets = findTargets(queue, sequence);
    // A pull request that shares a target with a held one ahead would contain the failure as well.
    const isBehindHeld = targets === "ALL" ? held.size > 0 : targets.some((target) => held.has(target));
    if (!isBehindHeld && findHolderOf(queue, findSubmission(queue, sequence)) === undefined) {
      yield sequence;
      continue;
    }
    if (readLineMode(queue) === "single" || targets === "ALL") return;
    for (const target of targets) held.add(target);
  }
}

/** Tells whether the line has a failure that is not yet settled. */
export function hasUndecided({ line }: Queue): boolean {
  return countPhases(line).pending_failure > 0;
}
