import { type Arrivals, type Load, type TestMinutes, toMeanPerHour } from "../foresight/load";
import type { LoadBasis } from "../foresight/load-source";
import { formatDuration } from "../text/format-duration";
import { MINUTE_MS } from "../text/milliseconds";
import { count, formatDigits, formatPercent } from "./describe-counts";

/** Explains in sentences where the numbers of a load come from. */
export function describeSource({ learned, arrivalFactor, given, assumed }: LoadBasis): string {
  const changes = [
    ...(arrivalFactor === 1 ? [] : [`${arrivalFactor} times the arrivals`]),
    ...listGiven(given),
    ...assumed,
  ];
  return `${describeLearned(learned)}${changes.length === 0 ? "" : ` Assumed: ${changes.join(", ")}.`}`.trim();
}

function describeLearned(learned: LoadBasis["learned"]): string {
  const names = new Map<string, string[]>();
  for (const { name, conclusions, days } of learned) {
    const basis = `${conclusions} conclusions in ${count(days, "working day")}`;
    names.set(basis, [...(names.get(basis) ?? []), name]);
  }
  const [first] = names.keys();
  if (first === undefined) return "";
  if (names.size === 1) return `Based on ${first}.`;
  return `Based on ${[...names].map(([basis, shared]) => `${basis} (${shared.join(", ")})`).join(", ")}.`;
}

function listGiven(load: Partial<Load>): string[] {
  const { arrivals, testMinutes, failureRate, flakeRate, targets, ciSlots, conflictRate } = load;
  return [
    arrivals !== undefined && describeArrivals(arrivals),
    testMinutes !== undefined && describeTestMinutes(testMinutes),
    failureRate !== undefined && `${describeShare(failureRate)} broken changes`,
    flakeRate !== undefined && `${describeShare(flakeRate)} flaky tests`,
    targets !== undefined && `${targets.length} targets`,
    ciSlots !== undefined && `${ciSlots} CI slots`,
    conflictRate !== undefined && `${describeShare(conflictRate)} conflicting pairs of changes`,
  ].filter((part) => part !== false);
}

function describeArrivals(arrivals: Arrivals): string {
  if (arrivals.kind === "saturated") return "always a pull request waiting";
  const rate = `${formatDigits(toMeanPerHour(arrivals))} pull requests per hour`;
  return arrivals.kind === "weekly" ? `${rate} on average of a week` : rate;
}

function describeTestMinutes(testMinutes: TestMinutes): string {
  if (testMinutes.kind === "empirical") return `${testMinutes.minutes.length} observed test durations`;
  const mean = `tests of ${formatDuration(testMinutes.mean * MINUTE_MS)}`;
  if (testMinutes.kind === "constant") return mean;
  if (testMinutes.kind !== "lognormal") return `${mean} on average (exponential)`;
  return `${mean} on average (lognormal, coefficient of variation ${formatDigits(testMinutes.cv)})`;
}

function describeShare(share: number): string {
  return share === 0 ? "no" : formatPercent(share);
}
