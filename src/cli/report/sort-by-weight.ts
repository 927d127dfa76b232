import type { PlanAction, PlannedQueue, ProtectionChange } from "../../reconcile/plan/fleet-plan";
import { changesQueue } from "../../reconcile/plan/fleet-plan";

const WEIGHT: Readonly<Record<PlanAction, number>> = {
  delete: 0,
  replace: 1,
  update: 3,
  create: 4,
  forget: 5,
  none: 6,
};

/** The weight of a queue whose protection changes, whatever its action: after those that are deleted. */
const PROTECTION_WEIGHT = 2;

/**
 * Returns the queues that a report describes rather than counts, the most important first: deleted, replaced, with changed
 * merge protection, changed, created, forgotten. Queues of the same kind keep their order.
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

/** A change of merge protection and its queue. */
export interface QueueProtection {
  readonly queue: PlannedQueue;
  readonly change: ProtectionChange;
}

/**
 * Lists all changes of merge protection: removed required statuses, then other losses, then pauses, each in the order of
 * the queues.
 */
export function listProtection(queues: readonly PlannedQueue[]): QueueProtection[] {
  const all = queues.flatMap((queue) => queue.protection.map((change) => ({ queue, change })));
  const losses = all.filter(({ change }) => change.kind === "loss");
  return [
    ...losses.filter(({ change }) => change.name === "requiredStatuses"),
    ...losses.filter(({ change }) => change.name !== "requiredStatuses"),
    ...all.filter(({ change }) => change.kind === "pause"),
  ];
}
