import { MergeQueueError } from "../queue/merge-queue-error";
import { formatDuration } from "../text/format-duration";
import { HOUR_MS } from "../text/milliseconds";

/** A pull request that left the queue. */
export interface ConcludedPullRequest {
  readonly number: number;
  /** The pull request's commit; undefined if unknown. */
  readonly sha: string | undefined;
  readonly conclusion: "merged" | "failed" | "cancelled";
  /** When the pull request left the queue: milliseconds since 1970 (UTC). */
  readonly atMs: number;
  /** The pull request's priority, 0 to 255; undefined if unknown. */
  readonly priority: number | undefined;
  /** When the pull request first became ready: milliseconds since 1970 (UTC). Absent: unknown. */
  readonly arrivedMs?: number | undefined;
}

/** A CI run that ended. */
export interface CiRun {
  /** When the CI run was requested: milliseconds since 1970 (UTC). */
  readonly queuedMs: number;
  readonly startedMs: number;
  /** At least `startedMs`. */
  readonly finishedMs: number;
  /** `cut` if the run was cancelled or timed out, so that its own result is unknown. */
  readonly conclusion: "passed" | "failed" | "cut";
  /** The commit that the run tested; undefined if unknown. */
  readonly sha: string | undefined;
  /** How many changes the run tested, 1 or more; undefined if unknown. */
  readonly changes: number | undefined;
}

/** A period in which all events were observed. Times are in milliseconds since 1970 (UTC). */
export interface Window {
  readonly fromMs: number;
  readonly toMs: number;
}

/** The observed duration of a test. */
export interface ObservedTest {
  /** When the test ended: milliseconds since 1970 (UTC). */
  readonly atMs: number;
  /** The time from the test's start to its end, above 0. */
  readonly minutes: number;
  /** Whether the test was cut short (cancelled, timed out or restarted) and would have taken longer. */
  readonly isCensored: boolean;
}

/** A test run that ended. It combines all testing results that the service lists for this run. */
export interface ListedRun extends ObservedTest {
  /** `cut`: interrupted, cancelled or unknown. Such a run does not show whether its changes are good. */
  readonly outcome: "passed" | "failed" | "cut";
  /** The pull requests under test, at least one. Pull requests ahead of them are not included. */
  readonly pullRequests: readonly {
    readonly number: number;
    /** How the pull request left the queue after the run. Undefined if it is still queued, or if unknown. */
    readonly conclusion: ConcludedPullRequest["conclusion"] | undefined;
  }[];
}

/** A service's lists about a queue. */
export interface History {
  readonly conclusions: readonly ConcludedPullRequest[];
  /** Arrival times of queued and former pull requests: milliseconds since 1970 (UTC). Absent: unknown. */
  readonly arrivalsMs?: readonly number[] | undefined;
  /** Test runs that ended; absent if the service does not list test runs. */
  readonly runs?: readonly ListedRun[] | undefined;
}

/** A run that timed out may be listed as shorter than the timeout, by up to this share of the timeout. */
const TIMEOUT_TOLERANCE = 0.01;

/** Tells whether a failed test may be a timeout of the queue. @param timeoutMinutes - 0 if there is none */
export function mayBeTimeout(minutes: number, timeoutMinutes: number): boolean {
  return timeoutMinutes > 0 && minutes >= timeoutMinutes * (1 - TIMEOUT_TOLERANCE);
}

/** The clocks of two machines may differ by this much. */
const TOLERANCE_MS = HOUR_MS;

/**
 * Refuses future times, because they would falsify rates. Accepts NaN. Times: milliseconds since 1970 (UTC).
 * @param event - what happened at that time: `Pull request 7 left the queue`
 * @throws MergeQueueError `invalid_workload`
 */
export function requireNotAhead(timeMs: number, nowMs: number, event: string): void {
  if (!(timeMs > nowMs + TOLERANCE_MS)) return;
  const [time, now] = [timeMs, nowMs].map((ms) => new Date(ms).toISOString());
  throw new MergeQueueError(
    "invalid_workload",
    `${event} at ${time}, which is ${formatDuration(timeMs - nowMs)} ahead of this machine's clock (${now}). Nothing is estimated from ` +
      "future times. Correct the clock of this machine or of the service.",
  );
}
