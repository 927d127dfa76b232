import type { Estimate } from "../../measures";
import { estimateShare } from "../../statistics/interval";

/** One test of one or several changes, and its result. */
export interface Attempt {
  /** Names the tested changes. Two attempts with equal keys tested the same changes. */
  readonly key: string;
  readonly isPassed: boolean;
  /** Whether another run has shown that all changes of this run are good. Default: false. */
  readonly isKnownGood?: boolean;
  /** How many changes were tested together, 1 or more. */
  readonly changes: number;
  /** When the test ended: milliseconds since 1970 (UTC). */
  readonly atMs: number;
}

interface TimedEstimate {
  readonly estimate: Estimate;
  readonly timesMs: readonly number[];
}

export interface Outcomes {
  /** Share of broken changes. Each tested change or batch is one observation. */
  readonly failureRate: TimedEstimate;
  /** Probability that an attempt fails although its changes are good; absent without good changes. */
  readonly flakeRate?: TimedEstimate;
}

/** Only changes that have passed count as good: `failureRate` may be too high, `flakeRate` too low. */
export function estimateOutcomes(attempts: readonly Attempt[]): Outcomes {
  const good = new Set(attempts.filter((each) => each.isPassed || each.isKnownGood).map(({ key }) => key));
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

interface BatchResult {
  readonly changes: number;
  readonly isFailed: boolean;
}

/** Half the 95 % quantile of the chi-squared distribution with one degree of freedom. */
const LIKELIHOOD_DROP = 1.920729;
const STEPS = 200;

/** A batch fails if one change is broken. Uses Firth's correction and the 95 % likelihood-ratio interval. */
export function estimateFromBatches(results: readonly BatchResult[]): Estimate {
  const failed = results.filter(({ isFailed }) => isFailed).length;
  const batches = countAlike(results);
  const best = failed === results.length ? 1 : findRoot((share) => computeScore(batches, share));
  const least = computeLogLikelihood(batches, best) - LIKELIHOOD_DROP;
  const isInside = (share: number): boolean => computeLogLikelihood(batches, share) >= least;
  const value = findRoot((share) => computeScore(batches, share) - computeBias(batches, share));
  return {
    value,
    low: failed === 0 ? 0 : Math.min(value, findEdge(best, 0, isInside)),
    high: failed === results.length ? 1 : findEdge(best, 1, isInside),
  };
}

type Alike = BatchResult & { readonly count: number };

function countAlike(results: readonly BatchResult[]): Alike[] {
  const alike = new Map<string, Alike>();
  for (const { changes, isFailed } of results) {
    const key = `${changes} ${isFailed}`;
    alike.set(key, { changes, isFailed, count: (alike.get(key)?.count ?? 0) + 1 });
  }
  return [...alike.values()];
}

function computeLogLikelihood(batches: readonly Alike[], share: number): number {
  return batches.reduce((sum, { changes, isFailed, count }) => {
    const logGood = changes * Math.log1p(-share);
    return sum + count * (isFailed ? Math.log(-Math.expm1(logGood)) : logGood);
  }, 0);
}

function computeScore(batches: readonly Alike[], share: number): number {
  return batches.reduce((sum, { changes, isFailed, count }) => {
    const good = (1 - share) ** changes;
    const slope = changes / (1 - share);
    return sum + count * (isFailed ? (slope * good) / (1 - good) : -slope);
  }, 0);
}

/** First-order bias times information: −½ Σ m′m″/(m(1−m)) / Σ m′²/(m(1−m)), where m(p) = 1 − (1−p)^k. */
function computeBias(batches: readonly Alike[], share: number): number {
  let information = 0;
  let curvature = 0;
  for (const { changes, count } of batches) {
    const good = (1 - share) ** changes;
    const first = (changes * good) / (1 - share);
    const second = (-(changes - 1) * first) / (1 - share);
    const variance = good * (1 - good);
    information += (count * first ** 2) / variance;
    curvature += (count * first * second) / variance;
  }
  return curvature === 0 ? 0 : -curvature / (2 * information);
}

/** Finds where a falling function of a share becomes 0; 0 if the function is never above 0. */
function findRoot(compute: (share: number) => number): number {
  return findEdge(0, 1, (share) => compute(share) > 0);
}

/** Searches from `inside` to `end` for the last share for which `isInside` holds. */
function findEdge(inside: number, end: number, isInside: (share: number) => boolean): number {
  let [near, far] = [inside, end];
  for (let step = 0; step < STEPS; step++) {
    const middle = (near + far) / 2;
    if (isInside(middle)) near = middle;
    else far = middle;
  }
  return near;
}
