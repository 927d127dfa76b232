import { createDigest } from "./create-digest";
import type { DigestedPlan, FleetPlan, PlanCounts, PlannedQueue, PlannedTask } from "./fleet-plan";
import { PLAN_ACTIONS } from "./fleet-plan";
import { showTask } from "./show-task";

/** Makes the plan of some tasks. Pure. @returns the plan, and the tasks in its order */
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

type Placed = Pick<PlannedQueue, "origin" | "id" | "address">;

/** Sorts the queues of a plan by origin, id and address. */
export function sortQueues<Queue extends Placed>(queues: readonly Queue[]): Queue[] {
  return [...queues].sort(compareQueues);
}

/** Compares two queues of a plan; unknown values come first. */
export function compareQueues(a: Placed, b: Placed): number {
  return (
    compareTexts(a.origin ?? "", b.origin ?? "") ||
    compareTexts(a.id, b.id) ||
    compareTexts(a.address ?? "", b.address ?? "")
  );
}

/** Compares by code units, because locales differ between machines. */
function compareTexts(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
