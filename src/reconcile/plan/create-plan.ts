import { createHash } from "node:crypto";
import { pickManaged } from "../../queue/additional-settings";
import { toDistinct } from "../../queue/diff-settings";
import { becomesParallel, describeParallelNeeds } from "../../queue/parallel-advice";
import { formatQueueId } from "../../queue/queue-identity";
import { type QueueRecord, type QueueSettings, SETTING_NAMES, type SettingValue } from "../../queue/settings";
import { toCanonicalJson } from "../../text/to-canonical-json";
import { toCountedSeen } from "./find-planned-changes";
import {
  PLAN_ACTIONS,
  type Plan,
  type PlanCounts,
  type PlannedQueue,
  type PlannedTask,
  type SavedPlan,
} from "./plan";
import { showTask } from "./show-task";

/** Makes the plan of some tasks. Pure. */
export function createPlan<Task extends PlannedTask>(
  mode: Plan["mode"],
  tasks: readonly Task[],
): SavedPlan<Task> {
  const shown = tasks
    .map((task) => ({ task, queue: showTask(task) }))
    .sort((a, b) => compareQueues(a.queue, b.queue));
  const queues = shown.map(({ queue }) => queue);
  const plan = {
    mode,
    queues,
    counts: createPlanCounts(queues),
    digest: createDigest(mode, tasks),
    warnings: adviseParallel(mode, tasks),
  };
  return { plan, tasks: shown.map(({ task }) => task) };
}

/** What queues in parallel mode need is said once, for the first that becomes one. */
function adviseParallel(mode: Plan["mode"], tasks: readonly PlannedTask[]): readonly string[] {
  if (mode === "destroy") return [];
  const first = tasks.find(({ queue, seen }) => becomesParallel(seen?.settings ?? {}, queue.wanted.settings));
  return first === undefined ? [] : [describeParallelNeeds(formatQueueId(first.queue.identity))];
}

/** Counts the queues of a plan by action. */
export function createPlanCounts(queues: readonly Pick<PlannedQueue, "action">[]): PlanCounts {
  const count = (wanted: string): number => queues.filter(({ action }) => action === wanted).length;
  return Object.fromEntries(PLAN_ACTIONS.map((action) => [action, count(action)])) as PlanCounts;
}

type Located = Pick<PlannedQueue, "origin" | "id" | "address">;

/** Sorts the queues of a plan by origin, id and address. */
export function sortQueues<Queue extends Located>(queues: readonly Queue[]): Queue[] {
  return [...queues].sort(compareQueues);
}

/** Compares two queues of a plan; unknown values come first. */
function compareQueues(a: Located, b: Located): number {
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

/**
 * Returns the digest of a plan: `sha256:` and 64 hexadecimal digits. It covers the wanted settings, secrets included, and the
 * live values that they were compared with; of a queue to delete, only whether it exists. It does not depend on
 * the machine, the order of the tasks, or the spelling of equal values.
 */
export function createDigest(mode: Plan["mode"], tasks: readonly PlannedTask[]): string {
  const entries = tasks.map((task) => toCanonicalJson(toEntry(mode, task)));
  const hash = createHash("sha256").update(`${mode}\n`);
  for (const entry of entries.sort()) hash.update(entry).update("\n");
  return `sha256:${hash.digest("hex")}`;
}

function toEntry(mode: Plan["mode"], { queue, origin, action, seen }: PlannedTask): object {
  const { wanted, deletionPolicy } = queue;
  const place = { origin, id: formatQueueId(queue.identity), action, exists: seen !== undefined };
  if (mode === "destroy") return { ...place, deletionPolicy };
  const counted = toCountedSeen(wanted, seen);
  return {
    ...place,
    wanted: toComparable(wanted.settings),
    wantedAdditional: Object.fromEntries(pickManaged(wanted.additionalSettings)),
    seen: counted && toComparable(counted.settings),
    seenAdditional: counted?.additionalFields,
  };
}

function toComparable(settings: QueueSettings | QueueRecord): object {
  const names = SETTING_NAMES.filter((name) => settings[name] !== undefined);
  return Object.fromEntries(names.map((name) => [name, toComparableValue(settings[name])]));
}

/** Makes equal sets identical, as `isSameSetting` compares them. */
function toComparableValue(value: SettingValue | undefined): unknown {
  if (typeof value !== "object") return value;
  return toDistinct(value).sort();
}
