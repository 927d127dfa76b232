import { toAttributeName } from "../../src/queue/attribute-name";
import { toRuleAttributes } from "../../src/queue/batching-rule";
import {
  ASSUMED_DEFAULTS,
  type QueueRecord,
  SETTING_NAMES,
  type SettingName,
} from "../../src/queue/settings";
import { SETTINGS_THAT_FOLLOW } from "../../src/queue/settings-that-follow";
import type { QueueConfig } from "./command";
import { isReleasing, listChanges, pickAdditionalChanges } from "./expect-plan";
import {
  type Attributes,
  isSame,
  keyOf,
  type ModelResource,
  OWN_ATTRIBUTES,
  type Queues,
  settingOf,
  toAdditional,
  toIdentity,
  toIdentityAttributes,
  toSettings,
} from "./model-values";
import { ADDITIONAL_SETTINGS } from "./service-side";
import type { ObservedQueue, PlannedAction } from "./world";

/** A requested change. */
export interface Write {
  readonly operation: "createQueue" | "updateQueue" | "deleteQueue";
  /** Key of the queue. */
  readonly key: string;
  /** The sent values, besides the identity. */
  readonly fields: Attributes;
}

/** The expected result of changing one resource. */
export interface Outcome {
  readonly resource: ModelResource | undefined;
  readonly queues: Queues;
  /** The beginning of its error; undefined: it succeeds. */
  readonly error: string | undefined;
  /** All writes, in their order. */
  readonly writes: readonly Write[];
}

/** The planned change of one resource. */
export interface Change {
  readonly action: PlannedAction;
  /** The resource as read before the plan. */
  readonly resource: ModelResource | undefined;
  readonly config: QueueConfig | undefined;
  /** Whether required statuses are removed if the configuration has none. */
  readonly managesStatuses: boolean;
  /** Whether the configured queue has a transient state at the end, which Terraform's state never has. */
  readonly endsSwitching: boolean;
}

/** Settings that `/createQueue` takes (interface, section "POST /createQueue"). */
export const CREATE_FIELDS: readonly SettingName[] = ["mode", "concurrency"];

/**
 * Returns the outcome of a change without faults.
 * @param queues - when the apply begins; they may differ from those of the plan
 */
export function expectApply(change: Change, queues: Queues, inherited: readonly string[]): Outcome {
  const { action, resource } = change;
  switch (action) {
    case "no-op":
      return { resource, queues, error: undefined, writes: [] };
    case "create":
      return expectCreate(change, queues, inherited);
    case "update":
      return expectUpdate(change, queues, inherited);
    case "delete":
      return expectDelete(resource, queues);
    case "replace": {
      const gone = expectDelete(resource, queues);
      if (gone.error !== undefined) return gone;
      const made = expectCreate(change, gone.queues, inherited);
      return { ...made, writes: [...gone.writes, ...made.writes] };
    }
  }
}

function expectDelete(resource: ModelResource | undefined, queues: Queues): Outcome {
  const none: Outcome = { resource: undefined, queues, error: undefined, writes: [] };
  if (resource === undefined || resource.attributes["deletion_policy"] === "abandon") return none;
  const key = keyOf(resource.attributes);
  const queue = queues.get(key);
  if (queue === undefined) return none;
  if (isOutdated(resource.attributes, queue)) {
    return { ...none, resource, error: "Queue changed since the plan" };
  }
  if (queue.enqueued.length > 0) {
    const writes = resource.attributes["deletion_policy"] === "drain" ? listDrainWrites(resource, queue) : [];
    // Without a known earlier state it is still draining.
    const [last] = writes.slice(-1);
    const state = last?.fields["state"] ?? queue.settings.state;
    const left = { ...queue, settings: { ...queue.settings, state } } as ObservedQueue;
    return {
      resource,
      queues: new Map([...queues, [key, left]]),
      error: "Queue has pull requests in it",
      writes,
    };
  }
  return { ...none, queues: without(queues, key), writes: [{ operation: "deleteQueue", key, fields: {} }] };
}

