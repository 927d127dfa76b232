import type { ConcludedPullRequest, ObservedTest, Window } from "../../history";
import { estimateShare } from "../../statistics/interval";
import type { QueueWorkload, WorkloadEstimate, WorkloadSource } from "../../workload";
import { countWorkingDays, describeShortfall } from "../history/working-days";
import { estimateArrivals } from "./estimate-arrivals";
import { estimateDurations } from "./estimate-durations";
import { type Attempt, estimateOutcomes } from "./estimate-outcomes";

/** Parameters of a workload, and sentences about missing parameters. */
export interface Parameters {
  readonly known: Omit<QueueWorkload, "queue">;
  readonly notes: readonly string[];
}

const KEPT_DURATIONS = 500;
const MAX_PRIORITY = 255;

export function toArrivals(
  source: WorkloadSource,
  timesMs: readonly number[],
  windows: readonly Window[],
): Parameters {
  return unlessTooFew("Arrivals", timesMs, "arrivals", () => ({
    arrivalsPerHour: { ...estimateArrivals(timesMs, windows), ...toBasis(source, timesMs) },
  }));
}

export function toTestMinutes(source: WorkloadSource, runs: readonly ObservedTest[]): Parameters {
  const ended = runs.filter(({ isCensored }) => !isCensored).map(({ atMs }) => atMs);
  return unlessTooFew("Test durations", ended, "test runs that were neither cancelled nor timed out", () => {
    const { minutes, ...mean } = estimateDurations(runs, KEPT_DURATIONS);
    const censored = runs.length - ended.length;
    return { testMinutes: { ...mean, ...toBasis(source, ended), censored, minutes: [...minutes] } };
  });
}

/** Estimates failure rate and flake rate. @param attempts - at least one attempt */
export function toRates(source: WorkloadSource, attempts: readonly Attempt[]): Parameters {
  const { failureRate, flakeRate } = estimateOutcomes(attempts);
  const toRate = ({ estimate, timesMs }: typeof failureRate): WorkloadEstimate => ({
    ...estimate,
    ...toBasis(source, timesMs),
  });
  const known = { failureRate: toRate(failureRate), ...(flakeRate && { flakeRate: toRate(flakeRate) }) };
  return { known, notes: [] };
}

/** Estimates how common priorities are. Omits them if all are equal, because they then have no effect. */
export function toPriorities(source: WorkloadSource, concluded: readonly ConcludedPullRequest[]): Parameters {
  const counts = new Map<number, number>();
  const timesMs: number[] = [];
  for (const { priority, atMs } of concluded) {
    if (priority === undefined || !Number.isInteger(priority) || priority < 0 || priority > MAX_PRIORITY)
      continue;
    counts.set(priority, (counts.get(priority) ?? 0) + 1);
    timesMs.push(atMs);
  }
  if (counts.size < 2) return { known: {}, notes: [] };
  const shares = [...counts]
    .sort(([a], [b]) => a - b)
    .map(([priority, count]) => ({ priority, ...estimateShare(count, timesMs.length) }));
  return { known: { priorities: { ...toBasis(source, timesMs), shares } }, notes: [] };
}

function unlessTooFew(
  parameter: string,
  timesMs: readonly number[],
  what: string,
  estimate: () => Parameters["known"],
): Parameters {
  const shortfall = describeShortfall(timesMs, what);
  return shortfall === undefined
    ? { known: estimate(), notes: [] }
    : { known: {}, notes: [`${parameter} are not estimated: ${shortfall}`] };
}

function toBasis(
  source: WorkloadSource,
  timesMs: readonly number[],
): Pick<WorkloadEstimate, "source" | "conclusions" | "days"> {
  return { source, conclusions: timesMs.length, days: countWorkingDays(timesMs) };
}
