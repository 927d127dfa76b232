import type { Forecast } from "./forecast";
import { type Arrivals, type Load, type TestMinutes, toMeanMinutes, toMeanPerHour } from "./load";

/** A new rate of arrivals, or a factor for the present rate. Both are above 0. */
export type GivenArrivals = { readonly perHour: number } | { readonly factor: number };

/** Values that the user gives for the load with the proposed settings. Undefined values stay the same. */
export interface GivenLoadChange {
  readonly testMinutes?: number | undefined;
  readonly failureRate?: number | undefined;
  readonly arrivals?: GivenArrivals | undefined;
}

/** How the load changes with the proposed settings. Its numbers are best estimates, without intervals. */
export type LoadChange = NonNullable<Forecast["loadChange"]>;

/** Finds the differences; undefined if there are none. For saturated arrivals, no rate may be given. */
export function findLoadChange(load: Load, given: GivenLoadChange = {}): LoadChange | undefined {
  const { arrivals = { factor: 1 } } = given;
  const perHour = load.arrivals.kind === "saturated" ? 0 : toMeanPerHour(load.arrivals);
  const sides = {
    testMinutes: { now: toMeanMinutes(load.testMinutes), then: given.testMinutes },
    failureRate: { now: load.failureRate, then: given.failureRate },
    arrivalsPerHour: {
      now: perHour,
      then: "factor" in arrivals ? perHour * arrivals.factor : arrivals.perHour,
    },
  };
  const differing = Object.entries(sides).filter(([, { now, then = now }]) => then !== now);
  return differing.length === 0 ? undefined : Object.fromEntries(differing);
}

/** Applies a change to a drawn load: scales test durations and arrivals, and replaces the failure rate. */
export function changeLoad(load: Load, { testMinutes, failureRate, arrivalsPerHour }: LoadChange): Load {
  return {
    ...load,
    testMinutes: multiplyDurations(load.testMinutes, toFactor(testMinutes)),
    failureRate: failureRate?.then ?? load.failureRate,
    arrivals: multiplyRates(load.arrivals, toFactor(arrivalsPerHour)),
  };
}

function toFactor({ now, then }: NonNullable<LoadChange["testMinutes"]> = { now: 1, then: 1 }): number {
  return then / now;
}

function multiplyDurations(testMinutes: TestMinutes, factor: number): TestMinutes {
  return testMinutes.kind === "empirical"
    ? { ...testMinutes, minutes: testMinutes.minutes.map((minutes) => minutes * factor) }
    : { ...testMinutes, mean: testMinutes.mean * factor };
}

function multiplyRates(arrivals: Arrivals, factor: number): Arrivals {
  if (arrivals.kind === "saturated") return arrivals;
  if (arrivals.kind === "poisson") return { ...arrivals, perHour: arrivals.perHour * factor };
  return { ...arrivals, perHour: arrivals.perHour.map((rate) => rate * factor) };
}
