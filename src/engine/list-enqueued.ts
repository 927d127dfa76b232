import { findSubmission } from "./draft/queue-draft";
import type { Queue, Submission } from "./engine-state";

/** Lists the submissions in a queue: the line from its head, then the waiting ones in turn order. */
export function* listEnqueued(queue: Queue): Generator<Submission, void, undefined> {
  for (const entry of queue.line) {
    for (const sequence of entry.sequences) yield findSubmission(queue, sequence);
  }
  for (const sequence of queue.waiting.values()) yield findSubmission(queue, sequence);
}

/** Looks up the latest submission of a pull request. @returns undefined if it was never submitted */
export function tryFindLatest(queue: Queue, number: number): Submission | undefined {
  const sequence = queue.latestByNumber.get(number);
  return sequence === undefined ? undefined : findSubmission(queue, sequence);
}

/** Tells whether a submission is still in its queue. */
export function isEnqueued({ state }: Pick<Submission, "state">): boolean {
  return state !== "merged" && state !== "failed" && state !== "cancelled";
}

/** Looks up the submission of a pull request in a queue. @returns undefined if it is not in the queue */
export function tryFindEnqueued(queue: Queue, number: number): Submission | undefined {
  const latest = tryFindLatest(queue, number);
  return latest !== undefined && isEnqueued(latest) ? latest : undefined;
}
