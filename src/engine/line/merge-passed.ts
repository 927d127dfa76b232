import { openQueuesWith, openRepository } from "../draft/engine-draft";
import type { QueueDraft } from "../draft/queue-draft";
import type { Submission } from "../engine-state";
import { findSubmission, formatNumbers, tryFindEnqueued } from "../queue-contents";
import type { Cause } from "../state-change";
import { changeSubmission, concludeSubmission } from "../waiting/waiting";
import { removeEntry, sendBack, testAgainWithout, tryFindEntry } from "./line";

const PASSED: Cause = { reason: "Has passed and was merged.", word: "MERGE_GRAPH_MERGE" };

/** Merges passed entries whose dependencies have merged, unless paused. @returns whether there was one */
export function mergePassed(queue: QueueDraft): boolean {
  if (queue.settings.state === "paused") return false;
  const inLine = new Set(queue.line.map((entry) => entry.id));
  let hasMerged = false;
  for (const entry of [...queue.line]) {
    if (entry.phase !== "passed" || entry.dependsOn.some((id) => inLine.has(id))) continue;
    removeEntry(queue, entry);
    inLine.delete(entry.id);
    for (const sequence of entry.sequences) mergeSubmission(queue, sequence, PASSED);
    hasMerged = true;
  }
  return hasMerged;
}

/** Merges a pull request: the code host closes it, and no other is up to date with the branch any longer. */
export function mergeSubmission(queue: QueueDraft, sequence: number, cause: Cause): void {
  const { engine } = queue;
  const { number, pullRequest } = findSubmission(queue, sequence);
  const known = openRepository(engine, queue.repositoryKey);
  const closed = { ...(known.get(number) ?? pullRequest), closedAtMs: engine.nowMs };
  known.set(number, closed);
  const version = engine.branchVersions.get(queue.key) ?? 0;
  engine.branchVersions = new Map(engine.branchVersions).set(queue.key, version + 1);
  changeSubmission(queue, sequence, { pullRequest: closed });
  concludeSubmission(queue, sequence, "merged", cause);
  const elsewhere: Cause = {
    reason: `Was merged into ${queue.identity.targetBranch}, which closed it at the code host.`,
    word: "PR_MERGED_INTO_OTHER_BRANCH",
  };
  for (const other of openQueuesWith(engine, queue.repositoryKey, number)) {
    const submission = other === queue ? undefined : tryFindEnqueued(other, number);
    if (submission !== undefined) cancelSubmission(other, submission, elsewhere);
  }
}

/** Cancels a submission. The rest of its batch returns to waiting; entries on top of it are tested again. */
export function cancelSubmission(queue: QueueDraft, { sequence }: Submission, cause: Cause): void {
  const entry = tryFindEntry(queue, sequence);
  const isAlone = entry?.sequences.length === 1;
  if (isAlone) removeEntry(queue, entry);
  concludeSubmission(queue, sequence, "cancelled", cause);
  const word = "PREREQUISITE_MERGE_ITEM_CANCELLED";
  if (isAlone) testAgainWithout(queue, entry.sequences, word);
  else if (entry !== undefined) {
    const reason = `Waits for its turn again, without ${formatNumbers(queue, [sequence])}.`;
    sendBack(queue, entry, { reason, word });
  }
  queue.engine.unsettled.add(queue);
}
