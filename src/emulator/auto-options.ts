import { MergeQueueError } from "../queue/merge-queue-error";

/** How the service reports checks by itself, and impacted targets if a pull request needs them. */
export interface AutoOptions {
  /** Duration of a test run in seconds: one number, or the minimum and maximum. Default: 10 to 30. */
  readonly durationSeconds?: number | readonly [min: number, max: number];
  /** Share of broken commits, from 0 to 1. A test run that contains one always fails. Default: 0.1. */
  readonly failureRate?: number;
  /** Seed of durations and failures: the same seed gives the same results. Default: `3`. */
  readonly seed?: number | string;
}

/** {@link AutoOptions} with the defaults filled in. `durationMs`: the shortest and the longest duration. */
export interface ResolvedAutoOptions {
  readonly durationMs: readonly [min: number, max: number];
  readonly failureRate: number;
  readonly seed: string;
}

const MAX_DURATION_SECONDS = 31_536_000;

/** With this seed, pull requests 1 to 11 of github.com/acme/web, which the docs use, all merge. */
const DEFAULT_SEED = 3;

/** Fills in the defaults. @throws MergeQueueError `invalid_configuration` if a value is out of range */
export function resolveAutoOptions({
  durationSeconds = [10, 30],
  failureRate = 0.1,
  seed = DEFAULT_SEED,
}: AutoOptions): ResolvedAutoOptions {
  const [min, max] =
    typeof durationSeconds === "number" ? [durationSeconds, durationSeconds] : durationSeconds;
  // Negated so that NaN is refused, too.
  if (!(min >= 0 && min <= max && max <= MAX_DURATION_SECONDS)) {
    const message = `The durations are ${min} and ${max}, but must be from 0 to ${MAX_DURATION_SECONDS} seconds, the shorter one first.`;
    throw refuseOption("durationSeconds", message);
  }
  if (!(failureRate >= 0 && failureRate <= 1)) {
    throw refuseOption("failureRate", `A failure rate is a number from 0 to 1, not ${failureRate}.`);
  }
  return { durationMs: [Math.round(min * 1000), Math.round(max * 1000)], failureRate, seed: String(seed) };
}

function refuseOption(field: string, message: string): MergeQueueError {
  return new MergeQueueError("invalid_configuration", `${message} Set another value.`, { field });
}
