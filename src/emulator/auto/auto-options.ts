import { MergeQueueError } from "../../queue/merge-queue-error";

/** How CI reports by itself: the impacted targets of pull requests that need them, and the checks of test runs. */
export interface AutoOptions {
  /** How long a test run takes, in seconds: always the same, or between two. Default: 10 to 30. */
  readonly durationSeconds?: number | readonly [min: number, max: number];
  /**
   * Share of the commits that fail their tests, 0 to 1. Such a commit fails always, alone and in a batch, until the
   * pull request gets another one. Default: 0.1.
   */
  readonly failureRate?: number;
  /** What durations and failures are derived from: the same seed plays the same game. Default: `3`. */
  readonly seed?: number | string;
}

/** {@link AutoOptions} with everything in it. */
export interface ResolvedAutoOptions {
  /** Shortest and longest test run in milliseconds. */
  readonly durationMs: readonly [min: number, max: number];
  /** 0 to 1. */
  readonly failureRate: number;
  readonly seed: string;
}

/** Longest test run in seconds: a year. */
const MAX_DURATION_SECONDS = 31_536_000;

/** Spares github.com/acme/web the first failures: who follows the documents sees its pull requests 1 to 11 merge. */
const DEFAULT_SEED = 3;

/**
 * Fills in what the caller leaves out.
 * @throws MergeQueueError `invalid_configuration` naming what is out of range
 */
export function resolveAutoOptions({
  durationSeconds = [10, 30],
  failureRate = 0.1,
  seed = DEFAULT_SEED,
}: AutoOptions): ResolvedAutoOptions {
  const [min, max] =
    typeof durationSeconds === "number" ? [durationSeconds, durationSeconds] : durationSeconds;
  // Written so that NaN is refused as well.
  if (!(min >= 0 && min <= max && max <= MAX_DURATION_SECONDS)) {
    throw refuseOption(
      "durationSeconds",
      `Test runs take from 0 to ${MAX_DURATION_SECONDS} seconds, the shorter time first, not ${min} to ${max}.`,
    );
  }
  if (!(failureRate >= 0 && failureRate <= 1)) {
    throw refuseOption("failureRate", `A failure rate is a number from 0 to 1, not ${failureRate}.`);
  }
  return { durationMs: [Math.round(min * 1000), Math.round(max * 1000)], failureRate, seed: String(seed) };
}

function refuseOption(field: string, message: string): MergeQueueError {
  return new MergeQueueError("invalid_configuration", `${message} Set another value.`, { field });
}
