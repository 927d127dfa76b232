import { findSubmission } from "./draft/queue-draft";
import type { Queue, Submission } from "./engine-state";

/** Lists the submissions in a queue: the line from its head, then the waiting ones in turn order. */
export function* listEnqueued(
  queue: Pick<Queue, "line" | "waiting" | "submissions">,
): Generator<Submission, void, undefined> {
  for (const entry of queue.line) {
    for (const sequence of entry.sequences) yield findSubmission(queue, sequence);
  }
  for (const sequence of queue.waiting.values()) yield findSubmission(queue, sequence);
}

/** Counts the pull requests in a queue. */
export function countEnqueued(queue: Pick<Queue, "line" | "waiting">): number {
  return queue.line.reduce((count, entry) => count + entry.sequences.length, queue.waiting.size);
}

/** Looks up the latest submission of a pull request. @returns undefined if it was never submitted */
export function tryFindLatest(
  queue: Pick<Queue, "latestByNumber" | "submissions">,
  number: number,
): Submission | undefined {
  const sequence = queue.latestByNumber.get(number);
  return sequence === undefined ? undefined : findSubmission(queue, sequence);
}

/** Tells whether a submission is still in its queue. */
export function isEnqueued({ state }: Pick<Submission, "state">): boolean {
  return state !== "merged" && state !== "failed" && state !== "cancelled";
}

/** Looks up the submission of a pull request in a queue. @returns undefined if it is not in the queue */
export function tryFindEnqueued(
  queue: Pick<Queue, "latestByNumber" | "submissions">,
  number: number,
): Submission | undefined {
  const latest = tryFindLatest(queue, number);
  return latest !== undefined && isEnqueued(latest) ? latest : undefined;
}
