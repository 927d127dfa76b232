import { formatDuration } from "../text/format-duration";
import { toMeanPerHour } from "./draws/draw-arrivals";
import type { Arrivals, Load, TestMinutes } from "./load";
import { createParameterDraw, scaleArrivals } from "./measure/draw-parameters";
import { type Backtest, findBacktest, type NoBacktest } from "./workload/find-backtest";
import { formatWorkingDays } from "./workload/history/working-days";
import { toLoad } from "./workload/to-load";
import type { QueueWorkload } from "./workload/workload-schema";

/** Where the load of a simulation comes from. */
export interface LoadSource {
  /** The load with the best value of each parameter. */
  readonly load: Load;
  /** Returns the load of a replication, with parameters drawn from what is known about them. */
  readonly drawLoad: (replication: number) => Load;
  /** Whether a number was given by hand. */
  readonly assumed: boolean;
  /** Where the numbers come from, as sentences. */
  readonly source: string;
  /** How good a forecast of the workload's own past would have been, or why that is unknown. */
  readonly history: Backtest | NoBacktest;
}

/** What is known about a load. */
export interface LoadInputs {
  /** What was learned from a history. Undefined: nothing. */
  readonly workload: QueueWorkload | undefined;
  /** Replaces what the workload says. Without a workload, it must give every parameter that has no default. */
  readonly given: Partial<Load>;
  /** Factor for the number of pull requests in the workload. Default: 1 */
  readonly arrivalFactor?: number | undefined;
  readonly seed: string;
}

/**
 * Joins a workload and numbers that were given by hand.
 * @throws MergeQueueError `invalid_workload` that names everything that neither has
 */
export function createLoadSource({ workload, given, arrivalFactor = 1, seed }: LoadInputs): LoadSource {
  const history = findBacktest(workload);
  if (workload === undefined) {
    const { arrivals, testMinutes } = given;
    if (arrivals === undefined || testMinutes === undefined) {
      throw new TypeError("A load without a workload needs arrivals and test durations.");
    }
    const load = { failureRate: 0, flakeRate: 0, targets: [1], ...given, arrivals, testMinutes };
    return { load, drawLoad: () => load, assumed: true, source: `Assumed: ${describeLoad(load)}.`, history };
  }
  const scale = (queue: QueueWorkload): QueueWorkload => ({
    ...queue,
    ...(queue.arrivalsPerHour && { arrivalsPerHour: scaleArrivals(queue.arrivalsPerHour, arrivalFactor) }),
  });
  const drawParameters = createParameterDraw(workload, seed);
  const used = PARAMETERS.flatMap(({ key, replacedBy, name }) => {
    const estimate = workload[key];
    return estimate === undefined || given[replacedBy] !== undefined ? [] : [{ ...estimate, name }];
  });
  const changes = [
    ...(arrivalFactor === 1 ? [] : [`${arrivalFactor} times the arrivals`]),
    describeLoad(given),
    ...used.filter(({ source }) => source === "assumed").map(({ name }) => name),
  ].filter((change) => change !== "");
  const assumed = changes.length === 0 ? "" : ` Assumed: ${changes.join(", ")}.`;
  const learned = used.filter(({ source }) => source !== "assumed");
  return {
    load: toLoad(scale(workload), given),
    drawLoad: (replication) => toLoad(scale(drawParameters(replication)), given),
    assumed: assumed !== "",
    source: `${describeLearned(learned)}${assumed}`.trim(),
    history,
  };
}

/** The parameters of a workload, and what of a given load replaces them. */
const PARAMETERS = [
  { key: "arrivalsPerHour", replacedBy: "arrivals", name: "arrivals" },
  { key: "testMinutes", replacedBy: "testMinutes", name: "test durations" },
  { key: "failureRate", replacedBy: "failureRate", name: "failure rate" },
  { key: "flakeRate", replacedBy: "flakeRate", name: "flake rate" },
  { key: "targets", replacedBy: "targets", name: "targets" },
  { key: "priorities", replacedBy: "priorities", name: "priorities" },
  { key: "ciSlots", replacedBy: "ciSlots", name: "CI slots" },
  { key: "conflictRate", replacedBy: "conflictRate", name: "conflict rate" },
] as const;

/** Writes what the learned parameters are based on, those with the same basis together. */
function describeLearned(
  learned: readonly { readonly name: string; readonly conclusions: number; readonly days: number }[],
): string {
  const names = new Map<string, string[]>();
  for (const { name, conclusions, days } of learned) {
    const basis = `${conclusions} conclusions in ${formatWorkingDays(days)}`;
    names.set(basis, [...(names.get(basis) ?? []), name]);
  }
  const [first] = names.keys();
  if (first === undefined) return "";
  if (names.size === 1) return `Based on ${first}.`;
  return `Based on ${[...names].map(([basis, shared]) => `${basis} (${shared.join(", ")})`).join(", ")}.`;
}

const MINUTE_MS = 60_000;

/** Describes what a load gives, in words of users: `8 pull requests per hour, tests of 10 min, 5 % broken changes`. */
function describeLoad(load: Partial<Load>): string {
  const { arrivals, testMinutes, failureRate, flakeRate, targets, ciSlots, conflictRate } = load;
  return [
    arrivals !== undefined && describeArrivals(arrivals),
    testMinutes !== undefined && describeTestMinutes(testMinutes),
    failureRate !== undefined && `${formatShare(failureRate)} broken changes`,
    flakeRate !== undefined && `${formatShare(flakeRate)} flaky tests`,
    targets !== undefined && targets.length !== 1 && `${targets.length} targets`,
    ciSlots !== undefined && `${ciSlots} CI slots`,
    conflictRate !== undefined && `${formatShare(conflictRate)} conflicts for each pair of changes`,
  ]
    .filter((part) => part !== false)
    .join(", ");
}

function describeArrivals(arrivals: Arrivals): string {
  if (arrivals.kind === "saturated") return "always a pull request waiting";
  const rate = `${formatNumber(toMeanPerHour(arrivals))} pull requests per hour`;
  return arrivals.kind === "weekly" ? `${rate} on average of a week` : rate;
}

function describeTestMinutes(testMinutes: TestMinutes): string {
  if (testMinutes.kind === "empirical") return `${testMinutes.minutes.length} observed test durations`;
  const mean = `tests of ${formatDuration(testMinutes.mean * MINUTE_MS)}`;
  if (testMinutes.kind === "constant") return mean;
  if (testMinutes.kind !== "lognormal") return `${mean} on average (exponential)`;
  return `${mean} on average (lognormal, coefficient of variation ${formatNumber(testMinutes.cv)})`;
}

function formatShare(share: number): string {
  return share === 0 ? "no" : `${formatNumber(share * 100)} %`;
}

function formatNumber(value: number): string {
  return String(Number(value.toPrecision(3)));
}
