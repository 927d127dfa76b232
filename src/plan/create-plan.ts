import { createHash } from "node:crypto";
import { describeGained, GAINED_SETTINGS, pickManaged } from "../queue/additional-settings";
import { isRuleList } from "../queue/batching-rule";
import type { DeclaredQueue } from "../queue/declared-queue";
import { toDistinct } from "../queue/find-setting-changes";
import { MergeQueueError } from "../queue/merge-queue-error";
import { findNoWayBack } from "../queue/no-way-back";
import { becomesParallel, describeParallelNeeds } from "../queue/parallel-advice";
import { formatQueueId, toIdentityKey } from "../queue/queue-identity";
import { type QueueRecord, type QueueSettings, SETTING_NAMES, type SettingValue } from "../queue/settings";
import { adviseDeletion, type QueueWarning } from "../reconcile/advise-deletion";
import { NOT_READY_TIMEOUT_MS } from "../reconcile/default-timeouts";
import { findProtectionChanges, type ProtectionChange } from "../reconcile/find-protection-changes";
import type { LiveQueue } from "../reconcile/read-queue";
import { toCanonicalJson } from "../text/to-canonical-json";
import { findPlannedChanges, pickPlanned, planTask, toCountedSeen } from "./find-planned-changes";
import {
  describeTaskTimeout,
  PLAN_ACTIONS,
  type Plan,
  type PlanCounts,
  type PlannedQueue,
  type QueueAtService,
  type SavedPlan,
  type Service,
  type Task,
  type TaskAction,
} from "./plan";
import { type PlanOptions, readQueues } from "./read-queues";
import { adviseOnInheritance, requireSendable } from "./require-sendable";

/**
 * Makes a plan for queues of one or several services. Reads each queue. Also reads all pull requests of each
 * queue that the plan deletes. Changes nothing.
 * @throws MergeQueueError `invalid_stack` if a queue is declared twice, or if a service does not accept a
 * value; otherwise as {@link readQueues}
 */
export async function planQueues(
  mode: Plan["mode"],
  queues: readonly QueueAtService[],
  options: PlanOptions,
): Promise<SavedPlan> {
  requireDistinct(queues);
  const tasks: Task[] = [];
  // A list does not show the pull requests that stop a deletion.
  const isListEnough = ({ queue: { deletionPolicy } }: QueueAtService): boolean =>
    mode !== "destroy" || deletionPolicy === "abandon";
  await readQueues(queues, { phase: "read", isListEnough }, options, async (each, live, reading) => {
    const task = planTask(mode, each, live);
    if (task.action !== "delete" || task.seen === undefined) tasks.push(task);
    else {
      const limits = { ...reading, timeoutMs: NOT_READY_TIMEOUT_MS };
      const seen = await task.service.reconciler.addNotReady(task.queue.identity, task.seen, limits);
      tasks.push({ ...task, seen });
    }
  });
  const saved = createPlan(mode, tasks);
  requireSendable(saved);
  return adviseOnInheritance(saved);
}

/** Refuses a queue that is declared twice, because its declarations would overwrite each other forever. */
function requireDistinct(queues: readonly QueueAtService[]): void {
  const declared = new Map<string, QueueAtService[]>();
  for (const each of queues) {
    const key = `${each.service.origin} ${toIdentityKey(each.queue.identity)}`;
    const same = declared.get(key);
    if (same === undefined) declared.set(key, [each]);
    else same.push(each);
  }
  const findings = [...declared.values()].filter(({ length }) => length > 1).map(toFinding);
  if (findings.length === 0) return;
  throw new MergeQueueError("invalid_stack", findings.map(({ message }) => message).join("\n"), { findings });
}

function toFinding(same: readonly QueueAtService[]): { path: string[]; message: string } {
  const places = same.map(({ queue }) => `${queue.address} of stack ${queue.stack}`).join(", ");
  const [{ queue, service }] = same as readonly [QueueAtService, ...QueueAtService[]];
  const id = `${formatQueueId(queue.identity)} at ${service.origin}`;
  const message = `Queue ${id} is declared ${same.length} times: ${places}. Keep one of them.`;
  return { path: [queue.address], message };
}

/** Makes a plan from tasks. A pure function. */
export function createPlan<Each extends Task<Service>>(
  mode: Plan["mode"],
  tasks: readonly Each[],
): SavedPlan<Each> {
  const shown = tasks.map((task) => ({ task, queue: showTask(task) }));
  shown.sort((a, b) => compareQueues(a.queue, b.queue));
  const queues = shown.map(({ queue }) => queue);
  const [counts, digest] = [createPlanCounts(queues), createDigest(mode, tasks)];
  const plan = { mode, queues, counts, digest, warnings: adviseParallel(mode, tasks) };
  return { plan, tasks: shown.map(({ task }) => task) };
}

/** Explains what parallel mode requires (once), and which additional settings now have attributes. */
function adviseParallel(mode: Plan["mode"], tasks: readonly Task<Service>[]): readonly string[] {
  if (mode === "destroy") return [];
  const first = tasks.find(({ queue, seen }) => becomesParallel(seen?.settings ?? {}, queue.wanted.settings));
  const parallel = first === undefined ? [] : [describeParallelNeeds(formatQueueId(first.queue.identity))];
  const gained = new Set(tasks.flatMap(({ queue }) => [...(queue.wanted.additionalSettings?.keys() ?? [])]));
  return [...parallel, ...[...gained].filter((name) => GAINED_SETTINGS.has(name)).map(describeGained)];
}

