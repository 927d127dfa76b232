import type { QueueRecord, QueueSettings, SettingName, SettingValue } from "./settings";
import { findSetting, SETTING_NAMES } from "./settings";

/** One setting that a plan changes. */
export interface SettingChange {
  /** Wire name. */
  readonly name: SettingName;
  /** Value that the queue has, undefined where it is not known. */
  readonly before: SettingValue | undefined;
  /** Value that is wanted. */
  readonly after: SettingValue;
}

/**
 * Compares what is wanted with what is there. A setting that `desired` leaves out is not managed and never
 * in the result. `diffSettings(x, x)` is empty, and applying the result to `current` leaves no difference.
 * @returns the changes in the order of the settings table
 */
export function diffSettings(current: QueueRecord, desired: QueueSettings): SettingChange[] {
  const changes: SettingChange[] = [];
  for (const name of SETTING_NAMES) {
    const after = desired[name];
    if (after === undefined) continue;
    const before = current[name];
    if (before === undefined || !isSameSetting(name, before, after)) changes.push({ name, before, after });
  }
  return changes;
}

/**
 * Tells whether two values of a setting mean the same: sets without regard to order and duplicates; strings after Unicode normalisation (NFC).
 */
export function isSameSetting(name: SettingName, a: SettingValue, b: SettingValue): boolean {
  switch (findSetting(name).kind) {
    case "integer":
    case "boolean":
    case "enum":
      return a === b;
    case "stringSet":
      return toSetKey(a) === toSetKey(b);
  }
}

function toSetKey(value: SettingValue): string {
  if (typeof value !== "object") return JSON.stringify(value);
  return JSON.stringify([...new Set(value.map((element) => element.normalize("NFC")))].sort());
}
