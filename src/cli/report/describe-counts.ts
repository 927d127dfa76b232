import type { FleetPlan, PlanAction, PlannedQueue } from "../../reconcile/plan/fleet-plan";

/** What each action is called where it is said what is to be done. */
export const ACTION_WORDS: Readonly<Record<PlanAction, string>> = {
  create: "create",
  update: "change",
  replace: "replace",
  delete: "delete",
  forget: "forget",
  none: "unchanged",
};

/** Says in a word or three what happens to a queue. */
export function describeAction({ action, isImported }: Pick<PlannedQueue, "action" | "isImported">): string {
  if (!isImported) return ACTION_WORDS[action];
  return action === "none" ? "import" : `${ACTION_WORDS[action]} and import`;
}

/** The actions that are counted even where there is none of them, and those that are not. */
const ALWAYS: readonly PlanAction[] = ["create", "update", "delete"];
const WHERE_ANY: readonly PlanAction[] = ["replace", "forget"];

/** Writes what a plan does: `1 to create, 2 to change, 0 to delete`. What is unchanged is left out. */
export function describeCounts({ counts, queues }: Pick<FleetPlan, "counts" | "queues">): string {
  const parts = [...ALWAYS, ...WHERE_ANY.filter((action) => counts[action] > 0)].map(
    (action) => `${counts[action]} to ${ACTION_WORDS[action]}`,
  );
  const imported = queues.filter(({ isImported }) => isImported).length;
  return [...parts, ...(imported > 0 ? [`${imported} to import`] : [])].join(", ");
}

/** Writes how many of the queues have each action: `2 to change, 10 to create`. */
export function describeActions(queues: readonly PlannedQueue[]): string {
  const counts = new Map<PlanAction, number>();
  for (const { action } of queues) counts.set(action, (counts.get(action) ?? 0) + 1);
  return [...counts]
    .map(([action, count]) =>
      action === "none" ? `${count} unchanged` : `${count} to ${ACTION_WORDS[action]}`,
    )
    .join(", ");
}

/** Writes a number with its noun: `1 queue`, `2 queues`. */
export function count(number: number, noun: string, plural = `${noun}s`): string {
  return `${number} ${number === 1 ? noun : plural}`;
}
