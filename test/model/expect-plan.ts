import { toAttributeName } from "../../src/queue/attribute-name";
import { toRuleAttributes } from "../../src/queue/batching-rule";
import { findSetting, SETTING_NAMES, type SettingName } from "../../src/queue/settings";
import { checkSetting } from "../../src/queue/validate-settings";
import type { QueueConfig } from "./command";
import {
  type Attributes,
  isSame,
  keyOf,
  type ModelResource,
  OWN_ATTRIBUTES,
  readAdditional,
  settingOf,
  toAdditional,
  toIdentityAttributes,
} from "./model-values";
import type { ObservedQueue, PlannedAction } from "./world";

/**
 * Returns a resource after reading, with the queue's values; undefined if the queue does not exist (promise
 * K-4).
 */
export function expectRead(
  resource: ModelResource | undefined,
  queue: ObservedQueue | undefined,
): ModelResource | undefined {
  if (resource === undefined || queue === undefined) return undefined;
  const shown = SETTING_NAMES.map((name): [string, unknown] => {
    const attribute = toAttributeName(name);
    const before = resource.attributes[attribute];
    // A transient state keeps the earlier one (rule F-25), and a read no state (rule K-6b).
    const isHidden = name === "state" && (queue.isSwitching || before === null);
    return [attribute, isHidden ? before : toRuleAttributes(queue.settings[name])];
  });
  const additional = { additional_settings: readAdditional(resource.attributes, queue.additional) };
  return { ...resource, attributes: { ...resource.attributes, ...Object.fromEntries(shown), ...additional } };
}

/** Returns a resource after an import: no state, and nothing that validation would refuse (rule K-6b). */
export function expectImport(queue: ObservedQueue | undefined): ModelResource | undefined {
  if (queue === undefined) return undefined;
  const shown = SETTING_NAMES.map((name): [string, unknown] => {
    const value = queue.settings[name];
    const isValid = checkSetting(findSetting(name), value).length === 0;
    return [toAttributeName(name), isValid && name !== "state" ? toRuleAttributes(value) : null];
  });
  return {
    attributes: { ...toIdentityAttributes(queue.identity), ...Object.fromEntries(shown) },
    isTainted: false,
    managesStatuses: false,
  };
}

/** Lists the settings that an update sends: configured ones that differ (rule K-2). */
export function listChanges(resource: ModelResource, config: QueueConfig): SettingName[] {
  return SETTING_NAMES.filter((name) => {
    const wanted = settingOf(config, name);
    return wanted !== undefined && !isSame(name, wanted, settingOf(resource.attributes, name));
  });
}

/** Returns the additional settings that an update sends. */
export function pickAdditionalChanges(present: Attributes, config: QueueConfig): Attributes {
  const changed = Object.entries(toAdditional(config)).filter(
    ([name, value]) => !isSame(name, value, present[name]),
  );
  return Object.fromEntries(changed);
}

/** Whether an update removes the queue's own required statuses. */
export function isReleasing(resource: ModelResource, config: QueueConfig, managesStatuses: boolean): boolean {
  return (
    managesStatuses &&
    settingOf(config, "requiredStatuses") === undefined &&
    settingOf(resource.attributes, "requiredStatuses") !== undefined
  );
}

/**
 * Returns the action of a plan; undefined if the address is not in it.
 * @param resource - after reading
 * @param config - undefined if it is not declared
 * @param managesStatuses - to assume where the resource does not know
 */
export function expectAction(
  resource: ModelResource | undefined,
  config: QueueConfig | undefined,
  isReplaced: boolean,
  managesStatuses: boolean,
): PlannedAction | undefined {
  if (resource === undefined) return config === undefined ? undefined : "create";
  if (config === undefined) return "delete";
  if (resource.isTainted || isReplaced || keyOf(config) !== keyOf(resource.attributes)) return "replace";
  const isChanged =
    listChanges(resource, config).length > 0 ||
    OWN_ATTRIBUTES.some((name) => !isSame(name, config[name], resource.attributes[name])) ||
    isReleasing(resource, config, managesStatuses);
  return isChanged ? "update" : "no-op";
}
