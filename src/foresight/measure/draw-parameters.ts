import { KeyedDraws } from "../draws/keyed-draws";
import { computeBetaQuantile } from "../statistics/beta-distribution";
import { TAIL } from "../statistics/interval";
import type { QueueWorkload, WorkloadEstimate } from "../workload";

/** The 97.5th percentile of the standard normal distribution. */
const NORMAL_BOUND = 1.959963984540054;
/** Maximum number of observations to try. No history has so many. */
const MAX_SIZE = 1e9;

/**
 * Draws parameters from their intervals, so that forecasts include the uncertainty of the workload.
 * @returns a function that draws the workload of a replication, always the same for the same replication
 */
export function createParameterDraw(
  workload: QueueWorkload,
  seed: string,
): (replication: number) => QueueWorkload {
  const { arrivalsPerHour, testMinutes } = workload;
  const rates = RATES.flatMap(({ name, purpose }) => {
    const estimate = workload[name];
    return estimate === undefined ? [] : [{ name, purpose, draw: createShareDraw(estimate) }];
  });
  return (replication) => {
    // No other seed has a line break, so these draws are independent of the replication's own.
    const draws = new KeyedDraws(`parameters\n${seed}`, replication);
    const drawn = rates.map(({ name, purpose, draw }) => [name, draw(draws.drawUniform(purpose, 0))]);
    return {
      ...workload,
      ...(arrivalsPerHour && { arrivalsPerHour: drawArrivals(arrivalsPerHour, draws) }),
      ...(testMinutes && { testMinutes: { ...testMinutes, minutes: bootstrap(testMinutes.minutes, draws) } }),
      ...(Object.fromEntries(drawn) as Pick<QueueWorkload, (typeof RATES)[number]["name"]>),
    };
  };
}

const RATES = [
  { name: "failureRate", purpose: "broken" },
  { name: "flakeRate", purpose: "flake" },
  { name: "conflictRate", purpose: "conflict" },
] as const;

type ArrivalsEstimate = NonNullable<QueueWorkload["arrivalsPerHour"]>;

/** Multiplies a rate of arrivals, in every hour of the week. */
export function scaleArrivals(arrivals: ArrivalsEstimate, factor: number): ArrivalsEstimate {
  const { value, byHourOfWeek } = arrivals;
  return {
    ...arrivals,
    value: value * factor,
    ...(byHourOfWeek && {
      byHourOfWeek: byHourOfWeek.map((hour) => ({ ...hour, value: hour.value * factor })),
    }),
  };
}

function drawArrivals(arrivals: ArrivalsEstimate, draws: KeyedDraws): ArrivalsEstimate {
  const { value, low, high } = arrivals;
  // The logarithm of 0 is infinite, so the upper half of such an interval is used.
  const halfWidth = low > 0 ? Math.log(high / low) / 2 : Math.log(high / value);
  return scaleArrivals(arrivals, Math.exp((halfWidth / NORMAL_BOUND) * draws.drawNormal("arrival", 0)));
}

function bootstrap(minutes: readonly number[], draws: KeyedDraws): number[] {
  return minutes.map((minute, index) => {
    const chosen = Math.floor(draws.drawUniform("duration", index) * minutes.length);
    return minutes[chosen] ?? minute;
  });
}

function createShareDraw(estimate: WorkloadEstimate): (uniform: number) => WorkloadEstimate {
  if (estimate.high <= estimate.low) return () => estimate;
  const { a, b } = fitBeta(estimate.value, estimate.high - estimate.low);
  return (uniform) => ({ ...estimate, value: computeBetaQuantile(uniform, a, b) });
}

/** Finds Jeffreys' beta distribution for this value and for a 95 % interval of this width. */
function fitBeta(value: number, width: number): { readonly a: number; readonly b: number } {
  const toBeta = (size: number) => ({ a: value * size + 0.5, b: (1 - value) * size + 0.5 });
  let low = 0;
  let high = 1;
  const isTooWide = (size: number): boolean => {
    const { a, b } = toBeta(size);
    return computeBetaQuantile(1 - TAIL, a, b) - computeBetaQuantile(TAIL, a, b) > width;
  };
  while (high < MAX_SIZE && isTooWide(high)) [low, high] = [high, high * 2];
  // The width falls with the root of the size, so a relative error of a thousandth does not matter.
  while (high - low > 1e-3 * high) {
    const size = (low + high) / 2;
    if (isTooWide(size)) low = size;
    else high = size;
  }
  return toBeta(high);
}
