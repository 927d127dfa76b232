import { ASSUMED_DEFAULTS } from "./assumed-defaults";
import { isSameSetting } from "./diff-settings";
import type { QueueRecord, SettingName, SettingValue } from "./settings";
import { findSetting, SETTING_NAMES } from "./settings";

/** A setting of a queue that the queue which replaces it does not get. */
export interface ReplacementLoss {
  /** Wire name. */
  readonly name: SettingName;
  /** What the queue has that is replaced. */
  readonly value: SettingValue;
}

/**
 * Finds what a replacement does not carry over: settings that are not declared and differ from what a new queue gets,
 * as far as that is known. A transient state and an empty list are not among them.
 * @param before - settings of the queue that is replaced
 * @param isDeclared - whether the new queue gets its value from the declaration
 * @returns in the order of the settings table
 */
export function findReplacementLosses(
  before: QueueRecord,
  isDeclared: (name: SettingName) => boolean,
): ReplacementLoss[] {
  const defaults: QueueRecord = ASSUMED_DEFAULTS;
  return SETTING_NAMES.flatMap((name) => {
    const value = before[name];
    if (value === undefined || isDeclared(name) || isTransient(name, value) || isEmpty(value)) return [];
    const assumed = defaults[name];
    return assumed !== undefined && isSameSetting(name, value, assumed) ? [] : [{ name, value }];
  });
}

/** A new queue requires no less than a queue without any required status. */
function isEmpty(value: SettingValue): boolean {
  return typeof value === "object" && value.length === 0;
}

function isTransient(name: SettingName, value: SettingValue): boolean {
  const setting = findSetting(name);
  return setting.kind === "enum" && setting.transientValues.some((word) => word === value);
}