/** Tells whether a queue, apart from its state, has other values than its plan showed (rule F-44). */
function isOutdated(attributes: Attributes, queue: ObservedQueue): boolean {
  const additional = toAdditional(attributes);
  const isOther = (name: string, planned: unknown, value: unknown): boolean =>
    planned !== undefined && value !== undefined && !isSame(name, planned, value);
  return (
    SETTING_NAMES.some(
      (name) => name !== "state" && isOther(name, settingOf(attributes, name), queue.settings[name]),
    ) || Object.keys(additional).some((name) => isOther(name, additional[name], queue.additional[name]))
  );
}

/** The writes of a drain that fails: the state draining, and the earlier state (rule F-22). */
function listDrainWrites(resource: ModelResource, queue: ObservedQueue): Write[] {
  const key = keyOf(resource.attributes);
  const write = (state: unknown): Write => ({ operation: "updateQueue", key, fields: { state } });
  const before = queue.isSwitching ? resource.attributes["state"] : queue.settings.state;
  if (!queue.isSwitching && before === "draining") return [];
  const isRestored = before !== null && before !== undefined && before !== "draining";
  return [write("draining"), ...(isRestored ? [write(before)] : [])];
}

function expectCreate(change: Change, queues: Queues, inherited: readonly string[]): Outcome {
  const { config } = change;
  if (config === undefined) throw new Error("nothing is declared");
  const key = keyOf(config);
  const none: Outcome = { resource: undefined, queues, error: undefined, writes: [] };
  const existing = queues.get(key);
  if (existing !== undefined) {
    if (config["on_existing"] !== "adopt") return { ...none, error: "Queue exists already" };
    return expectAdoption(change, config, existing, queues, inherited);
  }
  const settings = toSettings(config);
  const created = createdQueue(config, inherited);
  const rest = pick(settings, (name) => !CREATE_FIELDS.includes(name));
  const additional = toAdditional(config);
  const queue = updated(created, rest, additional, false, inherited);
  const writes: Write[] = [
    { operation: "createQueue", key, fields: pick(settings, (name) => CREATE_FIELDS.includes(name)) },
  ];
  const fields = { ...rest, ...additional };
  if (Object.keys(fields).length > 0) writes.push({ operation: "updateQueue", key, fields });
  return {
    ...none,
    resource: {
      attributes: { ...fromQueue(queue), ...config, ...toIdentityAttributes(toIdentity(config)) },
      isTainted: false,
      managesStatuses: settings.requiredStatuses !== undefined,
    },
    queues: new Map([...queues, [key, queue]]),
    writes,
  };
}

/** An existing queue is adopted: only declared settings that differ are sent. */
function expectAdoption(
  { endsSwitching }: Change,
  config: QueueConfig,
  existing: ObservedQueue,
  queues: Queues,
  inherited: readonly string[],
): Outcome {
  const key = keyOf(config);
  const shown = existing.isSwitching ? { ...existing.settings, state: "switching_modes" } : existing.settings;
  const settings = toSettings(config);
  const sent = pick(settings, (name) => !isSame(name, settings[name], shown[name]));
  const additional = pickAdditionalChanges(existing.additional, config);
  const fields = { ...sent, ...additional };
  const isCall = Object.keys(fields).length > 0;
  const queue = isCall ? updated(existing, sent, additional, false, inherited) : existing;
  return {
    resource: {
      attributes: {
        ...fromQueue(queue),
        ...(endsSwitching ? { state: null } : {}),
        ...config,
        ...toIdentityAttributes(toIdentity(config)),
      },
      isTainted: false,
      managesStatuses: settings.requiredStatuses !== undefined,
    },
    queues: isCall ? new Map([...queues, [key, queue]]) : queues,
    error: undefined,
    writes: isCall ? [{ operation: "updateQueue", key, fields }] : [],
  };
}

