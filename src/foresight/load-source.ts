import { MergeQueueError } from "../queue/merge-queue-error";
import { type Backtest, findBacktest, type NoBacktest } from "./backtest/apply-backtest";
import type { Arrivals, Load } from "./load";
import { createParameterDraw, scaleArrivals } from "./measure/draw-parameters";
import type { QueueWorkload } from "./workload";
import { HOURS_OF_WEEK } from "./workload/workload-constants";

/** The load of a simulation, and its origin. */
export interface LoadSource {
  readonly load: Load;
  /** Returns the load of a replication, with parameters drawn from their intervals. */
  readonly drawLoad: (replication: number) => Load;
  readonly assumed: boolean;
  readonly basis: LoadBasis;
  /** The backtest of the workload, or the reason why there is none. */
  readonly history: Backtest | NoBacktest;
}

/** The origin of a load's numbers. */
export interface LoadBasis {
  /** Parameters learned from a history. `conclusions` counts the observations, `days` the working days. */
  readonly learned: readonly { readonly name: string; readonly conclusions: number; readonly days: number }[];
  /** Factor for the rate of arrivals in the workload. */
  readonly arrivalFactor: number;
  /** Parameters given by hand. Targets are omitted if there is only the default target. */
  readonly given: Partial<Load>;
  readonly assumed: readonly string[];
}

/** A workload, numbers given by hand, or both. */
export interface LoadInputs {
  /** Undefined if all numbers are given by hand. */
  readonly workload: QueueWorkload | undefined;
  /** Replaces values of the workload. Without a workload, arrivals and test durations are required. */
  readonly given: Partial<Load>;
  /** Factor for the rate of arrivals in the workload. Default: 1 */
  readonly arrivalFactor?: number | undefined;
  readonly seed: string;
}

/** Combines a workload and given numbers. @throws MergeQueueError `invalid_workload` if a value is missing */
export function createLoadSource({ workload, given, arrivalFactor = 1, seed }: LoadInputs): LoadSource {
  const history = findBacktest(workload);
  if (workload === undefined) {
    const { arrivals, testMinutes } = given;
    if (arrivals === undefined || testMinutes === undefined) {
      throw new TypeError("Without a workload, arrivals and test durations must be given.");
    }
    const load = { failureRate: 0, flakeRate: 0, targets: [1], ...given, arrivals, testMinutes };
    const basis = { learned: [], arrivalFactor, given: omitOneTarget(load), assumed: [] };
    return { load, drawLoad: () => load, assumed: true, basis, history };
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
  const basis = {
    learned: used.filter(({ source }) => source !== "assumed"),
    arrivalFactor,
    given: omitOneTarget(given),
    assumed: used.filter(({ source }) => source === "assumed").map(({ name }) => name),
  };
  return {
    load: toLoad(scale(workload), given),
    drawLoad: (replication) => toLoad(scale(drawParameters(replication)), given),
    assumed: arrivalFactor !== 1 || Object.keys(basis.given).length > 0 || basis.assumed.length > 0,
    basis,
    history,
  };
}

function omitOneTarget({ targets, ...given }: Partial<Load>): Partial<Load> {
  return targets === undefined || targets.length === 1 ? given : { ...given, targets };
}

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

const NEEDED = {
  arrivals: "arrivals (arrivalsPerHour)",
  testMinutes: "test durations (testMinutes)",
  failureRate: "a failure rate (failureRate)",
} as const satisfies Partial<Record<keyof Load, string>>;

const VALUES = ["failureRate", "flakeRate", "ciSlots", "conflictRate"] as const;

/** Converts a workload to a load. @throws MergeQueueError `invalid_workload` if values are missing */
export function toLoad(workload: QueueWorkload, given: Partial<Load> = {}): Load {
  const { arrivalsPerHour, testMinutes: tests, targets, priorities } = workload;
  const values = VALUES.flatMap((name) => (workload[name] ? [[name, workload[name].value]] : []));
  const load: Partial<Load> = {
    ...(Object.fromEntries(values) as Pick<Load, (typeof VALUES)[number]>),
    ...(arrivalsPerHour && { arrivals: toArrivals(arrivalsPerHour) }),
    ...(tests && { testMinutes: { kind: "empirical", minutes: tests.minutes } }),
    ...(targets && { targets: normalize(targets.shares) }),
    ...(priorities && { priorities: toPriorities(priorities.shares) }),
    ...given,
  };
  const { arrivals, testMinutes, failureRate } = load;
  if (arrivals === undefined || testMinutes === undefined || failureRate === undefined) {
    throw createMissing(workload, load);
  }
  return { flakeRate: 0, targets: [1], ...load, arrivals, testMinutes, failureRate };
}

function toArrivals({ value, byHourOfWeek }: NonNullable<QueueWorkload["arrivalsPerHour"]>): Arrivals {
  if (byHourOfWeek === undefined) return { kind: "poisson", perHour: value };
  const perHour = Array.from({ length: HOURS_OF_WEEK }, () => value);
  for (const hour of byHourOfWeek) perHour[hour.hourOfWeek] = hour.value;
  return { kind: "weekly", perHour };
}

function toPriorities(
  shares: NonNullable<QueueWorkload["priorities"]>["shares"],
): NonNullable<Load["priorities"]> {
  const normal = normalize(shares);
  return shares.map(({ priority }, index) => ({ value: priority, share: normal[index] ?? 0 }));
}

/** Scales shares so that their sum is exactly 1. In a file, shares are rounded. */
function normalize(shares: readonly { readonly value: number }[]): number[] {
  const sum = shares.reduce((total, { value }) => total + value, 0);
  return shares.map(({ value }) => value / sum);
}

function createMissing({ queue }: QueueWorkload, load: Partial<Load>): MergeQueueError {
  const missing = (Object.keys(NEEDED) as (keyof typeof NEEDED)[]).filter((name) => load[name] === undefined);
  return new MergeQueueError(
    "invalid_workload",
    `The workload of queue ${queue} has no ${missing.map((name) => NEEDED[name]).join(", no ")}. Add the missing numbers to ` +
      "the file (mergequeue workload import, record and from-git have the option --add-to), or give the numbers as options.",
    { findings: missing.map((name) => ({ path: [name], message: "Is missing." })) },
  );
}
