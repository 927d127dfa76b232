import { valuesEqual } from "../../../plugin/values/fingerprint-value";
import { getAttribute } from "../../../plugin/values/get-attribute";
import { TfNumber } from "../../../plugin/values/tf-number";
import { type ObjectValue, UNKNOWN, type Value } from "../../../plugin/values/value";
import { toAttributeName } from "../../../queue/attribute-name";
import { toDistinct } from "../../../queue/diff-settings";
import type { SettingDefinition } from "../../../queue/setting-definition";
import {
  type QueueRecord,
  type QueueSettings,
  SETTINGS,
  type SettingName,
  type SettingValue,
} from "../../../queue/settings";
import type { WantedQueue } from "../../../queue/wanted-queue";
import { toSettingType } from "../../attributes";

/** Returns the value of a setting's attribute in a configuration, plan or state. */
export function getSetting(object: ObjectValue, name: SettingName): Value {
  return getAttribute(object, toAttributeName(name));
}

/** Tells whether two values of a setting's attribute mean the same to Terraform. */
export function isSameValue(setting: SettingDefinition, a: Value, b: Value): boolean {
  return valuesEqual(a, b, toSettingType(setting));
}

/**
 * Returns a known Terraform value as plain JavaScript: numbers as numbers where they are safe integers, else
 * as their text, so that validation can show and refuse them; sets as arrays without their unknown elements.
 */
export function toPlainValue(value: Value): unknown {
  if (value instanceof TfNumber) return value.toSafeInteger() ?? value.text;
  if (Array.isArray(value)) {
    return (value as readonly Value[]).filter((element) => element !== UNKNOWN).map(toPlainValue);
  }
  return value;
}

/** Returns a value that the service gave, or null for none, as a Terraform value. */
export function fromSettingValue(value: SettingValue | undefined): Value {
  if (value === undefined) return null;
  if (typeof value === "number") return TfNumber.of(value);
  if (typeof value === "object") return toDistinct(value);
  return value;
}

/**
 * Collects the settings of an object that are set: neither null nor unknown.
 * The values have passed validation, so that their types are those of the table.
 */
export function collectSettings(
  object: ObjectValue,
  isWanted: (setting: SettingDefinition & { readonly name: SettingName }, value: Value) => boolean = () =>
    true,
): QueueSettings {
  const entries: [SettingName, unknown][] = [];
  for (const setting of SETTINGS) {
    const value = getSetting(object, setting.name);
    if (value === null || value === UNKNOWN || !isWanted(setting, value)) continue;
    entries.push([setting.name, toPlainValue(value)]);
  }
  return Object.fromEntries(entries);
}

/** Returns the settings that a state holds, as a record to compare with. */
export function toRecord(state: ObjectValue): QueueRecord {
  return collectSettings(state);
}

/**
 * Lists the settings that hold strings of the user's own. A provider is not told which values are sensitive, so that
 * it repeats none of theirs.
 * @returns wire names
 */
export function listHidden({ additionalSettings }: WantedQueue): ReadonlySet<string> {
  const own = SETTINGS.filter(({ kind }) => kind === "string" || kind === "stringSet").map(
    ({ name }) => name,
  );
  return new Set([...own, ...(additionalSettings?.keys() ?? [])]);
}
