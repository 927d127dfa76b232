import { toAttributeName } from "../../src/queue/attribute-name";
import { fromRuleAttributes } from "../../src/queue/batching-rule";
import { TIMED_OPERATIONS } from "../../src/queue/check-attributes";
import { formatQueueId, type QueueIdentity, toIdentityKey } from "../../src/queue/queue-identity";
import { type QueueRecord, SETTING_NAMES, type SettingName } from "../../src/queue/settings";
import type { QueueConfig } from "./command";
import type { ObservedQueue, ObservedResource } from "./world";

/** Attributes of a configuration or state as JSON; absent is null. */
export type Attributes = { readonly [attribute: string]: unknown };

/** A resource in the state. */
export interface ModelResource extends ObservedResource {
  /**
   * Whether required statuses were configured when it was last created or updated; undefined if a kill or a
   * failure leaves that unknown.
   */
  readonly managesStatuses: boolean | undefined;
}

/** Queues by identity key. */
export type Queues = ReadonlyMap<string, ObservedQueue>;

/** Attributes whose value is the configured one, or null. */
export const OWN_ATTRIBUTES = ["deletion_policy", "on_existing", "timeouts", "additional_settings"] as const;

/** Puts queues into a map. */
export function toQueues(list: readonly ObservedQueue[]): Queues {
  return new Map(list.map((queue) => [toIdentityKey(queue.identity), queue]));
}

/** Returns the identity in attributes. */
export function toIdentity(attributes: Attributes): QueueIdentity {
  return {
    repo: attributes["repo"] as QueueIdentity["repo"],
    targetBranch: attributes["target_branch"] as string,
  };
}

/** Returns the attributes of an identity, spelled the same. */
export function toIdentityAttributes(identity: QueueIdentity): Attributes {
  return { id: formatQueueId(identity), repo: identity.repo, target_branch: identity.targetBranch };
}

/** Returns the key of a resource's or configuration's queue. */
export function keyOf(attributes: Attributes): string {
  return toIdentityKey(toIdentity(attributes));
}

/** Returns an attribute's value as a setting; undefined for null. */
export function settingOf(attributes: Attributes, name: SettingName): unknown {
  return fromRuleAttributes(attributes[toAttributeName(name)] ?? undefined);
}

/** Returns the settings that are configured, by wire name, as they are sent. */
export function toSettings(config: QueueConfig): QueueRecord {
  const entries = SETTING_NAMES.map((name) => [name, settingOf(config, name)] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

/** Returns the additional settings of a configuration or state, by wire name. */
export function toAdditional(attributes: Attributes): Attributes {
  const value = (attributes["additional_settings"] ?? {}) as Attributes;
  // The state has its type beside the value, as `dynamic` or `type`.
  return ("dynamic" in value || "type" in value ? value["value"] : value) as Attributes;
}

/** Returns the `additional_settings` of a state with the values of a queue, for the names in the state. */
export function readAdditional(attributes: Attributes, shown: Attributes): unknown {
  if (attributes["additional_settings"] === undefined || attributes["additional_settings"] === null)
    return null;
  const names = Object.keys(toAdditional(attributes)).filter((name) => name in shown);
  return Object.fromEntries(names.map((name) => [name, shown[name]]));
}

/** Returns all configured settings of a queue, as they are sent. */
export function toFields(config: QueueConfig): Attributes {
  return { ...toSettings(config), ...toAdditional(config) };
}

/** Returns a canonical string for a value: equal for equal values. */
function toText(attribute: string, value: unknown): string {
  if (value === undefined || value === null) return "null";
  if (attribute === "required_statuses" || attribute === "requiredStatuses") {
    return JSON.stringify([...new Set(value as readonly string[])].sort());
  }
  if (attribute === "timeouts") {
    const timeouts = value as Attributes;
    return JSON.stringify(TIMED_OPERATIONS.map((name) => timeouts[name] ?? null));
  }
  if (attribute === "additional_settings") return toOrderedText(toAdditional({ [attribute]: value }));
  return toOrderedText(value);
}

/** Tells whether two values of an attribute, or of the setting of a wire name, mean the same. */
export function isSame(attribute: string, a: unknown, b: unknown): boolean {
  return toText(attribute, a) === toText(attribute, b);
}

function toOrderedText(value: unknown): string {
  return JSON.stringify(value, (_key, item: unknown) =>
    typeof item === "object" && item !== null && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))
      : item,
  );
}

/** Lists the attributes in which two objects differ, with both values. */
export function listDifferences(expected: Attributes, actual: Attributes): string[] {
  const names = new Set([...Object.keys(expected), ...Object.keys(actual)]);
  return [...names]
    .filter((name) => !isSame(name, expected[name], actual[name]))
    .map((name) => `${name} is ${toText(name, actual[name])} instead of ${toText(name, expected[name])}`);
}
