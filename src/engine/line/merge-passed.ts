import { type QueueIdentity, toIdentityKey } from "../../queue/queue-identity";
import { openQueuesWith, openRepository } from "../draft/engine-draft";
import type { EngineDraft, QueueDraft } from "../draft/queue-draft";
import type { LineEntry, Submission } from "../engine-state";
import type { HostPullRequest } from "../host-pull-request";
import { findSubmission, formatNumbers, tryFindEnqueued } from "../queue-contents";
import { toRepositoryKey } from "../repository-key";
import type { Cause, PublishedReason } from "../state-change";
import { changeSubmission, concludeSubmission } from "../waiting/waiting";
import { countPhases } from "./count-phases";
import { removeEntry, sendBack, testAgainWithout, tryFindEntry } from "./line";

const PASSED: Cause = { reason: "Has passed and was merged.", word: "MERGE_GRAPH_MERGE" };

/** Merges passed entries whose dependencies have merged, unless paused. @returns whether an entry merged */
export function mergePassed(queue: QueueDraft): boolean {
  if (queue.settings.state === "paused" || countPhases(queue.line).passed === 0) return false;
  const left: number[] = [];
  const waits = ({ dependsOn }: LineEntry): boolean =>
    // Most depend on none, or on the one directly ahead.
    left.length > 0 && (dependsOn.at(-1) === left.at(-1) || dependsOn.some((id) => left.includes(id)));
  let hasMerged = false;
  for (const entry of [...queue.line]) {
    if (entry.phase !== "passed" || waits(entry)) {
      left.push(entry.id);
      continue;
    }
    removeEntry(queue, entry);
    for (const sequence of entry.sequences) mergeSubmission(queue, sequence, PASSED);
    hasMerged = true;
    if (countPhases(queue.line).passed === 0) break;
  }
  return hasMerged;
}

/** Merges a pull request and closes it at the code host. Other pull requests are then out of date. */
export function mergeSubmission(queue: QueueDraft, sequence: number, cause: Cause): void {
  const { engine, identity, repositoryKey } = queue;
  const { number, pullRequest } = findSubmission(queue, sequence);
  const known = openRepository(engine, repositoryKey).get(number) ?? pullRequest;
  changeSubmission(queue, sequence, { pullRequest: recordMerge(engine, identity, known) });
  concludeSubmission(queue, sequence, "merged", cause);
}

/** Records a merge into a branch. Cancels the pull request in the queues of other branches. */
export function recordMerge(
  engine: EngineDraft,
  base: QueueIdentity,
  pullRequest: HostPullRequest,
): HostPullRequest {
  const repositoryKey = toRepositoryKey(base.repo);
  const { number } = pullRequest;
  const closed: HostPullRequest = { ...pullRequest, closedAtMs: engine.nowMs, isMerged: true };
  openRepository(engine, repositoryKey).set(number, closed);
  countMerge(engine, base);
  const elsewhere: Cause = {
    reason: `Was merged into ${base.targetBranch}, so the code host closed it.`,
    word: "PR_MERGED_INTO_OTHER_BRANCH",
  };
  for (const other of openQueuesWith(engine, repositoryKey, number)) {
    const submission = other.key === toIdentityKey(base) ? undefined : tryFindEnqueued(other, number);
    if (submission !== undefined) cancelSubmission(other, submission, elsewhere);
  }
  return closed;
}

export function countMerge(engine: EngineDraft, branch: QueueIdentity): void {
  const key = toIdentityKey(branch);
  engine.branchVersions = new Map(engine.branchVersions).set(key, (engine.branchVersions.get(key) ?? 0) + 1);
}

/** Cancels a submission. Entries on top of it restart; if it is in a batch, they and the batch wait again. */
export function cancelSubmission(queue: QueueDraft, { sequence }: Submission, cause: Cause): void {
  takeOut(queue, sequence, "PREREQUISITE_MERGE_ITEM_CANCELLED", () => {
    concludeSubmission(queue, sequence, "cancelled", cause);
  });
}

/** Records an outside merge of a submission. Other submissions change as after its cancellation. */
export function mergeManually(queue: QueueDraft, { sequence }: Submission): void {
  takeOut(queue, sequence, "PREREQUISITE_MERGE_ITEM_MANUALLY_MERGED", () => {
    mergeSubmission(queue, sequence, { reason: "Was merged outside of the queue.", word: "MANUAL_MERGE" });
  });
}

function takeOut(queue: QueueDraft, sequence: number, word: PublishedReason, conclude: () => void): void {
  const entry = tryFindEntry(queue, sequence);
  const isAlone = entry?.sequences.length === 1;
  if (isAlone) removeEntry(queue, entry);
  conclude();
  if (isAlone) testAgainWithout(queue, entry.sequences, word);
  else if (entry !== undefined) {
    const reason = `Waits for its turn to be tested again without ${formatNumbers(queue, [sequence])}.`;
    sendBack(queue, entry, { reason, word });
  }
  queue.engine.unsettled.add(queue);
}
