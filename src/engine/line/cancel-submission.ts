import type { QueueDraft } from "../draft/draft";
import { openQueuesWith } from "../draft/engine-draft";
import type { Submission } from "../engine-state";
import { tryFindEnqueued } from "../list-enqueued";
import { concludeSubmission } from "../waiting/waiting";
import { formatNumbers, removeEntry, sendBack, testAgainWithout, tryFindEntry } from "./line";

/** Cancels a submission. The rest of its batch returns to waiting; entries on top of it are tested again. */
export function cancelSubmission(queue: QueueDraft, { sequence }: Submission, reason: string): void {
  const entry = tryFindEntry(queue, sequence);
  if (entry === undefined) {
    concludeSubmission(queue, sequence, "cancelled", reason);
  } else if (entry.sequences.length === 1) {
    removeEntry(queue, entry);
    concludeSubmission(queue, sequence, "cancelled", reason);
    testAgainWithout(queue, entry.sequences);
  } else {
    concludeSubmission(queue, sequence, "cancelled", reason);
    sendBack(queue, entry, `Waits for its turn again, without ${formatNumbers(queue, [sequence])}.`);
  }
  queue.engine.unsettled.add(queue);
}

/** Cancels a merged pull request in all other queues of its repository. */
export function closeEverywhereElse(queue: QueueDraft, number: number): void {
  for (const other of openQueuesWith(queue.engine, queue.repositoryKey, number)) {
    const submission = other === queue ? undefined : tryFindEnqueued(other, number);
    if (submission === undefined) continue;
    const reason = `Was merged into ${queue.identity.targetBranch}, which closed it at the code host.`;
    cancelSubmission(other, submission, reason);
  }
}
