/** When pull requests are submitted. */
export type Arrivals =
  /** A Poisson process with a constant rate. */
  | {
      readonly kind: "poisson";
      /** Pull requests per hour, above 0. */
      readonly perHour: number;
    }
  /** A Poisson process whose rate depends on the hour of the week. */
  | {
      readonly kind: "weekly";
      /** Pull requests per hour, for each of the 168 hours of a week from Monday 0:00 UTC. None below 0, one above 0. */
      readonly perHour: readonly number[];
    }
  /** More pull requests are always waiting than can start. Measures capacity; there is no meaningful time to merge. */
  | { readonly kind: "saturated" };

/** How long a test run takes on a free CI slot, whatever it contains. Every duration is in minutes and above 0. */
export type TestMinutes =
  | { readonly kind: "constant"; readonly mean: number }
  | { readonly kind: "exponential"; readonly mean: number }
  | {
      readonly kind: "lognormal";
      readonly mean: number;
      /** Coefficient of variation: standard deviation / mean, above 0. */
      readonly cv: number;
    }
  | {
      readonly kind: "empirical";
      /** Observed durations in any order, at least one. Each is equally likely; nothing in between is drawn. */
      readonly minutes: readonly number[];
    };

/** A priority and how common it is. */
export interface PriorityShare {
  /** 0 to 255; smaller values go first. */
  readonly value: number;
  /** 0 to 1. */
  readonly share: number;
}

/** What a queue has to work on: pull requests and the behaviour of their tests. */
export interface Load {
  readonly arrivals: Arrivals;
  readonly testMinutes: TestMinutes;
  /**
   * Share of changes that are broken, 0 to 1. A broken change fails its own tests and those of everything that contains
   * it, in every attempt.
   */
  readonly failureRate: number;
  /**
   * Probability that the own test of one change fails in one attempt without the change being broken, 0 to 1. A batch of
   * `k` flakes with `1 - (1 - flakeRate) ** k`; what is beneath a run does not make it flake.
   */
  readonly flakeRate: number;
  /**
   * Shares of the targets: each change impacts one of them. At least one; each 0 to 1, the sum is 1. `[1]`: all changes
   * impact the same target. Only parallel mode uses targets.
   */
  readonly targets: readonly number[];
  /** Shares of the priorities; the sum is 1. Default: every change has the same priority. */
  readonly priorities?: readonly PriorityShare[];
  /**
   * Probability that two changes conflict of which one was submitted while the other was in the queue, 0 to 1, if they impact
   * the same target: each passes its tests alone, but not together with the other. With `n` others in the queue a change
   * conflicts with `1 - (1 - conflictRate) ** n`. Default: 0.
   */
  readonly conflictRate?: number;
  /** How many test runs CI executes at once; others wait in the order in which they started. Default: no limit. */
  readonly ciSlots?: number;
}
