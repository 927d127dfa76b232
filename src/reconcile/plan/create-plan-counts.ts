import type { PlanCounts, PlannedQueue } from "./fleet-plan";

/** Counts what a plan does to its queues. */
export function createPlanCounts(queues: readonly Pick<PlannedQueue, "action">[]): PlanCounts {
  const counts = { create: 0, update: 0, replace: 0, delete: 0, forget: 0, none: 0 };
  for (const { action } of queues) counts[action] += 1;
  return counts;
}
