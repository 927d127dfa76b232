import type { Reconciler } from "../../reconciler";
import type { ConnectionArguments, FleetPlace } from "../fleet-member";
import type { PreparedPlan, SavedPlan } from "../prepared-plan";

/**
 * Answers a plan that was read from a file as one that can be applied.
 * @param findReconciler - answers what reaches the service of a queue; asked once for each connection
 */
export function bindPlan(
  { plan, tasks }: SavedPlan,
  findReconciler: (place: Omit<FleetPlace, "queue">) => Reconciler,
): PreparedPlan {
  const known = new Map<ConnectionArguments, Reconciler>();
  return {
    plan,
    tasks: tasks.map((task) => {
      const reconciler = known.get(task.connection) ?? findReconciler(task);
      known.set(task.connection, reconciler);
      return { ...task, reconciler };
    }),
  };
}
