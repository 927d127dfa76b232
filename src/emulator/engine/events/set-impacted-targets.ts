import { findOrDescribe } from "../draft/code-host";
import type { EngineDraft, LineEntryDraft, QueueDraft } from "../draft/draft";
import { findSubmission, findTestRun } from "../draft/queue-draft";
import type { SetImpactedTargetsEvent } from "../engine-event";
import type { ImpactedTargets } from "../engine-state";
import { findRelated, uniteTargets } from "../line/dependencies";
import { isOnTopOf, sendBack, testAgain, tryFindEntry } from "../line/line";
import { tryFindEnqueued } from "../list-enqueued";
import type { Effect } from "../transition";
import { refuse, withQueue } from "../transition";
import { putToWaiting } from "../waiting/waiting";

/**
 * Takes down what a pull request impacts, in place of what was known, before its submission or after. Refuses
 * what was found out of another commit than its latest.
 */
export function setImpactedTargets(draft: EngineDraft, event: SetImpactedTargetsEvent): Effect {
  return withQueue(draft, event.identity, (queue) => {
    const { number, sha, targets } = event;
    const found = findOrDescribe(draft, queue.identity, number);
    if (found.kind === "refused") return found;
    const latest = found.pullRequest.sha;
    if (sha !== undefined && sha !== latest) {
      return refuse(
        "commit_outdated",
        `The latest commit of pull request #${number} is ${latest}, not ${sha}.`,
      );
    }
    queue.impactedTargets.set(number, targets);
    const submission = tryFindEnqueued(queue, number);
    if (submission !== undefined) {
      const entry = tryFindEntry(queue, submission.sequence);
      if (entry === undefined) putToWaiting(queue, submission.sequence);
      else changeTargets(queue, entry);
    }
    draft.unsettled.add(queue);
    return { kind: "done", queue, ...(submission === undefined ? {} : { sequence: submission.sequence }) };
  });
}

/**
 * Takes other targets of an entry into account: whatever then depends on something that it was not tested on, in the
 * line or merged since, is tested again. While the queue switches modes the line stays as the former mode has made it; what impacts more than
 * before returns to waiting.
 */
function changeTargets(queue: QueueDraft, entry: LineEntryDraft): void {
  const former = entry.targets;
  entry.targets = uniteTargets(queue, entry.sequences);
  const impactsMore = former !== "ALL" && !isWithin(entry.targets, former);
  if (queue.isSwitchingModes) {
    if (impactsMore) sendBack(queue, entry, "Waits for its turn again: impacted targets changed.");
    return;
  }
  if (impactsMore && hasMissedMerge(queue, entry)) invalidate(queue, entry);
  for (const other of queue.line.slice(queue.line.indexOf(entry))) {
    const index = queue.line.indexOf(other);
    // One that was sent back took what was on top of it out of the line.
    if (index < 0) continue;
    const related = findRelated(queue, queue.line.slice(0, index), other.targets);
    if (related.every(({ sequences }) => isOnTopOf(other, sequences))) {
      other.dependsOn = [...new Set([...other.dependsOn, ...related.map((one) => one.id)])];
    } else {
      invalidate(queue, other);
    }
  }
}

function isWithin(targets: ImpactedTargets, others: readonly string[]): boolean {
  return targets !== "ALL" && targets.every((target) => others.includes(target));
}

/** Tells whether something has merged since the latest run of an entry began that was not beneath it. */
function hasMissedMerge(queue: QueueDraft, { testRunId, beneath }: LineEntryDraft): boolean {
  const sinceMs = testRunId === undefined ? 0 : findTestRun(queue, testRunId).createdAtMs;
  for (const [, sequence] of queue.concluded.entriesReversed()) {
    const { state, stateChangedAtMs } = findSubmission(queue, sequence);
    if (stateChangedAtMs < sinceMs) return false;
    if (state === "merged" && !beneath.includes(sequence)) return true;
  }
  return false;
}

function invalidate(queue: QueueDraft, entry: LineEntryDraft): void {
  for (const one of queue.line.filter((other) => other === entry || isOnTopOf(other, entry.sequences))) {
    if (one.phase === "bisecting")
      sendBack(queue, one, "Waits for its turn again: impacted targets changed.");
    else testAgain(queue, one);
  }
}
