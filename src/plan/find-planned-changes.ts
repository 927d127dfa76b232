import { pickManaged } from "../queue/additional-settings";
import type { DeclaredQueue } from "../queue/declared-queue";
import { SETTING_NAMES } from "../queue/settings";
import type { WantedQueue } from "../queue/wanted-queue";
import {
  findWantedChanges,
  pickWanted,
  type ShownQueue,
  type WantedChange,
} from "../reconcile/find-wanted-changes";
import { isSwitchingModes } from "../reconcile/queue-state";
import type { LiveQueue } from "../reconcile/read-queue";
import type { Plan, PlannedChange, PlannedValue, QueueAtService, Service, Task, TaskAction } from "./plan";

/** Returns the settings to send. For an existing queue, these are only the settings that differ. */
export function pickPlanned(wanted: WantedQueue, seen: LiveQueue | undefined): Required<WantedQueue> {
  return pickWanted(wanted, findWantedChanges(wanted, seen));
}

/** Finds the changes that a plan shows. Hides sensitive values. A deleted queue loses all its settings. */
export function findPlannedChanges(
  { wanted, sensitive }: Pick<DeclaredQueue, "wanted" | "sensitive">,
  action: TaskAction,
  seen: LiveQueue | undefined,
): PlannedChange[] {
  if (action === "none" || action === "forget") return [];
  const isDeleted = seen !== undefined && action === "delete";
  const changes = isDeleted ? listShown(seen) : findWantedChanges(wanted, seen);
  return changes.map(({ name, isAdditional, now, wanted: then }) => ({
    name,
    kind: isAdditional ? "additional" : "setting",
    now: toPlannedValue(now, sensitive, name),
    then: toPlannedValue(then, sensitive, name),
  }));
}

function listShown({ settings, additionalFields }: ShownQueue): WantedChange[] {
  const known = SETTING_NAMES.map((name) => ({ name, isAdditional: false, now: settings[name] }));
  const others = Object.entries(additionalFields).map(([name, now]) => ({ name, isAdditional: true, now }));
  const shown = [...known, ...others].filter(({ now }) => now !== undefined);
  return shown.map((each) => ({ ...each, wanted: undefined }));
}

function toPlannedValue(value: unknown, sensitive: ReadonlySet<string>, name: string): PlannedValue {
  if (value === undefined) return { kind: "absent" };
  return sensitive.has(name) ? { kind: "sensitive" } : { kind: "value", value };
}

/**
 * Returns the settings that must not change between plan and apply. These are the managed settings or, for a
 * queue to delete, all settings except the state. The state `switching_modes` counts as the wanted state.
 */
export function toCountedSeen(
  wanted: WantedQueue,
  action: TaskAction,
  shown: ShownQueue | undefined,
): ShownQueue | undefined {
  if (shown === undefined) return undefined;
  const { settings, additionalFields } = shown;
  if (action === "delete") {
    // Some services show required statuses only if the queue has a list of its own.
    const complete = { ...settings, requiredStatuses: settings.requiredStatuses ?? [] };
    return {
      settings: Object.fromEntries(Object.entries(complete).filter(([name]) => name !== "state")),
      additionalFields: pickManagedFields(wanted, additionalFields),
    };
  }
  const names = SETTING_NAMES.filter((name) => wanted.settings[name] !== undefined);
  const counted = names.map((name) => {
    const isTransient = name === "state" && isSwitchingModes(settings);
    return [name, isTransient ? wanted.settings[name] : settings[name]] as const;
  });
  const managed = pickManagedFields(wanted, additionalFields);
  return { settings: Object.fromEntries(counted), additionalFields: managed };
}

function pickManagedFields(
  { additionalSettings }: WantedQueue,
  additionalFields: ShownQueue["additionalFields"],
): ShownQueue["additionalFields"] {
  const names = [...pickManaged(additionalSettings).keys()];
  const shown = names.filter((name) => Object.hasOwn(additionalFields, name));
  return Object.fromEntries(shown.map((name) => [name, additionalFields[name]]));
}

/** Plans one queue. A pure function. */
export function planTask<At extends Service>(
  mode: Plan["mode"],
  { queue, service }: QueueAtService<At>,
  live: LiveQueue | undefined,
): Task<At> {
  const action = findAction(mode, queue, live);
  return { queue, service, action, seen: live && toSeen(queue, live, action) };
}

function findAction(mode: Plan["mode"], queue: DeclaredQueue, live?: LiveQueue): TaskAction {
  if (mode === "destroy" && live === undefined) return "none";
  if (mode === "destroy") return queue.deletionPolicy === "abandon" ? "forget" : "delete";
  if (live === undefined) return "create";
  return findWantedChanges(queue.wanted, live).length > 0 ? "update" : "none";
}

/** Drops data that the plan does not need. This saves memory if there are thousands of queues. */
function toSeen(
  { wanted }: DeclaredQueue,
  { queueId, settings, additionalFields, pullRequests, notReadyProblem }: LiveQueue,
  action: TaskAction,
): LiveQueue {
  return {
    queueId,
    settings,
    additionalFields: pickManagedFields(wanted, additionalFields),
    pullRequests: action === "none" ? [] : pullRequests,
    notReadyProblem,
  };
}
