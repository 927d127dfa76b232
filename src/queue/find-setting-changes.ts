import { toCanonicalJson } from "../text/to-canonical-json";
import {
  findSetting,
  type QueueRecord,
  type QueueSettings,
  SETTING_NAMES,
  type SettingName,
  type SettingValue,
} from "./settings";

export interface SettingChange {
  readonly name: SettingName;
  /** The setting's old value; undefined if unknown. */
  readonly before: SettingValue | undefined;
  readonly after: SettingValue;
}

/** Lists the changes that turn `current` into `desired`, in the order of the settings table. */
export function findSettingChanges(current: QueueRecord, desired: QueueSettings): SettingChange[] {
  return SETTING_NAMES.flatMap((name) => {
    const [before, after] = [current[name], desired[name]];
    const isSame = after === undefined || (before !== undefined && isSameSetting(name, before, after));
    return isSame ? [] : [{ name, before, after }];
  });
}

/** Tells whether two values are equal. Ignores their Unicode form, and the order and duplicates in sets. */
export function isSameSetting(name: SettingName, a: SettingValue, b: SettingValue): boolean {
  switch (findSetting(name).kind) {
    case "string":
    case "stringSet":
      return toTextKey(a) === toTextKey(b);
    case "rules":
      return toCanonicalJson(a) === toCanonicalJson(b);
    default:
      return a === b;
  }
}

/** Tells whether a value is a transient state, such as `switching_modes`. */
export function isTransientValue(name: SettingName, value: SettingValue | undefined): boolean {
  const setting = findSetting(name);
  return setting.kind === "enum" && setting.transientValues.some((word) => word === value);
}

function toTextKey(value: SettingValue): string {
  if (typeof value !== "object") return JSON.stringify(String(value).normalize("NFC"));
  return JSON.stringify(toDistinct(value as readonly string[]).sort());
}

/** Returns the elements of a set in their order, but in Unicode NFC and without duplicates. */
export function toDistinct(elements: readonly string[]): string[] {
  return [...new Set(elements.map((element) => element.normalize("NFC")))];
}
