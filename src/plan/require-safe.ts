import { MergeQueueError } from "../queue/merge-queue-error";
import type { SettingName } from "../queue/settings";
import type { ProtectionChange } from "../reconcile/find-protection-changes";
import { isRemoved, type Plan, type PlannedQueue } from "./plan";
import { listLines } from "./queue-failures";

/** A plan with fewer existing queues is never stopped, because it is short enough to review completely. */
const FEWEST_QUEUES = 10;

/** Maximum percentage of existing queues that a plan may change destructively. */
const MOST_PERCENT = 30;

/** Destructive changes, worst first. Each has words for one queue, words for several queues, and a test. */
const HARMS: readonly (readonly [
  one: string,
  sum: (count: number) => string,
  happensTo: (queue: PlannedQueue) => boolean,
])[] = [
  ["is deleted", (count) => `it deletes ${count}`, isRemoved],
  [
    "loses required statuses",
    (count) => `${count} ${count === 1 ? "loses" : "lose"} required statuses`,
    loses("loss", "requiredStatuses"),
  ],
  [
    "merges pull requests untested",
    (count) => `${count} ${count === 1 ? "merges" : "merge"} pull requests untested`,
    loses("loss", "directMergeMode"),
  ],
  ["is paused or drained", (count) => `it pauses or drains ${count}`, loses("pause", "state")],
];

function loses(kind: ProtectionChange["kind"], name: SettingName): (queue: PlannedQueue) => boolean {
  return ({ action, protection }) =>
    action === "update" && protection.some((change) => change.kind === kind && change.name === name);
}

/**
 * Stops a plan that is probably a mistake. Of at least ten existing queues, it deletes, replaces, pauses or
 * drains more than 30 % together, or makes them lose required statuses or merge pull requests untested.
 * @throws MergeQueueError `plan_unsafe`, whose message has the counts, and lists these changes by queue
 */
export function requireSafe(plan: Plan, { isForced }: { readonly isForced: boolean }): void {
  const stop = isForced ? undefined : describeStop(plan);
  if (stop === undefined) return;
  const lines = plan.queues.flatMap((queue) => {
    const harms = HARMS.filter(([, , happensTo]) => happensTo(queue)).map(([one]) => one);
    return harms.length === 0 ? [] : [`${queue.id}: ${harms.join(", ")}`];
  });
  throw new MergeQueueError(
    "plan_unsafe",
    `${stop} Nothing was changed.${listLines(lines)}\n` +
      "Review the plan. To apply it, run the same command again with --force.",
  );
}

/** Explains why a plan needs `--force`, with the counts. Returns undefined if the plan does not need it. */
export function describeStop(plan: Plan): string | undefined {
  const total = plan.queues.filter(({ action, settings }) => {
    return action !== "create" && (action !== "none" || Object.keys(settings).length > 0);
  }).length;
  const harmed = plan.queues.filter((queue) => HARMS.some(([, , happensTo]) => happensTo(queue))).length;
  if (total < FEWEST_QUEUES || harmed * 100 <= total * MOST_PERCENT) return undefined;
  const harms = HARMS.flatMap(([, sum, happensTo]) => {
    const count = plan.queues.filter(happensTo).length;
    return count === 0 ? [] : [sum(count)];
  });
  return (
    `This plan changes ${harmed} of ${total} existing queues destructively: ${harms.join(", and ")}. ` +
    `That is more than ${MOST_PERCENT} %.`
  );
}
