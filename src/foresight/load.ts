import { computeMean } from "./statistics/sample";

/** Times at which pull requests are submitted. */
export type Arrivals =
  /** A Poisson process with a constant rate above 0. */
  | { readonly kind: "poisson"; readonly perHour: number }
  /** Poisson process. 168 hourly rates from Monday 0:00 UTC. No rate is below 0; not all are 0. */
  | { readonly kind: "weekly"; readonly perHour: readonly number[] }
  /** More pull requests always wait than can start. Such arrivals show the capacity, but no time to merge. */
  | { readonly kind: "saturated" };

/** Returns the mean number of arrivals per hour. */
export function toMeanPerHour(arrivals: Exclude<Arrivals, { kind: "saturated" }>): number {
  return arrivals.kind === "poisson" ? arrivals.perHour : computeMean(arrivals.perHour);
}

/** Distribution of the minutes, above 0, that any test run takes on a free CI slot. */
export type TestMinutes =
  | { readonly kind: "constant" | "exponential"; readonly mean: number }
  /** `cv` is the coefficient of variation: standard deviation / mean, above 0. */
  | { readonly kind: "lognormal"; readonly mean: number; readonly cv: number }
  /** Observed durations, at least one, in any order. A run takes one of them, each equally likely. */
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
  /** Shares of the targets, sum 1; each change impacts one target. Only parallel mode uses them. */
  readonly targets: readonly number[];
  /** Shares of priorities 0 to 255, sum 1; smaller values go first. Default: one priority for all changes. */
  readonly priorities?: readonly { readonly value: number; readonly share: number }[];
  /**
   * Probability that two changes with the same target conflict while both are in the queue: each change
   * passes alone, both together fail. Default: 0.
   */
  readonly conflictRate?: number;
  /** Maximum test runs that CI executes at once. Other runs wait in order of arrival. Default: no limit. */
  readonly ciSlots?: number;
}
