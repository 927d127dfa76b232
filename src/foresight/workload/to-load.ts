import { MergeQueueError } from "../../queue/merge-queue-error";
import type { Arrivals, Load } from "../load";
import { HOURS_OF_WEEK } from "./workload-constants";
import type { QueueWorkload } from "./workload-schema";

/** What a load cannot do without, and where it comes from. */
const NEEDED = {
  arrivals: "arrivals (arrivalsPerHour)",
  testMinutes: "test durations (testMinutes)",
  failureRate: "a failure rate (failureRate)",
} as const satisfies Partial<Record<keyof Load, string>>;

/**
 * Returns the load that a simulation takes: the best value of each parameter.
 * @param workload - of one queue. Without `flakeRate` nothing flakes, without `targets` all changes impact the same target,
 *   without `priorities` all have the same, without `ciSlots` there is no limit, and without `conflictRate` nothing conflicts.
 * @param given - replaces what the workload says
 * @throws MergeQueueError `invalid_workload` that names everything that neither has
 */
export function toLoad(workload: QueueWorkload, given: Partial<Load> = {}): Load {
  const load: Partial<Load> = { ...toKnown(workload), ...given };
  const { arrivals, testMinutes, failureRate } = load;
  if (arrivals === undefined || testMinutes === undefined || failureRate === undefined) {
    throw createMissing(workload, load);
  }
  return { flakeRate: 0, targets: [1], ...load, arrivals, testMinutes, failureRate };
}

function toKnown({
  arrivalsPerHour,
  testMinutes,
  failureRate,
  flakeRate,
  targets,
  priorities,
  ciSlots,
  conflictRate,
}: QueueWorkload): Partial<Load> {
  return {
    ...(arrivalsPerHour === undefined ? {} : { arrivals: toArrivals(arrivalsPerHour) }),
    ...(testMinutes === undefined
      ? {}
      : { testMinutes: { kind: "empirical", minutes: testMinutes.minutes } as const }),
    ...(failureRate === undefined ? {} : { failureRate: failureRate.value }),
    ...(flakeRate === undefined ? {} : { flakeRate: flakeRate.value }),
    ...(targets === undefined ? {} : { targets: normalize(targets.shares.map(({ value }) => value)) }),
    ...(priorities === undefined ? {} : { priorities: toPriorities(priorities.shares) }),
    ...(ciSlots === undefined ? {} : { ciSlots: ciSlots.value }),
    ...(conflictRate === undefined ? {} : { conflictRate: conflictRate.value }),
  };
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
  const normal = normalize(shares.map(({ value }) => value));
  return shares.map(({ priority }, index) => ({ value: priority, share: normal[index] ?? 0 }));
}

/** Makes shares add up to 1: those of a file are rounded. */
function normalize(shares: readonly number[]): number[] {
  const sum = shares.reduce((total, share) => total + share, 0);
  return shares.map((share) => share / sum);
}

function createMissing({ queue }: QueueWorkload, load: Partial<Load>): MergeQueueError {
  const missing = (Object.keys(NEEDED) as (keyof typeof NEEDED)[]).filter((name) => load[name] === undefined);
  return new MergeQueueError(
    "invalid_workload",
    `The workload of queue ${queue} has no ${missing.map((name) => NEEDED[name]).join(", no ")}. Add what is missing with ` +
      "mergequeue workload import, record or from-git and their option --add-to, or give the numbers as options.",
    { findings: missing.map((name) => ({ path: [name], message: "Is missing." })) },
  );
}
