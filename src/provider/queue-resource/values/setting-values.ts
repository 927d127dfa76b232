import { valuesEqual } from "../../../plugin/values/fingerprint-value";
import { getAttribute } from "../../../plugin/values/get-attribute";
import { TfNumber } from "../../../plugin/values/tf-number";
import { isWhollyKnown, type ObjectValue, UNKNOWN, type Value } from "../../../plugin/values/value";
import { toAttributeName } from "../../../queue/attribute-name";
import { toDistinct } from "../../../queue/diff-settings";
import type { SettingDefinition } from "../../../queue/setting-definition";
import { type QueueSettings, SETTINGS, type SettingName, type SettingValue } from "../../../queue/settings";
import type { WantedQueue } from "../../../queue/wanted-queue";
import { toSettingType } from "../../attributes";
import { collectAdditionalSettings } from "./additional-values";

/** Returns the value of a setting's attribute in a configuration, plan or state. */
export function getSetting(object: ObjectValue, name: SettingName): Value {
  return getAttribute(object, toAttributeName(name));
}

/** A row of the settings table. */
type Setting = (typeof SETTINGS)[number];

/** Returns a copy of an object with another value for each setting. */
export function mapSettings(
  object: ObjectValue,
  choose: (setting: Setting, value: Value) => Value,
): Map<string, Value> {
  const result = new Map(object);
  for (const setting of SETTINGS) {
    const name = toAttributeName(setting.name);
    result.set(name, choose(setting, getAttribute(object, name)));
  }
  return result;
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
  isWanted: (setting: Setting, value: Value) => boolean = () => true,
): QueueSettings {
  const entries = SETTINGS.flatMap((setting) => {
    const value = getSetting(object, setting.name);
    const isCollected = value !== null && value !== UNKNOWN && isWanted(setting, value);
    return isCollected ? [[setting.name, toPlainValue(value)] as const] : [];
  });
  return Object.fromEntries(entries);
}

/** Collects the settings, additional ones included, that are wholly known. */
export function collectWanted(object: ObjectValue): Required<WantedQueue> {
  return {
    settings: collectSettings(object, (_setting, value) => isWhollyKnown(value)),
    additionalSettings: collectAdditionalSettings(object),
  };
}

/**
 * Lists the settings that hold strings of the user's own. A provider is not told which values are sensitive, so that
 * it repeats none of theirs.
 * @returns wire names
 */
export function listHidden({ additionalSettings }: WantedQueue): ReadonlySet<string> {
  const own = SETTINGS.filter(({ kind }) => kind === "string" || kind === "stringSet");
  return new Set([...own.map(({ name }) => name), ...(additionalSettings?.keys() ?? [])]);
}
