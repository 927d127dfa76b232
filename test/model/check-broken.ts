import { toAttributeName } from "../../src/queue/attribute-name";
import { ASSUMED_DEFAULTS, SETTING_NAMES } from "../../src/queue/settings";
import type { QueueConfig, Trouble } from "./command";
import { type Change, CREATE_FIELDS, createdQueue, fromQueue, type Outcome } from "./expect-apply";
import {
  type Attributes,
  keyOf,
  listDifferences,
  type ModelResource,
  type Queues,
  readAdditional,
  toIdentity,
  toIdentityAttributes,
} from "./model-values";
import { limitNumbers } from "./trouble";
import type { ObservedQueue, ObservedResource } from "./world";

/** A possible result of a failed change. */
interface Ending {
  readonly resource: ObservedResource | undefined;
  readonly queue: ObservedQueue | undefined;
}

/** The facts about a fault during one change. */
export interface Breakage {
  /** The result of the change if there is no trouble. */
  readonly exact: Outcome;
  /** Queues when the apply began. */
  readonly before: Queues;
  readonly inherited: readonly string[];
  /** The trouble. */
  readonly trouble: Trouble | undefined;
  /** Whether the provider was killed, or the response to a write of this queue that took effect was lost. */
  readonly isCutOff: boolean;
}

/**
 * Lists what is wrong after a failed change. The change must be complete, absent, or stopped between two
 * steps. The state must match what is there, or what was there before. A created queue must be in the state
 * unless the response was lost.
 */
export function checkBroken(
  change: Change,
  breakage: Breakage,
  resource: ObservedResource | undefined,
  queues: Queues,
): string[] {
  const { exact, before } = breakage;
  const keys = new Set(
    [change.resource?.attributes, change.config].flatMap((it) => (it === undefined ? [] : [keyOf(it)])),
  );
  const faults: string[] = [];
  // The queue that the resource had before it was changed to another one.
  const old = change.resource === undefined ? undefined : keyOf(change.resource.attributes);
  const key = change.config === undefined ? old : keyOf(change.config);
  for (const other of keys) {
    if (other === key) continue;
    const now = queues.get(other);
    const isLegal = [before.get(other), exact.queues.get(other)].some((queue) =>
      isSameQueueState(queue, now),
    );
    if (!isLegal) faults.push(`${other} is neither unchanged nor as planned`);
    const isLeft = now !== undefined && isSameQueueState(before.get(other), now);
    if (isLeft && resource === undefined && exact.queues.get(other) === undefined) {
      faults.push(`${other} still exists, but is not in the state`);
    }
  }
  if (key === undefined) return faults;
  const now = queues.get(key);
  const endings = listEndings(change, breakage, key, now);
  const isLegal = endings.some(
    (ending) => isSameQueueState(ending.queue, now) && isSameResource(ending.resource, resource),
  );
  if (!isLegal) {
    const closest = endings
      .map((ending) => describeEnding(ending, resource, now))
      .sort((a, b) => a.length - b.length);
    faults.push(`${key} ended in a way that no ${change.action} may: ${closest[0] ?? ""}`);
  }
  return faults;
}

function listEndings(
  change: Change,
  breakage: Breakage,
  key: string,
  now: ObservedQueue | undefined,
): Ending[] {
  const { action, resource, config } = change;
  const { exact, before, trouble, isCutOff } = breakage;
  const was = before.get(key);
  const endings: Ending[] = [
    { resource: exact.resource, queue: exact.queues.get(key) },
    { resource, queue: was },
  ];
  const stored = limitNumbersOf(exact.queues.get(key), was, trouble);
  // After an error, the state is what was read back.
  const readBack = resource === undefined || now === undefined ? resource : withQueue(resource, now);
  if (action === "update") {
    endings.push({ resource: readBack, queue: was }, { resource: readBack, queue: stored });
    if (isCutOff) endings.push({ resource, queue: stored });
  }
  if (action === "delete" && isCutOff) endings.push({ resource, queue: undefined });
  if ((action === "delete" || action === "replace") && resource !== undefined) {
    endings.push(...listDrained(resource, key, was));
  }
  if (action === "create" || action === "replace") {
    if (config === undefined) throw new Error("nothing is declared");
    endings.push(...listCreated(config, breakage, resource));
  }
  return endings;
}

function limitNumbersOf(
  queue: ObservedQueue | undefined,
  was: ObservedQueue | undefined,
  trouble: Trouble | undefined,
): ObservedQueue | undefined {
  return queue && limitNumbers(trouble, was?.settings ?? ASSUMED_DEFAULTS, queue);
}

