import { computeMean } from "./statistics/moments";

/** When pull requests are submitted. */
export type Arrivals =
  /** A Poisson process with a constant rate above 0. */
  | { readonly kind: "poisson"; readonly perHour: number }
  /** Poisson process. Rates of the 168 hours of a week from Monday 0:00 UTC: none below 0, one above 0. */
  | { readonly kind: "weekly"; readonly perHour: readonly number[] }
  /** More pull requests always wait than can start. Measures capacity; the time to merge is meaningless. */
  | { readonly kind: "saturated" };

/** Returns the mean number of arrivals per hour. */
export function toMeanPerHour(arrivals: Exclude<Arrivals, { kind: "saturated" }>): number {
  if (arrivals.kind === "poisson") return arrivals.perHour;
  return computeMean(arrivals.perHour);
}

/** How long a test run takes on a free CI slot, whatever it contains. Durations are minutes above 0. */
export type TestMinutes =
  | { readonly kind: "constant" | "exponential"; readonly mean: number }
  /** `cv` is the coefficient of variation: standard deviation / mean, above 0. */
  | { readonly kind: "lognormal"; readonly mean: number; readonly cv: number }
  /** Observed durations in any order, at least one. Each is equally likely; nothing in between is drawn. */
  | { readonly kind: "empirical"; readonly minutes: readonly number[] };

/** Returns the mean duration of a test run in minutes. */
export function toMeanMinutes(testMinutes: TestMinutes): number {
  return testMinutes.kind === "empirical" ? computeMean(testMinutes.minutes) : testMinutes.mean;
}

/** What a queue works on: pull requests and their tests' behaviour. Shares and probabilities are 0 to 1. */
export interface Load {
  readonly arrivals: Arrivals;
  readonly testMinutes: TestMinutes;
  /** Share of broken changes. One fails its own tests and those of all that contains it, in every attempt. */
  readonly failureRate: number;
  /** Probability that one change's own test fails in one attempt although the change is not broken. */
  readonly flakeRate: number;
  /** Shares of the targets, sum 1; each change impacts one. Only parallel mode uses them. */
  readonly targets: readonly number[];
  /** Shares of priorities 0 to 255, sum 1; smaller values go first. Default: all changes have the same. */
  readonly priorities?: readonly { readonly value: number; readonly share: number }[];
  /**
   * Probability that two changes conflict that are in the queue at the same time and impact the same target:
   * each passes alone, both together fail. With `n` others in the queue a change conflicts with `1 - (1 -
   * conflictRate) ** n`. Default: 0.
   */
  readonly conflictRate?: number;
  /** How many test runs CI executes at once; others wait in order of their start. Default: no limit. */
  readonly ciSlots?: number;
}