/** Returns a queue right after `/createQueue`. */
export function createdQueue(config: QueueConfig, inherited: readonly string[]): ObservedQueue {
  const given = pick(toSettings(config), (name) => CREATE_FIELDS.includes(name));
  return {
    identity: toIdentity(config),
    settings: {
      ...ASSUMED_DEFAULTS,
      // The local service uses the initial concurrency.
      bisectionConcurrency: given.concurrency ?? ASSUMED_DEFAULTS.bisectionConcurrency,
      ...given,
      requiredStatuses: inherited,
    },
    additional: ADDITIONAL_SETTINGS,
    hasOwnStatuses: false,
    enqueued: [],
    isSwitching: false,
  };
}

function expectUpdate(
  { resource, config, managesStatuses, endsSwitching }: Change,
  queues: Queues,
  inherited: readonly string[],
): Outcome {
  if (resource === undefined || config === undefined) throw new Error("only what is there can be updated");
  const key = keyOf(resource.attributes);
  const changes = listChanges(resource, config);
  const isReleased = isReleasing(resource, config, managesStatuses);
  const sent = pick(toSettings(config), (name) => changes.includes(name));
  const additional = pickAdditionalChanges(toAdditional(resource.attributes), config);
  const fields = { ...sent, ...additional, ...(isReleased ? { deleteRequiredStatuses: true } : {}) };
  const isCall = Object.keys(fields).length > 0;
  const writes: Write[] = isCall ? [{ operation: "updateQueue", key, fields }] : [];
  const before = queues.get(key);
  if (isCall && before === undefined) {
    return { resource, queues, error: "Queue deleted outside Terraform", writes };
  }
  const after =
    isCall && before !== undefined ? updated(before, sent, additional, isReleased, inherited) : undefined;
  const attributes = { ...resource.attributes };
  for (const name of OWN_ATTRIBUTES) attributes[name] = config[name] ?? null;
  for (const name of changes) attributes[toAttributeName(name)] = toRuleAttributes(settingOf(config, name));
  for (const name of listOpen(changes, config, isReleased)) {
    attributes[toAttributeName(name)] = toRuleAttributes(after?.settings[name]);
  }
  // After an apply, the state is known even if it was not after an import (rule K-6b).
  if (after !== undefined && !endsSwitching) attributes["state"] ??= after.settings.state;
  const managesNow = settingOf(config, "requiredStatuses") !== undefined;
  return {
    resource: { attributes, isTainted: false, managesStatuses: managesNow },
    queues: after === undefined ? queues : new Map([...queues, [key, after]]),
    error: undefined,
    writes,
  };
}

/** Lists what is unknown before the update: followers of a changed setting, and released statuses. */
function listOpen(
  changes: readonly SettingName[],
  config: QueueConfig,
  isReleased: boolean,
): readonly SettingName[] {
  const followers = changes.flatMap((name) => SETTINGS_THAT_FOLLOW.get(name) ?? []);
  const open = followers.filter((name) => settingOf(config, name) === undefined);
  return isReleased ? [...open, "requiredStatuses"] : open;
}

function updated(
  queue: ObservedQueue,
  settings: QueueRecord,
  additional: Attributes,
  isReleased: boolean,
  inherited: readonly string[],
): ObservedQueue {
  const merged = { ...queue.settings, ...settings };
  return {
    ...queue,
    additional: { ...queue.additional, ...additional },
    settings: isReleased ? { ...merged, requiredStatuses: inherited } : merged,
    hasOwnStatuses: !isReleased && (queue.hasOwnStatuses || settings.requiredStatuses !== undefined),
  };
}

/** Returns the state of a queue. */
export function fromQueue(queue: ObservedQueue): Attributes {
  const toValue = (name: SettingName): unknown => toRuleAttributes(queue.settings[name]);
  return Object.fromEntries(SETTING_NAMES.map((name) => [toAttributeName(name), toValue(name)]));
}

function pick(settings: QueueRecord, isWanted: (name: SettingName) => boolean): QueueRecord {
  const entries = SETTING_NAMES.filter((name) => settings[name] !== undefined && isWanted(name));
  return Object.fromEntries(entries.map((name) => [name, settings[name]]));
}

function without(queues: Queues, key: string): Queues {
  return new Map([...queues].filter(([other]) => other !== key));
}
