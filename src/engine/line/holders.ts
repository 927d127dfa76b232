import type { ImpactedTargets, LineEntry, Queue, Submission } from "../engine-state";
import { findSubmission } from "../queue-contents";
import { readLineMode } from "../slots";
import { findLevelOnTop, findLevels, findRelated, findTargets, matchTargets } from "./dependencies";
import { hasTopPriority } from "./line";

/** Finds an undecided failure that what is tested on these contains deeper than `pendingFailureDepth`. */
export function findHolder(queue: Queue, dependsOn: readonly LineEntry[]): LineEntry | undefined {
  const ids = dependsOn.map(({ id }) => id);
  return queue.line.find((entry) => {
    if (entry.phase !== "pending_failure") return false;
    const level = findLevelOnTop(findLevels(queue.line, entry), ids);
    return level !== undefined && level > queue.settings.pendingFailureDepth;
  });
}

/** Finds the failure that holds a pull request if it is next. */
export function findHolderOf(queue: Queue, submission: Submission): LineEntry | undefined {
  const ahead = submission.isUrgent ? queue.line.filter((entry) => hasTopPriority(queue, entry)) : queue.line;
  return findHolder(queue, findRelated(queue, ahead, findTargets(queue, submission.sequence)));
}

/** Sequences of the ready pull requests, in turn order, without those that a failure holds. */
export function* listUnheld(queue: Queue): Generator<number, void, undefined> {
  const hasFailures = hasUndecided(queue);
  const held: ImpactedTargets[] = [];
  for (const sequence of queue.ready.values()) {
    if (!hasFailures) {
      yield sequence;
      continue;
    }
    const targets = findTargets(queue, sequence);
    // What shares a target with a held one ahead of it would contain the failure as well.
    const isHeld =
      held.some(matchTargets(queue, targets)) ||
      findHolderOf(queue, findSubmission(queue, sequence)) !== undefined;
    if (!isHeld) yield sequence;
    else if (readLineMode(queue) === "single" || targets === "ALL") return;
    else held.push(targets);
  }
}

/** Tells whether something in the line has failed, and it is not decided what follows. */
export function hasUndecided({ line }: Queue): boolean {
  return line.some(({ phase }) => phase === "pending_failure");
}
