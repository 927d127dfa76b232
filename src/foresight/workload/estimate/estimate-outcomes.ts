import type { Estimate } from "../../statistics/interval";
import { type BatchResult, estimateFromBatches } from "./estimate-from-batches";
import { estimateShare } from "./estimate-share";

/** One test of something, and how it ended. */
export interface Attempt {
  /** What was tested: the same in all attempts. */
  readonly key: string;
  readonly isPassed: boolean;
  /** How many changes were tested together, 1 or more. */
  readonly changes: number;
  /** When it ended: milliseconds since 1970 (UTC). */
  readonly atMs: number;
}

/** An estimate, and the times of the observations that it is based on. */
interface TimedEstimate {
  readonly estimate: Estimate;
  /** At least one. Milliseconds since 1970 (UTC). */
  readonly timesMs: readonly number[];
}

/** How common failures are. */
export interface Outcomes {
  /** Share of broken changes; each tested change is an observation. */
  readonly failureRate: TimedEstimate;
  /** Probability that an attempt fails although nothing is broken; absent if everything is broken. */
  readonly flakeRate?: TimedEstimate;
}

/**
 * Tells broken changes from flaky tests: what passed once is not broken, so its failures were flakes. What failed and never
 * passed counts as broken. The failure rate is therefore an upper bound and the flake rate a lower one.
 * @param attempts - at least one
 */
export function estimateOutcomes(attempts: readonly Attempt[]): Outcomes {
  const good = new Set(attempts.filter(({ isPassed }) => isPassed).map(({ key }) => key));
  const last = new Map(attempts.map((attempt) => [attempt.key, attempt]));
  const goodAttempts = attempts.filter(({ key }) => good.has(key));
  return {
    failureRate: estimate([...last.values()].map((each) => ({ ...each, isFailed: !good.has(each.key) }))),
    ...(goodAttempts.length > 0 && {
      flakeRate: estimate(goodAttempts.map((each) => ({ ...each, isFailed: !each.isPassed }))),
    }),
  };
}

function estimate(results: readonly (BatchResult & { readonly atMs: number })[]): TimedEstimate {
  const failed = results.filter(({ isFailed }) => isFailed).length;
  return {
    estimate: results.some(({ changes }) => changes > 1)
      ? estimateFromBatches(results)
      : estimateShare(failed, results.length),
    timesMs: results.map(({ atMs }) => atMs),
  };
}
