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
 * as far as that is known. A transient state is not one of them.
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
    if (value === undefined || isDeclared(name) || isTransient(name, value)) return [];
    const assumed = defaults[name];
    return assumed !== undefined && isSameSetting(name, value, assumed) ? [] : [{ name, value }];
  });
}

function isTransient(name: SettingName, value: SettingValue): boolean {
  const setting = findSetting(name);
  return setting.kind === "enum" && setting.transientValues.some((word) => word === value);
}
