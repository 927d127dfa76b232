import { createDigest } from "./create-digest";
import type { FleetPlan, PlanCounts, PlannedQueue } from "./fleet-plan";
import { PLAN_ACTIONS } from "./fleet-plan";
import type { DigestedPlan, PlannedTask } from "./prepared-plan";
import { showTask } from "./show-task";
import { compareQueues } from "./sort-queues";

/**
 * Makes the plan of some tasks. Pure.
 * @returns the plan, and the tasks in its order
 */
export function createPlan<Task extends PlannedTask>(
  mode: FleetPlan["mode"],
  tasks: readonly Task[],
): { readonly plan: DigestedPlan; readonly tasks: readonly Task[] } {
  const shown = tasks
    .map((task) => ({ task, queue: showTask(task) }))
    .sort((a, b) => compareQueues(a.queue, b.queue));
  const queues = shown.map(({ queue }) => queue);
  const plan = {
    mode,
    queues,
    counts: createPlanCounts(queues),
    digest: createDigest(mode, tasks),
    warnings: [],
  };
  return { plan, tasks: shown.map(({ task }) => task) };
}

/** Counts the queues of a plan by action. */
export function createPlanCounts(queues: readonly Pick<PlannedQueue, "action">[]): PlanCounts {
  const count = (wanted: string): number => queues.filter(({ action }) => action === wanted).length;
  return Object.fromEntries(PLAN_ACTIONS.map((action) => [action, count(action)])) as PlanCounts;
}
