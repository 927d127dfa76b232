import { formatDuration } from "../text/format-duration";
import type { Arrivals, Load, TestMinutes } from "./load";

const MINUTE_MS = 60_000;

/** Describes what a load gives, in words of users: `8 pull requests per hour, tests of 10 min, 5 % broken changes`. */
export function describeLoad(load: Partial<Load>): string {
  const { arrivals, testMinutes, failureRate, flakeRate, targets, ciSlots, conflictRate } = load;
  const parts = [
    arrivals === undefined ? undefined : describeArrivals(arrivals),
    testMinutes === undefined ? undefined : describeTestMinutes(testMinutes),
    failureRate === undefined ? undefined : `${formatShare(failureRate)} broken changes`,
    flakeRate === undefined ? undefined : `${formatShare(flakeRate)} flaky tests`,
    targets === undefined || targets.length === 1 ? undefined : `${targets.length} targets`,
    ciSlots === undefined ? undefined : `${ciSlots} CI slots`,
    conflictRate === undefined
      ? undefined
      : `${formatShare(conflictRate)} conflicts for each pair of changes`,
  ];
  return parts.filter((part) => part !== undefined).join(", ");
}

function describeArrivals(arrivals: Arrivals): string {
  switch (arrivals.kind) {
    case "poisson":
      return `${formatNumber(arrivals.perHour)} pull requests per hour`;
    case "weekly": {
      const mean = arrivals.perHour.reduce((sum, rate) => sum + rate, 0) / arrivals.perHour.length;
      return `${formatNumber(mean)} pull requests per hour on average of a week`;
    }
    case "saturated":
      return "always a pull request waiting";
  }
}

function describeTestMinutes(testMinutes: TestMinutes): string {
  if (testMinutes.kind === "empirical") return `${testMinutes.minutes.length} observed test durations`;
  const mean = `tests of ${formatDuration(testMinutes.mean * MINUTE_MS)}`;
  switch (testMinutes.kind) {
    case "constant":
      return mean;
    case "exponential":
      return `${mean} on average (exponential)`;
    case "lognormal":
      return `${mean} on average (lognormal, coefficient of variation ${formatNumber(testMinutes.cv)})`;
  }
}

function formatShare(share: number): string {
  return share === 0 ? "no" : `${formatNumber(share * 100)} %`;
}

function formatNumber(value: number): string {
  return String(Number(value.toPrecision(3)));
}
