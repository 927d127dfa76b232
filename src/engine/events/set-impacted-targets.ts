import type { LineEntryDraft, QueueDraft } from "../draft/queue-draft";
import type { EventOf } from "../engine-event";
import { areWithin, findRelated, hasMissedMerge, uniteTargets } from "../line/dependencies";
import { isOnTopOf, testAgain, testAgainOnTop, tryFindEntry } from "../line/line";
import { tryFindEnqueued } from "../queue-contents";
import type { Effect } from "../refusal";
import type { Cause } from "../state-change";
import { putToWaiting } from "../waiting/waiting";
import { findOrDescribe, nameCommit } from "./declare-pull-request";

/** Replaces targets of a commit of a pull request, submitted or not. They count while it is the latest. */
export function applySetImpactedTargets(
  queue: QueueDraft,
  { number, sha, targets }: EventOf<"setImpactedTargets">,
): Effect {
  const pullRequest = findOrDescribe(queue, number);
  if ("refusal" in pullRequest) return pullRequest;
  if (sha !== undefined && !nameCommit(queue, pullRequest, sha)) {
    queue.otherTargets.set(number, new Map(queue.otherTargets.get(number) ?? []).set(sha, targets));
    return undefined;
  }
  queue.impactedTargets.set(number, targets);
  const submission = tryFindEnqueued(queue, number);
  if (submission === undefined) return undefined;
  const entry = tryFindEntry(queue, submission.sequence);
  if (entry === undefined) putToWaiting(queue, submission.sequence);
  else changeTargets(queue, entry);
  return undefined;
}

/** Tests entries again if their test lacked new dependencies: others in the line, or merges since then. */
function changeTargets(queue: QueueDraft, entry: LineEntryDraft): void {
  const former = entry.targets;
  entry.targets = uniteTargets(queue, entry.sequences);
  const isWider = !areWithin(entry.targets, former);
  if (isWider && entry.phase !== "bisecting" && hasMissedMerge(queue, entry)) invalidate(queue, entry);
  for (const other of queue.line.slice(queue.line.indexOf(entry))) {
    const index = queue.line.indexOf(other);
    // It may have left the line with one beneath it; parts of a batch are tested again before they merge.
    if (index < 0 || other.phase === "bisecting") continue;
    const related = findRelated(queue, queue.line.slice(0, index), other.targets);
    if (related.every(({ sequences }) => isOnTopOf(other, sequences))) {
      other.dependsOn = [...new Set([...other.dependsOn, ...related.map((one) => one.id)])];
    } else {
      invalidate(queue, other);
    }
  }
}

function invalidate(queue: QueueDraft, entry: LineEntryDraft): void {
  const cause: Cause = { reason: "Waits for its turn again: impacted targets changed.", word: "" };
  testAgain(queue, entry, cause);
  testAgainOnTop(queue, entry.sequences, cause);
}
