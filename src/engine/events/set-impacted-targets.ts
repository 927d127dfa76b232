import type { LineEntryDraft, QueueDraft } from "../draft/queue-draft";
import type { EventOf } from "../engine-event";
import { findRelated, hasMerged, uniteTargets } from "../line/dependencies";
import { isOnTopOf, testAgain, testAgainOnTop, tryFindEntry } from "../line/line";
import { findTestRun, tryFindEnqueued } from "../queue-contents";
import { type Effect, refuse } from "../refusal";
import type { Cause } from "../state-change";
import { putToWaiting } from "../waiting/waiting";
import { findOrDescribe, nameCommit } from "./declare-pull-request";

/** Replaces targets of a pull request, submitted or not. Refuses a commit the code host did not declare. */
export function applySetImpactedTargets(
  queue: QueueDraft,
  { number, sha, targets }: EventOf<"setImpactedTargets">,
): Effect {
  const pullRequest = findOrDescribe(queue, number);
  if ("refusal" in pullRequest) return pullRequest;
  if (sha !== undefined && !nameCommit(queue, pullRequest, sha)) {
    return refuse(
      "commit_outdated",
      `The latest commit of pull request #${number} is ${pullRequest.sha}, not ${sha}.`,
    );
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
  const isWithin =
    former === "ALL" || (entry.targets !== "ALL" && entry.targets.every((one) => former.includes(one)));
  if (!isWithin && entry.phase !== "bisecting" && hasMissedMerge(queue, entry)) invalidate(queue, entry);
  for (const other of queue.line.slice(queue.line.indexOf(entry))) {
    const index = queue.line.indexOf(other);
    // It may have left the line with an entry beneath it; the parts of a batch are tested again before they
    // merge.
    if (index < 0 || other.phase === "bisecting") continue;
    const related = findRelated(queue, queue.line.slice(0, index), other.targets);
    if (related.every(({ sequences }) => isOnTopOf(other, sequences))) {
      other.dependsOn = [...new Set([...other.dependsOn, ...related.map((one) => one.id)])];
    } else {
      invalidate(queue, other);
    }
  }
}

/** Tells whether something that was not beneath an entry has merged since its latest run began. */
function hasMissedMerge(queue: QueueDraft, { testRunId, beneath, targets }: LineEntryDraft): boolean {
  const sinceMs = testRunId === undefined ? 0 : findTestRun(queue, testRunId).createdAtMs;
  return hasMerged(queue, sinceMs, targets, beneath);
}

function invalidate(queue: QueueDraft, entry: LineEntryDraft): void {
  const cause: Cause = { reason: "Waits for its turn again: impacted targets changed.", word: "" };
  testAgain(queue, entry, cause);
  testAgainOnTop(queue, entry.sequences, cause);
}
