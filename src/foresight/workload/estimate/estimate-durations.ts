import type { ObservedTest } from "../../history";
import type { Estimate } from "../../measures";

type ObservedRun = Omit<ObservedTest, "atMs">;

export interface DurationEstimate extends Estimate {
  /** Evenly spaced quantiles of the durations, in ascending order. Each quantile is equally likely. */
  readonly minutes: readonly number[];
}

interface Step {
  readonly minutes: number;
  readonly survival: number;
  readonly ended: number;
  /** Number of runs that took at least `minutes`. */
  readonly atRisk: number;
}

/** Half the width of a 95 % interval of the normal distribution, in standard deviations. */
const NORMAL_BOUND = 1.959964;

/** Estimates by Kaplan-Meier and Greenwood. The longest run counts as ended. One run must be uncensored. */
export function estimateDurations(runs: readonly ObservedRun[], maxQuantiles: number): DurationEstimate {
  const steps = computeSurvival(runs);
  const count = Math.min(maxQuantiles, runs.length);
  const minutes = Array.from({ length: count }, (_, index) => findQuantile(steps, (index + 0.5) / count));
  return { ...estimateMeanOf(steps), minutes };
}

/** Computes the survival curve, which falls to 0 at its last step. */
function computeSurvival(runs: readonly ObservedRun[]): Step[] {
  const sorted = runs.toSorted((a, b) => a.minutes - b.minutes);
  const longest = sorted.at(-1)?.minutes;
  const steps: Step[] = [];
  let survival = 1;
  for (let at = 0; at < sorted.length; ) {
    const minutes = sorted[at]?.minutes ?? 0;
    const atRisk = sorted.length - at;
    let ended = 0;
    for (; sorted[at]?.minutes === minutes; at++) ended += sorted[at]?.isCensored === true ? 0 : 1;
    if (minutes === longest) ended = atRisk;
    survival *= 1 - ended / atRisk;
    if (ended > 0) steps.push({ minutes, survival, ended, atRisk });
  }
  return steps;
}

function findQuantile(steps: readonly Step[], share: number): number {
  // Rounding errors of the product must not move a quantile to the next step.
  return steps.find(({ survival }) => 1 - survival >= share - 1e-9)?.minutes ?? Number.NaN;
}

function estimateMeanOf(steps: readonly Step[]): Estimate {
  let areaAfter = 0;
  let variance = 0;
  for (let index = steps.length - 1; index > 0; index--) {
    const { minutes } = steps[index] as Step;
    const before = steps[index - 1] as Step;
    areaAfter += before.survival * (minutes - before.minutes);
    const { ended, atRisk } = before;
    variance += (areaAfter ** 2 * ended) / (atRisk * (atRisk - ended));
  }
  const value = (steps[0]?.minutes ?? 0) + areaAfter;
  const halfWidth = NORMAL_BOUND * Math.sqrt(variance);
  // A duration is above 0, so the interval is computed for the logarithm.
  const factor = Math.exp(halfWidth / value);
  return { value, low: value / factor, high: value * factor };
}
