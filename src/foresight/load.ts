import { computeMean } from "./statistics/sample";

/** Times at which pull requests are submitted. */
export type Arrivals =
  /** A Poisson process with a constant rate above 0. */
  | { readonly kind: "poisson"; readonly perHour: number }
  /** A Poisson process with 168 hourly rates from Monday 0:00 UTC. Rates are 0 or more, but not all are 0. */
  | { readonly kind: "weekly"; readonly perHour: readonly number[] }
  /** Pull requests are always waiting to start. This shows the capacity, but no times to merge. */
  | { readonly kind: "saturated" };

/** Returns the mean number of arrivals per hour. */
export function toMeanPerHour(arrivals: Exclude<Arrivals, { kind: "saturated" }>): number {
  return arrivals.kind === "poisson" ? arrivals.perHour : computeMean(arrivals.perHour);
}

/** How long a test run takes after it gets a CI slot: a distribution of minutes, all above 0. */
export type TestMinutes =
  | { readonly kind: "constant" | "exponential"; readonly mean: number }
  /** `cv` is the coefficient of variation: standard deviation / mean, above 0. */
  | { readonly kind: "lognormal"; readonly mean: number; readonly cv: number }
  /** At least one observed duration, in any order. Each test run takes one of them at random. */
  | { readonly kind: "empirical"; readonly minutes: readonly number[] };

/** Returns the mean duration of a test run in minutes. */
export function toMeanMinutes(testMinutes: TestMinutes): number {
  return testMinutes.kind === "empirical" ? computeMean(testMinutes.minutes) : testMinutes.mean;
}

/** Pull requests and how their tests behave. Shares and probabilities are 0 to 1. */
export interface Load {
  readonly arrivals: Arrivals;
  readonly testMinutes: TestMinutes;
  /** Share of broken changes. Every test run that contains a broken change fails. */
  readonly failureRate: number;
  /** Probability that the test of one change fails in one attempt although the change is not broken. */
  readonly flakeRate: number;
  /** Shares of the targets (sum 1). Each change impacts one target. Only parallel mode uses targets. */
  readonly targets: readonly number[];
  /** Priorities (0 to 255, smaller ones first) and their shares (sum 1). Default: one priority for all. */
  readonly priorities?: readonly { readonly value: number; readonly share: number }[];
  /**
   * Probability that two changes with the same target conflict while both are in the queue. If they conflict,
   * each change passes alone, but both together fail. Default: 0.
   */
  readonly conflictRate?: number;
  /** Maximum test runs that CI executes at once. Other runs wait in order of arrival. Default: no limit. */
  readonly ciSlots?: number;
}
