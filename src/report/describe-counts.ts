import {
  changesQueue,
  isRemoved,
  PLAN_ACTIONS,
  type Plan,
  type PlanAction,
  type PlannedQueue,
} from "../plan/plan";
import { capitalize } from "../text/capitalize";
import { groupBy } from "./group-by";

export const ACTION_WORDS: Readonly<Record<PlanAction, string>> = {
  create: "create",
  update: "change",
  replace: "replace",
  delete: "delete",
  forget: "forget",
  none: "unchanged",
};

/** Describes what a plan does with a queue: `change and import`. */
export function describeAction({ action, isImported }: Pick<PlannedQueue, "action" | "isImported">): string {
  if (!isImported) return ACTION_WORDS[action];
  return action === "none" ? "import" : `${ACTION_WORDS[action]} and import`;
}

const ALWAYS: readonly PlanAction[] = ["create", "update", "delete"];

/** Lists the actions whose counts a report shows. The action of unchanged queues is last. */
export function listCountedActions({ counts }: Pick<Plan, "counts">): PlanAction[] {
  return PLAN_ACTIONS.filter((action) => ALWAYS.includes(action) || counts[action] > 0);
}

/** Counts the queues of a plan, except unchanged ones: `1 to create, 2 to change, 0 to delete`. */
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
  return groupBy(queues, ({ action }) => action)
    .map(({ length, 0: { action } }) => `${length} ${action === "none" ? "" : "to "}${ACTION_WORDS[action]}`)
    .join(", ");
}

/** Writes a number with its noun: `1 queue`, `2 queues`. */
export function count(number: number, noun: string): string {
  return `${number} ${number === 1 ? noun : `${noun}s`}`;
}

/** Prints the first items, and counts the items left over: `and 3 more`. */
export function listFirst<Item, Printed>(
  items: readonly Item[],
  max: number,
  print: (item: Item) => Printed,
): (Printed | string)[] {
  const shown = items.slice(0, max).map(print);
  return items.length > max ? [...shown, `and ${items.length - max} more`] : shown;
}

/** Writes a number with at most three significant digits: `0.0333`, `14.7`. */
export function formatDigits(value: number): string {
  return String(Number(value.toPrecision(3)));
}

/** Writes a share (from 0 to 1) as a percentage with at most three significant digits: `14.7 %`. */
export function formatPercent(share: number): string {
  return `${formatDigits(share * 100)} %`;
}

const BY_WEIGHT: readonly PlanAction[] = ["delete", "replace", "update", "create", "forget", "none"];
/** Weight of a queue whose protection changes. Reports list such queues after deleted and replaced ones. */
const PROTECTION_WEIGHT = 1.5;

/** Lists queues with changes or notes by weight: deleted ones come first. Equal weights keep their order. */
export function sortByWeight(queues: readonly PlannedQueue[]): PlannedQueue[] {
  const weigh = ({ action, protection }: PlannedQueue): number =>
    Math.min(BY_WEIGHT.indexOf(action), protection.length > 0 ? PROTECTION_WEIGHT : BY_WEIGHT.length);
  return queues
    .filter((queue) => changesQueue(queue) || queue.protection.length > 0 || queue.warnings.length > 0)
    .sort((a, b) => weigh(a) - weigh(b));
}

const WEAKENINGS = ["merge protection weakened", "paused or drained", "weak merge protection"];

/** Names a loss of protection or a stop of merging. A new queue loses nothing: its protection is weak. */
export function describeWeakening(
  { action }: Pick<PlannedQueue, "action">,
  kind: PlannedQueue["protection"][number]["kind"],
): string {
  if (kind === "pause") return "paused or drained";
  return action === "create" ? "weak merge protection" : "merge protection weakened";
}

/** Lists the results of {@link describeWeakening} for a queue's changes, without duplicates. */
export function listWeakenings(queue: PlannedQueue): string[] {
  return [...new Set(queue.protection.map(({ kind }) => describeWeakening(queue, kind)))];
}

/** Counts weakenings, in the same words in every format: `Merge protection weakened: 2 queues`. */
export function describeProtection(queues: readonly PlannedQueue[]): string {
  const all = queues.flatMap(listWeakenings);
  const parts = WEAKENINGS.filter((words) => all.includes(words)).map(
    (words) => `${words}: ${count(all.filter((each) => each === words).length, "queue")}`,
  );
  return capitalize(parts.join("; "));
}

/** Describes what a deleted or replaced queue contains: `2 pull requests in it now`; "" if nothing. */
export function describeContent({ action, pullRequests }: PlannedQueue): string {
  if (!isRemoved({ action })) return "";
  if (pullRequests === undefined) return "this plan does not say whether the queue contains pull requests";
  return pullRequests.length === 0 ? "" : `${count(pullRequests.length, "pull request")} in it now`;
}
