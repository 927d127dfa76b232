import type { FleetPlan, PlannedQueue } from "./fleet-plan";

/** Tells whether a plan does anything. */
export function hasChanges({ queues }: Pick<FleetPlan, "queues">): boolean {
  return queues.some(changesQueue);
}

/** Tells whether a plan does anything with a queue, be it only that it is taken into a state. */
export function changesQueue({ action, isImported }: Pick<PlannedQueue, "action" | "isImported">): boolean {
  return action !== "none" || isImported;
}
