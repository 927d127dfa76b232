import { MergeQueueError } from "../../../queue/merge-queue-error";
import { formatDuration } from "../../../text/format-duration";

/** Clocks of two machines differ: a time that is ahead by less is possible. */
const TOLERANCE_MS = 3_600_000;

/** Tells whether a time is too far ahead of now to be true. Both in milliseconds since 1970 (UTC). */
export function isAhead(timeMs: number, nowMs: number): boolean {
  return timeMs > nowMs + TOLERANCE_MS;
}

/**
 * Refuses a time (milliseconds since 1970, UTC; not a number is accepted) that has not come yet: rates from it mean nothing.
 * @param event - what happened then: `Pull request 7 left the queue`
 * @throws MergeQueueError `invalid_workload`
 */
export function requireNotAhead(timeMs: number, nowMs: number, event: string): void {
  if (!isAhead(timeMs, nowMs)) return;
  const [time, now] = [timeMs, nowMs].map((ms) => new Date(ms).toISOString());
  throw new MergeQueueError(
    "invalid_workload",
    `${event} at ${time}, which is ${formatDuration(timeMs - nowMs)} ahead of this machine's clock (${now}). Nothing is estimated from ` +
      "times that have not come. Correct the clock of this machine or of the service.",
  );
}
