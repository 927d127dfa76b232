import { quote } from "../text/quote";
import { suggestName } from "../text/suggest-name";
import { checkRules } from "./batching-rule";
import type { Finding } from "./finding";
import type { EnumSetting, SettingDefinition } from "./setting-definition";
import { findSetting, SETTING_NAMES, type SettingName, tryFindSetting } from "./settings";

/** Checks names and values of settings, and skips undefined ones. @returns all problems, in input order */
export function validateSettings(settings: object): Finding[] {
  return (Object.entries(settings) as [string, unknown][]).flatMap(([name, value]) => {
    if (value === undefined) return [];
    const setting = tryFindSetting(name);
    const messages =
      setting === undefined
        ? [`There is no setting of this name.${suggestName(name, SETTING_NAMES)}`]
        : checkSetting(setting, value);
    return messages.map((message) => ({ path: [name], message }));
  });
}

/** Returns a sentence if only the second interface accepts a value, and not the first. */
export function findFirstProblem(name: SettingName, value: unknown): string | undefined {
  const setting = findSetting(name);
  if (!("firstMin" in setting) || typeof value !== "number" || value >= setting.firstMin) return undefined;
  const { firstMin, unit } = setting;
  return `The first interface takes ${firstMin} or more ${unit} here, and not ${value}. Only the second interface takes ${value}.`;
}

/** Checks one value of one setting. @returns a sentence for each problem */
export function checkSetting(setting: SettingDefinition, value: unknown): string[] {
  switch (setting.kind) {
    case "integer": {
      const { unit, min, max } = setting;
      if (Number.isInteger(value) && (value as number) >= min && (value as number) <= max) return [];
      return [`Must be a whole number (${unit}) from ${min} to ${max}, got ${quote(value)}.`];
    }
    case "boolean":
      return typeof value === "boolean" ? [] : [`Must be true or false, got ${quote(value)}.`];
    case "enum":
      return checkEnum(setting, value);
    case "string":
      return typeof value === "string" ? [] : [`Must be a string, got ${quote(value)}.`];
    case "stringSet":
      return checkStringSet(value);
    case "rules":
      return checkRules(value, setting.policies);
  }
}

function checkEnum({ values, transientValues }: EnumSetting, value: unknown): string[] {
  if (typeof value === "string" && values.includes(value)) return [];
  const allowed = `Must be one of ${values.map((word) => JSON.stringify(word)).join(", ")}`;
  if (typeof value !== "string" || !transientValues.includes(value))
    return [`${allowed}, got ${quote(value)}.${suggestName(String(value), values)}`];
  const why = "is a transient state: the service reports it, but it cannot be requested.";
  return [`${quote(value)} ${why} ${allowed}.`];
}

/** Findings name an element by its value, because the elements of a set have no index. */
function checkStringSet(value: unknown): string[] {
  if (!Array.isArray(value)) return [`Must be a list of strings, got ${quote(value)}.`];
  const messages = (value as readonly unknown[]).flatMap((element) => {
    if (element === null) return ["Must not contain null; leave it out."];
    if (typeof element !== "string") return [`Must contain only strings, got ${quote(element)} among them.`];
    if (element.trim() !== "") return [];
    return [`Must contain only non-empty names, got ${quote(element)} among them; leave it out.`];
  });
  return [...new Set(messages)];
}
