import { MergeQueueError } from "../../../queue/merge-queue-error";
import type { Plan, PlannedQueue } from "../plan";

/** Smaller plans are short enough to be reviewed completely. */
const FEWEST_QUEUES = 10;

/** Percent of the queues that exist that a plan may change destructively. */
const MOST_PERCENT = 30;

const MOST_NAMED = 5;

/**
 * Stops a plan that is probably a mistake: more than 30 % of ten or more queues are deleted, replaced, or lose statuses.
 * @throws MergeQueueError `plan_unsafe` with the counts
 */
export function requireSafe(plan: Plan, { isForced }: { readonly isForced: boolean }): void {
  const stop = isForced ? undefined : describeStop(plan);
  if (stop === undefined) return;
  const destructive = plan.queues.filter(isDestructive);
  const ids = destructive.slice(0, MOST_NAMED).map(({ id }) => `\n  ${id}`);
  const more = destructive.length - ids.length;
  throw new MergeQueueError(
    "plan_unsafe",
    `${stop} Nothing was changed.${ids.join("")}${more > 0 ? `\n  and ${more} more` : ""}\n` +
      "Review the plan. To apply it, run the same command again with --force.",
  );
}

/** Says why a plan needs `--force`, with the counts; undefined if it does not. */
export function describeStop(plan: Plan): string | undefined {
  const total = plan.queues.filter(isThere).length;
  const destructive = plan.queues.filter(isDestructive);
  if (total < FEWEST_QUEUES || destructive.length * 100 <= total * MOST_PERCENT) return undefined;
  const gone = destructive.filter(isRemoved).length;
  const losing = destructive.length - gone;
  const harm = [
    ...(gone > 0 ? [`it deletes ${gone}`] : []),
    ...(losing > 0 ? [`${losing} ${losing === 1 ? "loses" : "lose"} required statuses`] : []),
  ];
  return (
    `This plan changes ${destructive.length} of ${total} existing queues destructively: ${harm.join(", and ")}. ` +
    `That is more than ${MOST_PERCENT} %.`
  );
}

function isThere({ action, settings }: PlannedQueue): boolean {
  return action !== "create" && (action !== "none" || Object.keys(settings).length > 0);
}

function isDestructive(queue: PlannedQueue): boolean {
  if (!isThere(queue)) return false;
  const losesStatuses = queue.protection.some(
    ({ kind, name }) => kind === "loss" && name === "requiredStatuses",
  );
  return losesStatuses || isRemoved(queue);
}

function isRemoved({ action }: PlannedQueue): boolean {
  return action === "delete" || action === "replace";
}
