import { isSameSetting } from "./diff-settings";
import {
  assumeDefaults,
  findSetting,
  type QueueRecord,
  SETTING_NAMES,
  type SettingName,
  type SettingValue,
} from "./settings";

/** A setting of a replaced queue that the new queue does not get. */
export interface ReplacementLoss {
  /** Wire name. */
  readonly name: SettingName;
  /** The replaced queue's value. */
  readonly value: SettingValue;
}

/**
 * Finds the settings that a replacement loses, in the order of the table: those that are not declared and differ from the
 * assumed defaults, except a transient state and an empty list.
 */
export function findReplacementLosses(
  before: QueueRecord,
  isDeclared: (name: SettingName) => boolean,
): ReplacementLoss[] {
  const defaults = assumeDefaults(before);
  return SETTING_NAMES.flatMap((name) => {
    const value = before[name];
    if (value === undefined || isDeclared(name) || isTransient(name, value) || isEmpty(value)) return [];
    const assumed = defaults[name];
    return assumed !== undefined && isSameSetting(name, value, assumed) ? [] : [{ name, value }];
  });
}

function isEmpty(value: SettingValue): boolean {
  return typeof value === "object" && value.length === 0;
}

function isTransient(name: SettingName, value: SettingValue): boolean {
  const setting = findSetting(name);
  return setting.kind === "enum" && setting.transientValues.some((word) => word === value);
}
