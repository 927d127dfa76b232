import type { QueueDraft } from "../draft/draft";
import type { Queue, Submission } from "../engine-state";

/** How long restarts are kept, in milliseconds: metrics are about the last hour. */
export const RESTARTS_KEPT_MS = 3_600_000;

/**
 * Counts a pull request in testing that is tested again, at once or in its turn, if its run was cancelled. In a bisection
 * it counts in any case: what remains of the batch starts over.
 */
export function countRestart(queue: QueueDraft, submission: Submission): void {
  const isBisected = wasBisected(queue, submission);
  const run = submission.testRunId === undefined ? undefined : queue.testRuns.get(submission.testRunId);
  if (!isBisected && run?.status !== "cancelled") return;
  const { nowMs } = queue.engine;
  const { main, bisection } = queue.restarts.get(nowMs) ?? { main: 0, bisection: 0 };
  const restarts = isBisected ? { main, bisection: bisection + 1 } : { main: main + 1, bisection };
  const isNew = queue.restarts.set(nowMs, restarts);
  if (!isNew) return;
  const outdated: number[] = [];
  for (const [atMs] of queue.restarts.entries()) {
    if (atMs > nowMs - RESTARTS_KEPT_MS) break;
    outdated.push(atMs);
  }
  for (const atMs of outdated) queue.restarts.delete(atMs);
}

/** Tells whether the latest run of a submission was part of the bisection of a failed batch. */
export function wasBisected(queue: Pick<Queue, "testRuns">, { testRunId }: Submission): boolean {
  return testRunId !== undefined && queue.testRuns.get(testRunId)?.isBisection === true;
}
