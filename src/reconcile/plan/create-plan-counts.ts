import type { PlanCounts, PlannedQueue } from "./fleet-plan";
import { PLAN_ACTIONS } from "./fleet-plan";

/** Counts what a plan does to its queues. */
export function createPlanCounts(queues: readonly Pick<PlannedQueue, "action">[]): PlanCounts {
  const count = (wanted: string): number => queues.filter(({ action }) => action === wanted).length;
  return Object.fromEntries(PLAN_ACTIONS.map((action) => [action, count(action)])) as PlanCounts;
}