/** A queue may remain draining if setting it back failed, too. */
function listDrained(resource: ModelResource, key: string, was: ObservedQueue | undefined): Ending[] {
  const { attributes } = resource;
  if (attributes["deletion_policy"] !== "drain" || was === undefined || keyOf(attributes) !== key) return [];
  return [{ resource, queue: { ...was, settings: { ...was.settings, state: "draining" } } }];
}

function listCreated(
  config: QueueConfig,
  { exact, before, inherited, trouble, isCutOff }: Breakage,
  resource: ModelResource | undefined,
): Ending[] {
  const key = keyOf(config);
  const was = before.get(key);
  const isSameKey = resource !== undefined && keyOf(resource.attributes) === key;
  const isAbandoned = resource?.attributes["deletion_policy"] === "abandon";
  // A replaced queue is deleted first; all other queues are not managed and are kept.
  const isDeletedFirst = isSameKey && !isAbandoned;
  if (was !== undefined && !isDeletedFirst) {
    return [
      { resource: undefined, queue: was },
      { resource: undefined, queue: limitNumbersOf(exact.queues.get(key), was, trouble) },
    ];
  }
  const endings: Ending[] = [{ resource: undefined, queue: undefined }];
  const given = { ...config, ...toIdentityAttributes(toIdentity(config)) };
  for (const made of [createdQueue(config, inherited), exact.queues.get(key)]) {
    const queue = limitNumbersOf(made, undefined, trouble);
    if (queue === undefined) continue;
    const additional = { additional_settings: readAdditional(config, queue.additional) };
    const shown = { attributes: { ...given, ...fromQueue(queue), ...additional }, isTainted: true };
    const nothing = { additional_settings: readAdditional(config, {}) };
    const blind = { attributes: { ...given, ...onlySent(config), ...nothing }, isTainted: true };
    endings.push({ resource: shown, queue }, { resource: blind, queue });
    if (isCutOff) endings.push({ resource: undefined, queue });
  }
  if (isCutOff && resource !== undefined) endings.push({ resource, queue: undefined });
  return endings;
}

/** If even a read fails, only the values sent by the creation are known. */
function onlySent(config: Attributes): Attributes {
  const names = SETTING_NAMES.map(toAttributeName);
  const sent = CREATE_FIELDS.map(toAttributeName);
  return Object.fromEntries(names.map((name) => [name, sent.includes(name) ? config[name] : null]));
}

function withQueue(resource: ModelResource, queue: ObservedQueue): ObservedResource {
  const shown = fromQueue(queue);
  const { state: before } = resource.attributes;
  return {
    ...resource,
    attributes: {
      ...resource.attributes,
      ...shown,
      ...(queue.isSwitching ? { state: before } : {}),
      additional_settings: readAdditional(resource.attributes, queue.additional),
    },
  };
}

/** Whether two resources have the same arguments that only Terraform stores. */
export function isSameResource(a: ObservedResource | undefined, b: ObservedResource | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  return a.isTainted === b.isTainted && listDifferences(a.attributes, b.attributes).length === 0;
}

/** Whether two queues have the same settings. */
export function isSameQueueState(a: ObservedQueue | undefined, b: ObservedQueue | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  return (
    a.hasOwnStatuses === b.hasOwnStatuses &&
    listDifferences({ ...a.settings, ...a.additional }, { ...b.settings, ...b.additional }).length === 0
  );
}

/** Describes how a resource and its queue differ from the expected ones. */
export function describeEnding(
  { resource: expected, queue }: Ending,
  resource: ObservedResource | undefined,
  now: ObservedQueue | undefined,
): string {
  const parts = [
    ...describePresence("the resource", expected, resource),
    ...listDifferences(expected?.attributes ?? {}, resource?.attributes ?? {}).filter(
      () => expected !== undefined && resource !== undefined,
    ),
    ...(expected !== undefined && resource !== undefined && expected.isTainted !== resource.isTainted
      ? [`the resource is ${resource.isTainted ? "" : "not "}tainted`]
      : []),
    ...describePresence("the queue", queue, now),
    ...(queue !== undefined && now !== undefined
      ? listDifferences(
          { ...queue.settings, ...queue.additional },
          { ...now.settings, ...now.additional },
        ).map((text) => `the queue's ${text}`)
      : []),
    ...(queue !== undefined && now !== undefined && queue.hasOwnStatuses !== now.hasOwnStatuses
      ? [`the queue has ${now.hasOwnStatuses ? "a" : "no"} list of its own statuses`]
      : []),
  ];
  return parts.join("; ");
}

function describePresence(what: string, expected: unknown, actual: unknown): string[] {
  if ((expected === undefined) === (actual === undefined)) return [];
  return [
    `${what} is ${actual === undefined ? "absent" : "present"} instead of ${expected === undefined ? "absent" : "present"}`,
  ];
}
