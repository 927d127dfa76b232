import { KeyedDraws } from "../draws/keyed-draws";
import { computeBetaQuantile } from "../statistics/beta-distribution";
import type { QueueWorkload, WorkloadEstimate } from "../workload/workload-schema";

/** Both ends of a 95 % interval, as probabilities. */
const LOW = 0.025;
const HIGH = 0.975;

/** 97.5 % of a normal distribution are below its mean and this many standard deviations. */
const NORMAL_BOUND = 1.959963984540054;

/** More observations than any history has: the interval has no width. */
const MAX_SIZE = 1e9;

/**
 * Draws the parameters of a workload from what is known about them, so that intervals over replications include the error
 * of the estimates: rates of failures from the beta distribution of their interval, the rate of arrivals from the lognormal
 * distribution of its interval, and as many test durations as there are from those, with repetition.
 * @returns the workload with other values; the same for the same seed and replication
 */
export function drawParameters(workload: QueueWorkload, seed: string, replication: number): QueueWorkload {
  // Independent of the draws of the replication itself, whose seed has no line break.
  const draws = new KeyedDraws(`parameters\n${seed}`, replication);
  const { arrivalsPerHour, testMinutes, failureRate, flakeRate } = workload;
  return {
    ...workload,
    ...(arrivalsPerHour === undefined
      ? {}
      : { arrivalsPerHour: scaleArrivals(arrivalsPerHour, Math.exp(drawLogFactor(arrivalsPerHour, draws))) }),
    ...(testMinutes === undefined
      ? {}
      : { testMinutes: { ...testMinutes, minutes: bootstrap(testMinutes.minutes, draws) } }),
    ...(failureRate === undefined
      ? {}
      : { failureRate: drawShare(failureRate, draws.drawUniform("broken", 0)) }),
    ...(flakeRate === undefined ? {} : { flakeRate: drawShare(flakeRate, draws.drawUniform("flake", 0)) }),
  };
}

type ArrivalsEstimate = NonNullable<QueueWorkload["arrivalsPerHour"]>;

/** Multiplies a rate of arrivals, in every hour of the week. */
export function scaleArrivals(arrivals: ArrivalsEstimate, factor: number): ArrivalsEstimate {
  const scale = <Part extends { readonly value: number }>(part: Part): Part => ({
    ...part,
    value: part.value * factor,
  });
  const { byHourOfWeek } = arrivals;
  return {
    ...scale(arrivals),
    ...(byHourOfWeek === undefined ? {} : { byHourOfWeek: byHourOfWeek.map(scale) }),
  };
}

function drawLogFactor({ value, low, high }: ArrivalsEstimate, draws: KeyedDraws): number {
  // An interval that begins at 0 has no logarithm; its upper half says the same.
  const halfWidth = low > 0 ? Math.log(high / low) / 2 : Math.log(high / value);
  return (halfWidth / NORMAL_BOUND) * draws.drawNormal("arrival", 0);
}

/** Efron's bootstrap. */
function bootstrap(minutes: readonly number[], draws: KeyedDraws): number[] {
  return minutes.map((minute, index) => {
    const chosen = Math.floor(draws.drawUniform("duration", index) * minutes.length);
    return minutes[chosen] ?? minute;
  });
}

function drawShare(estimate: WorkloadEstimate, uniform: number): WorkloadEstimate {
  const { value, low, high } = estimate;
  if (high <= low) return estimate;
  const { a, b } = fitBeta(value, high - low);
  return { ...estimate, value: computeBetaQuantile(uniform, a, b) };
}

/**
 * Finds the beta distribution of Jeffreys' method whose 95 % interval has this width: that of a share of `value` among as
 * many observations as lead to such an interval.
 */
function fitBeta(value: number, width: number): { readonly a: number; readonly b: number } {
  const toBeta = (size: number): { a: number; b: number } => ({
    a: value * size + 0.5,
    b: (1 - value) * size + 0.5,
  });
  let low = 0;
  let high = MAX_SIZE;
  // The width falls like the root of the size; a relative error of a thousandth does not matter.
  while (high - low > 1e-3 * Math.max(low, 1)) {
    const size = low < 1 ? Math.min((low + high) / 2, Math.sqrt((low + 1e-3) * high)) : Math.sqrt(low * high);
    const { a, b } = toBeta(size);
    if (computeBetaQuantile(HIGH, a, b) - computeBetaQuantile(LOW, a, b) > width) low = size;
    else high = size;
  }
  return toBeta((low + high) / 2);
}
