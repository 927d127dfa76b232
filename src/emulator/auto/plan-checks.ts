import { hash } from "node:crypto";
import type { Check, EngineTest, HostPullRequest } from "../../engine/engine-state";
import { MergeQueueError } from "../../queue/merge-queue-error";

/** Options for automatic reports: impacted targets of pull requests that need them, and checks of test runs. */
export interface AutoOptions {
  /** Duration of a test run in seconds, fixed or a range. Default: 10 to 30. */
  readonly durationSeconds?: number | readonly [min: number, max: number];
  /**
   * Fraction of the commits that fail their tests, 0 to 1. Such a commit fails in every run, alone or in a batch.
   * Default: 0.1.
   */
  readonly failureRate?: number;
  /** Seed of durations and failures: the same seed produces the same ones. Default: `3`. */
  readonly seed?: number | string;
}

/** {@link AutoOptions} with defaults; `durationMs`: shortest and longest test run. */
export interface ResolvedAutoOptions {
  readonly durationMs: readonly [min: number, max: number];
  readonly failureRate: number;
  readonly seed: string;
}

/** Longest test run in seconds: a year. */
const MAX_DURATION_SECONDS = 31_536_000;

/** With this seed, pull requests 1 to 11 of github.com/acme/web, the repository of the documents, merge. */
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

/** How a check of a test run concludes, and when, in milliseconds since 1970 (UTC). */
export type PlannedCheck = Pick<Check, "name" | "conclusion"> & { readonly atMs: number };

/** The only check of a run without required statuses. */
const ONLY_CHECK = "ci";

/**
 * Plans the checks of a run: the required statuses conclude one after the other, evenly spread over its duration. A
 * failing commit fails each of its runs in the same status. The same arguments always lead to the same plan.
 * @param commits - identifiers of the tested commits, in merge order
 */
export function planChecks(
  run: Pick<EngineTest, "id" | "createdAtMs" | "requiredStatuses">,
  commits: readonly string[],
  { durationMs: [minMs, maxMs], failureRate, seed }: ResolvedAutoOptions,
): PlannedCheck[] {
  const names = run.requiredStatuses.length === 0 ? [ONLY_CHECK] : run.requiredStatuses;
  const totalMs = minMs + (maxMs - minMs) * toFraction(seed, "duration", run.id);
  const culprit = commits.find((commit) => isBrokenCommit(commit, { failureRate, seed }));
  const failing = culprit === undefined ? -1 : Math.floor(toFraction(seed, "status", culprit) * names.length);
  return names.map((name, index) => ({
    name,
    atMs: run.createdAtMs + Math.round((totalMs * (index + 1)) / names.length),
    conclusion: index === failing ? "failure" : "success",
  }));
}

/** Identifies what a pull request contains. */
export function toCommit({ number, sha }: Pick<HostPullRequest, "number" | "sha">): string {
  return `${number} ${sha}`;
}

/** Tells whether a commit fails all its runs. */
export function isBrokenCommit(
  commit: string,
  { seed, failureRate }: Pick<ResolvedAutoOptions, "seed" | "failureRate">,
): boolean {
  return toFraction(seed, "fails", commit) < failureRate;
}

/** Hashes strings to a number from 0 to less than 1, evenly distributed. */
export function toFraction(...texts: readonly string[]): number {
  return hash("sha256", JSON.stringify(texts), "buffer").readUIntBE(0, 6) / 2 ** 48;
}
