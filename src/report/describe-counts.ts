import {
  changesQueue,
  PLAN_ACTIONS,
  type Plan,
  type PlanAction,
  type PlannedQueue,
  type ProtectionChange,
} from "../reconcile/plan/plan";

/** The verb for each action. */
export const ACTION_WORDS: Readonly<Record<PlanAction, string>> = {
  create: "create",
  update: "change",
  replace: "replace",
  delete: "delete",
  forget: "forget",
  none: "unchanged",
};

/** Writes what happens to a queue: `change and import`. */
export function describeAction({ action, isImported }: Pick<PlannedQueue, "action" | "isImported">): string {
  if (!isImported) return ACTION_WORDS[action];
  return action === "none" ? "import" : `${ACTION_WORDS[action]} and import`;
}

/** Actions that are counted even if there are none. */
const ALWAYS: readonly PlanAction[] = ["create", "update", "delete"];

/** Writes the counts of a plan without unchanged queues: `1 to create, 2 to change, 0 to delete`. */
export function describeCounts(
  { counts, queues }: Pick<Plan, "counts" | "queues">,
  deleteWord: string = ACTION_WORDS.delete,
): string {
  const words = { ...ACTION_WORDS, delete: deleteWord };
  const parts = PLAN_ACTIONS.filter(
    (action) => action !== "none" && (ALWAYS.includes(action) || counts[action] > 0),
  ).map((action) => `${counts[action]} to ${words[action]}`);
  const imported = queues.filter(({ isImported }) => isImported).length;
  return [...parts, ...(imported > 0 ? [`${imported} to import`] : [])].join(", ");
}

/** Counts queues by action: `2 to change, 10 to create`. */
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

/** Counts the changes of merge protection, in the same words in every format: `Merge protection: 2 changes`. */
export function describeProtection(queues: readonly PlannedQueue[]): string {
  return `Merge protection: ${count(listProtection(queues).length, "change")}`;
}

/** Tells what a deleted or replaced queue contains: `2 pull requests in it now`; empty if it is empty, or stays. */
export function describeContent({ action, pullRequests }: PlannedQueue): string {
  if (action !== "delete" && action !== "replace") return "";
  if (pullRequests === undefined) return "this plan does not say whether pull requests are in it";
  return pullRequests.length === 0 ? "" : `${count(pullRequests.length, "pull request")} in it now`;
}

/** A change of merge protection, and the queues that it is the same for. */
export interface SharedProtection {
  readonly queues: readonly PlannedQueue[];
  readonly change: ProtectionChange;
}

/** A change of merge protection and its queue. */
interface QueueProtection {
  readonly queue: PlannedQueue;
  readonly change: ProtectionChange;
}

/** Lists all changes of merge protection, each with the queues that it is the same for. */
export function listSharedProtection(queues: readonly PlannedQueue[]): SharedProtection[] {
  const groups = new Map<string, { queues: PlannedQueue[]; change: ProtectionChange }>();
  for (const { queue, change } of listProtection(queues)) {
    const key = JSON.stringify([change.kind, change.name, change.message]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { queues: [queue], change });
    else group.queues.push(queue);
  }
  return [...groups.values()];
}

/**
 * Lists all changes of merge protection: removed required statuses, then other losses, then pauses, each in the order of
 * the queues.
 */
function listProtection(queues: readonly PlannedQueue[]): QueueProtection[] {
  const all = queues.flatMap((queue) => queue.protection.map((change) => ({ queue, change })));
  const losses = all.filter(({ change }) => change.kind === "loss");
  return [
    ...losses.filter(({ change }) => change.name === "requiredStatuses"),
    ...losses.filter(({ change }) => change.name !== "requiredStatuses"),
    ...all.filter(({ change }) => change.kind === "pause"),
  ];
}
