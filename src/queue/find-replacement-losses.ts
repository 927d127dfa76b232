import { isSameSetting, isTransientValue } from "./find-setting-changes";
import {
  assumeDefaults,
  type QueueRecord,
  SETTING_NAMES,
  type SettingName,
  type SettingValue,
} from "./settings";

/** A setting that is lost when the queue is replaced, and the old value of the setting. */
export interface ReplacementLoss {
  readonly name: SettingName;
  readonly value: SettingValue;
}

/** Finds undeclared settings that differ from assumed defaults. Skips transient states and empty lists. */
export function findReplacementLosses(
  before: QueueRecord,
  isDeclared: (name: SettingName) => boolean,
): ReplacementLoss[] {
  const defaults = assumeDefaults(before);
  return SETTING_NAMES.flatMap((name) => {
    const value = before[name];
    const isEmpty = typeof value === "object" && value.length === 0;
    if (value === undefined || isDeclared(name) || isTransientValue(name, value) || isEmpty) return [];
    const assumed = defaults[name];
    return assumed !== undefined && isSameSetting(name, value, assumed) ? [] : [{ name, value }];
  });
}
