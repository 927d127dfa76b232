import type { PlanAction, PlannedQueue } from "../../reconcile/plan/fleet-plan";
import { changesQueue } from "../../reconcile/plan/fleet-plan";

const WEIGHT: Readonly<Record<PlanAction, number>> = {
  delete: 0,
  replace: 1,
  update: 3,
  create: 4,
  forget: 5,
  none: 6,
};

/** Where a queue whose protection changes stands, whatever else happens to it: behind those that go. */
const PROTECTION_WEIGHT = 2;

/**
 * Answers the queues of a plan of which a report has more to say than their number, what matters most first:
 * deleted, replaced, those whose merge protection changes, changed, created, forgotten. Within each of these the order
 * stays.
 */
export function sortByWeight(queues: readonly PlannedQueue[]): PlannedQueue[] {
  return queues
    .filter(isNotable)
    .map((queue) => ({ queue, weight: weigh(queue) }))
    .sort((a, b) => a.weight - b.weight)
    .map(({ queue }) => queue);
}

function isNotable(queue: PlannedQueue): boolean {
  return changesQueue(queue) || queue.protection.length > 0 || queue.warnings.length > 0;
}

function weigh({ action, protection }: PlannedQueue): number {
  return protection.length > 0 ? Math.min(PROTECTION_WEIGHT, WEIGHT[action]) : WEIGHT[action];
}
