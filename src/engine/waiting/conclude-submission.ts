import type { QueueDraft } from "../draft/draft";
import { findSubmission, TIME_IN_QUEUE_BOUNDS_SECONDS } from "../draft/queue-draft";
import type { QueueTotals } from "../engine-state";
import { changeSubmission, removeFromWaiting } from "./waiting";

/** Removes a submission from its queue permanently. It must have left the line. */
export function concludeSubmission(
  queue: QueueDraft,
  sequence: number,
  state: "merged" | "failed" | "cancelled",
  reason: string,
): void {
  const before = findSubmission(queue, sequence);
  removeFromWaiting(queue, before);
  changeSubmission(queue, sequence, { state, reason });
  queue.concluded.set(queue.concluded.size + 1, sequence);
  const seconds = (queue.engine.nowMs - before.submittedAtMs) / 1000;
  queue.totals = addToTotals(queue.totals, state, seconds);
}

function addToTotals(
  totals: QueueTotals,
  state: "merged" | "failed" | "cancelled",
  seconds: number,
): QueueTotals {
  const bound = TIME_IN_QUEUE_BOUNDS_SECONDS.findIndex((upper) => seconds <= upper);
  return {
    ...totals,
    [state]: totals[state] + 1,
    timeInQueueCounts: totals.timeInQueueCounts.map((count, index) => (index === bound ? count + 1 : count)),
    timeInQueueSumSeconds: totals.timeInQueueSumSeconds + seconds,
  };
}