/** Counts the queues of a plan by action. */
export function createPlanCounts(queues: readonly Pick<PlannedQueue, "action">[]): PlanCounts {
  const count = (wanted: string): number => queues.filter(({ action }) => action === wanted).length;
  return Object.fromEntries(PLAN_ACTIONS.map((action) => [action, count(action)])) as PlanCounts;
}

/** Compares two queues of a plan by origin, id and address; unknown values come first. */
export function compareQueues(a: PlannedQueue, b: PlannedQueue): number {
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
 * Returns the digest of a plan: `sha256:` and 64 hexadecimal digits. The digest covers the service's address,
 * the wanted settings with their secrets, and the live values of these settings. For a queue to delete, it
 * covers the queue's Terraform address and all settings. Neither the order of tasks nor the spelling of equal
 * values changes the digest.
 */
export function createDigest(mode: Plan["mode"], tasks: readonly Task<Service>[]): string {
  const entries = tasks.map((task) => toCanonicalJson(toEntry(mode, task)));
  const hash = createHash("sha256").update(`${mode}\n`);
  for (const entry of entries.sort()) hash.update(entry).update("\n");
  return `sha256:${hash.digest("hex")}`;
}

function toEntry(mode: Plan["mode"], { queue, service, action, seen }: Task<Service>): object {
  const { address, wanted, deletionPolicy } = queue;
  const id = formatQueueId(queue.identity);
  const { origin, connection } = service;
  const path = String(connection.get("base_url") ?? "")
    .slice(origin.length)
    .replace(/\/v2$/, USUAL_PATH);
  const serviceAddress = path === "" || path === USUAL_PATH ? { origin } : { origin, path };
  const place = { ...serviceAddress, id, action, exists: seen !== undefined };
  const counted = action === "forget" ? undefined : toCountedSeen(wanted, action, seen);
  const shown = counted && toComparable(counted.settings);
  const compared = { seen: shown, seenAdditional: counted?.additionalFields };
  if (mode === "destroy") return { ...place, address, deletionPolicy, ...compared };
  return {
    ...place,
    wanted: toComparable(wanted.settings),
    wantedAdditional: Object.fromEntries(pickManaged(wanted.additionalSettings)),
    ...compared,
  };
}

/** Digests contain neither this path nor `/v2`, because digests of earlier versions did not. */
const USUAL_PATH = "/v1";

function toComparable(settings: QueueSettings | QueueRecord): object {
  const names = SETTING_NAMES.filter((name) => settings[name] !== undefined);
  return Object.fromEntries(names.map((name) => [name, toComparableValue(settings[name])]));
}

/** Removes repeated elements of a set and sorts it, because `isSameSetting` ignores repetition and order. */
function toComparableValue(value: SettingValue | undefined): unknown {
  if (typeof value !== "object" || (value.length > 0 && isRuleList(value))) return value;
  return toDistinct(value as readonly string[]).sort();
}

/** The message for a change of merge protection if its own message would contain a sensitive value. */
export const SENSITIVE_LOSS: string =
  "Merge protection shrinks. The removed value is sensitive and not shown; see the declaration.";

function showTask({ queue, service: { origin }, action, seen }: Task<Service>): PlannedQueue {
  const { identity, address, stack } = queue;
  const isBrought = action === "create" || action === "update";
  const inQueue = seen === undefined ? [] : seen.pullRequests;
  return {
    id: formatQueueId(identity),
    identity,
    address,
    stack,
    origin,
    action,
    isImported: false,
    changes: findPlannedChanges(queue, action, seen),
    settings: hideSensitive(queue, seen?.settings ?? {}),
    protection: isBrought ? findChanges(queue, seen) : [],
    warnings: seen === undefined ? [] : adviseTask(queue, action, seen),
    pullRequests: action === "none" ? undefined : inQueue,
  };
}

function hideSensitive({ sensitive }: DeclaredQueue, settings: QueueRecord): QueueRecord {
  const names = Object.keys(settings);
  // Avoids a second record for each of thousands of queues.
  if (!names.some((name) => sensitive.has(name))) return settings;
  return Object.fromEntries(Object.entries(settings).filter(([name]) => !sensitive.has(name)));
}

function findChanges({ wanted, sensitive }: DeclaredQueue, seen?: LiveQueue): readonly ProtectionChange[] {
  const changes = findProtectionChanges(seen?.settings ?? {}, pickPlanned(wanted, seen).settings);
  return changes.map((each) => (sensitive.has(each.name) ? { ...each, message: SENSITIVE_LOSS } : each));
}

function adviseTask(queue: DeclaredQueue, action: TaskAction, seen: LiveQueue): readonly QueueWarning[] {
  if (action === "update") {
    const id = formatQueueId(queue.identity);
    return findNoWayBack(seen.settings, pickPlanned(queue.wanted, seen).settings, (name) => name).map(
      ({ name, message }) => ({ summary: `There may be no way back: ${name} of ${id}`, detail: message }),
    );
  }
  if (action !== "delete") return [];
  const drain = { actor: "mergequeue", wait: describeTaskTimeout(queue, "delete") };
  const isDrained = queue.deletionPolicy === "drain";
  const advice = adviseDeletion(queue.identity, seen, isDrained ? drain : undefined);
  return advice === undefined ? [] : [advice];
}
