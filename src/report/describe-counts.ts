import {
  changesQueue,
  isRemoved,
  PLAN_ACTIONS,
  type Plan,
  type PlanAction,
  type PlannedQueue,
} from "../plan/plan";

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

const ALWAYS: readonly PlanAction[] = ["create", "update", "delete"];

/** Lists the actions whose counts a report shows. Unchanged queues are last. */
export function listCountedActions({ counts }: Pick<Plan, "counts">): PlanAction[] {
  return PLAN_ACTIONS.filter((action) => ALWAYS.includes(action) || counts[action] > 0);
}

/** Writes the counts of a plan without unchanged queues: `1 to create, 2 to change, 0 to delete`. */
export function describeCounts(plan: Pick<Plan, "counts" | "queues">, verb = ACTION_WORDS.delete): string {
  const words = { ...ACTION_WORDS, delete: verb };
  const parts = listCountedActions(plan)
    .filter((action) => action !== "none")
    .map((action) => `${plan.counts[action]} to ${words[action]}`);
  const imported = plan.queues.filter(({ isImported }) => isImported).length;
  return [...parts, ...(imported > 0 ? [`${imported} to import`] : [])].join(", ");
}

/** Counts queues by action: `2 to change, 10 to create`. */
export function describeActions(queues: readonly PlannedQueue[]): string {
  const counts = new Map<PlanAction, number>();
  for (const { action } of queues) counts.set(action, (counts.get(action) ?? 0) + 1);
  return [...counts]
    .map(([action, number]) => `${number} ${action === "none" ? "" : "to "}${ACTION_WORDS[action]}`)
    .join(", ");
}

/** Writes a number with its noun: `1 queue`, `2 queues`. */
export function count(number: number, noun: string): string {
  return `${number} ${number === 1 ? noun : `${noun}s`}`;
}

/** Writes a number with at most three digits that matter: `0.0333`, `14.7`. */
export function formatDigits(value: number): string {
  return String(Number(value.toPrecision(3)));
}

/** Writes a share, 0 to 1, as {@link formatDigits} does: `14.7 %`. */
export function formatPercent(share: number): string {
  return `${formatDigits(share * 100)} %`;
}

const BY_WEIGHT: readonly PlanAction[] = ["delete", "replace", "update", "create", "forget", "none"];
/** The weight of a queue whose protection changes, whatever its action: after deleted or replaced ones. */
const PROTECTION_WEIGHT = 1.5;

/** Returns queues by weight: deleted, replaced, protection, changed, created, forgotten; ties in order. */
export function sortByWeight(queues: readonly PlannedQueue[]): PlannedQueue[] {
  const weigh = ({ action, protection }: PlannedQueue): number =>
    Math.min(BY_WEIGHT.indexOf(action), protection.length > 0 ? PROTECTION_WEIGHT : BY_WEIGHT.length);
  return queues
    .filter((queue) => changesQueue(queue) || queue.protection.length > 0 || queue.warnings.length > 0)
    .sort((a, b) => weigh(a) - weigh(b));
}

/** Counts changes of merge protection, in the same words in every format: `Merge protection: 2 changes`. */
export function describeProtection(queues: readonly PlannedQueue[]): string {
  const total = queues.reduce((sum, { protection }) => sum + protection.length, 0);
  return `Merge protection: ${count(total, "change")}`;
}

/** Tells what a deleted or replaced queue has: `2 pull requests in it now`; "" if it is empty or stays. */
export function describeContent({ action, pullRequests }: PlannedQueue): string {
  if (!isRemoved({ action })) return "";
  if (pullRequests === undefined) return "this plan does not say whether pull requests are in it";
  return pullRequests.length === 0 ? "" : `${count(pullRequests.length, "pull request")} in it now`;
}

/** A change of merge protection, and the queues that it is the same for. */
export interface SharedProtection {
  readonly queues: readonly PlannedQueue[];
  readonly change: PlannedQueue["protection"][number];
}

/** Lists changes of merge protection with their queues: removed required statuses, other losses, pauses. */
export function listSharedProtection(queues: readonly PlannedQueue[]): SharedProtection[] {
  const groups = new Map<string, { queues: PlannedQueue[]; change: SharedProtection["change"] }>();
  for (const queue of queues) {
    for (const change of queue.protection) {
      const key = JSON.stringify([change.kind, change.name, change.message]);
      const group = groups.get(key);
      if (group === undefined) groups.set(key, { queues: [queue], change });
      else group.queues.push(queue);
    }
  }
  const rank = ({ change: { kind, name } }: SharedProtection): number =>
    kind === "pause" ? 2 : Number(name !== "requiredStatuses");
  return [...groups.values()].sort((a, b) => rank(a) - rank(b));
}
