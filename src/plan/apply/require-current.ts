import { isSameJson } from "../../queue/additional-settings";
import { toAttributeName } from "../../queue/attribute-name";
import { isSameSetting } from "../../queue/find-setting-changes";
import { getAdditionalField } from "../../queue/known-queue";
import { MergeQueueError, type PartFailure } from "../../queue/merge-queue-error";
import { formatQueueId } from "../../queue/queue-identity";
import { SETTING_NAMES, type SettingName, tryFindSetting } from "../../queue/settings";
import type { ShownQueue } from "../../reconcile/find-wanted-changes";
import { isSwitchingModes, type RequestableState, tryToRequestableState } from "../../reconcile/queue-state";
import type { LiveQueue } from "../../reconcile/read-queue";
import { quote } from "../../text/quote";
import { toCountedSeen } from "../find-planned-changes";
import type { Plan, SavedPlan, Service, Task } from "../plan";
import { countQueues, listFailures } from "../queue-failures";
import { type PlanOptions, readQueues } from "../read-queues";

/**
 * Requires that no queue has changed since the plan was made. A queue to delete may be gone already.
 * @returns the state of each queue whose state is known
 * @throws MergeQueueError `plan_outdated`, with each changed queue in `details.failures`
 */
export async function requireCurrent(
  { plan, tasks }: SavedPlan,
  options: PlanOptions,
): Promise<ReadonlyMap<Task, RequestableState>> {
  const drifted = new Map<Task, string[]>();
  const states = new Map<Task, RequestableState>();
  // A plan does not write these queues, so their entries in a list are enough.
  const isListEnough = ({ action }: Task): boolean => action === "none" || action === "forget";
  await readQueues(tasks, { phase: "check", isListEnough }, options, (task, live) => {
    // A transient state hides the state before it, which the plan may still know.
    const known = [live, task.seen].map((shown) => tryToRequestableState({ ...shown?.settings }));
    const state = known.find(Boolean);
    if (state !== undefined) states.set(task, state);
    const drift = findDrift(plan.mode, task, live);
    if (drift.length > 0) drifted.set(task, drift);
  });
  if (drifted.size === 0) return states;
  const failures = tasks.flatMap((task): PartFailure[] => {
    const message = drifted.get(task)?.join("; ");
    if (message === undefined) return [];
    return [{ part: formatQueueId(task.queue.identity), code: "plan_outdated", message }];
  });
  throw new MergeQueueError(
    "plan_outdated",
    `${countQueues(failures.length)} of ${tasks.length} changed after the plan was made:${listFailures(failures)}\n` +
      "Nothing was changed. Make a new plan and review it.",
    { failures },
  );
}

const APPEARED = "it did not exist and exists now";
const VANISHED = "it existed and is gone";

function findDrift(mode: Plan["mode"], task: Task<Service>, live: LiveQueue | undefined): string[] {
  const { queue, action, seen } = task;
  const { wanted, sensitive } = queue;
  const before = toCountedSeen(wanted, action, seen);
  const now = toCountedSeen(wanted, action, live);
  if (before === undefined || now === undefined) {
    if (before === now || (mode === "destroy" && now === undefined)) return [];
    return [now === undefined ? VANISHED : APPEARED];
  }
  if (action === "forget") return [];
  const [planned, found] = [seen?.queueId, live?.queueId];
  if (planned !== undefined && found !== undefined && planned !== found) {
    return [`it was deleted and made again: its id was ${quote(planned)} and is ${quote(found)} now`];
  }
  const isTransient = live !== undefined && isSwitchingModes(live.settings);
  const settings = listSettings(before, now).filter(([name]) => !(isTransient && name === "state"));
  const drift = [...settings, ...listAdditional(before, now)];
  // A setting that the service does not show cannot prove that the queue is another one.
  const isKnown = ([, from, to]: Drift): boolean => from !== undefined && to !== undefined;
  return (action === "delete" ? drift.filter(isKnown) : drift).map(([name, from, to]) =>
    sensitive.has(name)
      ? `${toShownName(name)} has another value, which is not shown`
      : `${toShownName(name)} was ${describe(from)} and is ${describe(to)} now`,
  );
}

type Drift = readonly [name: string, from: unknown, to: unknown];

function listSettings({ settings: before }: ShownQueue, { settings: now }: ShownQueue): Drift[] {
  const isSame = (name: SettingName): boolean => {
    const [a, b] = [before[name], now[name]];
    return a === undefined || b === undefined ? a === b : isSameSetting(name, a, b);
  };
  return SETTING_NAMES.filter((name) => !isSame(name)).map((name) => [name, before[name], now[name]]);
}

function listAdditional(before: ShownQueue, now: ShownQueue): Drift[] {
  const names = new Set([...Object.keys(before.additionalFields), ...Object.keys(now.additionalFields)]);
  return [...names]
    .map((name) => [name, getAdditionalField(before, name), getAdditionalField(now, name)] as const)
    .filter(([, from, to]) => !isSameJson(from, to));
}

/** Returns the name that users write. A setting that is not in the settings table has only its wire name. */
function toShownName(name: string): string {
  return tryFindSetting(name) === undefined ? name : toAttributeName(name);
}

function describe(value: unknown): string {
  return value === undefined ? "not shown" : quote(value);
}
