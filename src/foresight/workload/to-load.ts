import { MergeQueueError } from "../../queue/merge-queue-error";
import type { Arrivals, Load } from "../load";
import type { QueueWorkload } from "../workload";
import { HOURS_OF_WEEK } from "./workload-constants";

const NEEDED = {
  arrivals: "arrivals (arrivalsPerHour)",
  testMinutes: "test durations (testMinutes)",
  failureRate: "a failure rate (failureRate)",
} as const satisfies Partial<Record<keyof Load, string>>;

const VALUES = ["failureRate", "flakeRate", "ciSlots", "conflictRate"] as const;

/** Returns the load with best values. @throws MergeQueueError `invalid_workload` that names missing ones */
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

/** Makes shares add up to 1, because a file contains rounded shares. */
function normalize(shares: readonly { readonly value: number }[]): number[] {
  const sum = shares.reduce((total, { value }) => total + value, 0);
  return shares.map(({ value }) => value / sum);
}

function createMissing({ queue }: QueueWorkload, load: Partial<Load>): MergeQueueError {
  const missing = (Object.keys(NEEDED) as (keyof typeof NEEDED)[]).filter((name) => load[name] === undefined);
  return new MergeQueueError(
    "invalid_workload",
    `The workload of queue ${queue} has no ${missing.map((name) => NEEDED[name]).join(", no ")}. Add missing numbers with ` +
      "mergequeue workload import, record or from-git and their option --add-to, or give them as options.",
    { findings: missing.map((name) => ({ path: [name], message: "Is missing." })) },
  );
}
