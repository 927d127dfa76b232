import type { SimulatedSettings } from "../../foresight/drive/simulated-settings";
import { ASSUMED_DEFAULTS } from "../../queue/assumed-defaults";
import { toAttributeName } from "../../queue/attribute-name";
import type { Finding } from "../../queue/finding";
import type { SettingDefinition } from "../../queue/setting-definition";
import { SETTING_NAMES, SETTINGS, type SettingName, tryFindSetting } from "../../queue/settings";
import { checkSetting } from "../../queue/validate-settings";
import { quote } from "../../text/quote";
import { suggestName } from "../../text/suggest-name";

/** Settings by wire name; of several values of a setting, the last one counts. */
export type GivenSettings = ReadonlyMap<SettingName, unknown>;

/**
 * Reads settings from the command line.
 * @param option - `--now` or `--set`. Now, a setting may also have the value of a new queue that no request can set
 * @param texts - `NAME=VALUE` each; names as in the interface or in Terraform
 * @param findings - gets all problems
 */
export function readSettings(
  option: "--now" | "--set",
  texts: readonly string[],
  findings: Finding[],
): GivenSettings {
  const settings = new Map<SettingName, unknown>();
  for (const text of texts) {
    const at = text.indexOf("=");
    if (at === -1) {
      const message = `Must be the name of a setting, an equals sign and its value, got ${quote(text)}.`;
      findings.push({ path: [option], message });
      continue;
    }
    const name = text.slice(0, at);
    const setting = tryFindGivenSetting(name);
    if (setting === undefined) {
      const message = `There is no setting of this name.${suggestName(name, SETTING_NAMES)}`;
      findings.push({ path: [option, name], message });
      continue;
    }
    const value = parseValue(setting, text.slice(at + 1));
    const isPresent = option === "--now" && isDefault(setting.name, value);
    const messages = isPresent ? [] : checkSetting(setting, value);
    findings.push(...messages.map((message) => ({ path: [option, name], message })));
    settings.set(setting.name, value);
  }
  return settings;
}

/** Looks up a setting by its wire name or its name in Terraform. @returns undefined if it is not in the table */
export function tryFindGivenSetting(name: string): ReturnType<typeof tryFindSetting> {
  return SETTINGS.find((setting) => setting.name === name || toAttributeName(setting.name) === name);
}

/** Returns the value that a text stands for; the text itself if it stands for none, for the message about it. */
function parseValue({ kind }: SettingDefinition, text: string): unknown {
  switch (kind) {
    case "integer":
      return /^-?\d{1,12}$/.test(text) ? Number(text) : text;
    case "boolean":
      return text === "true" || text === "false" ? text === "true" : text;
    case "enum":
    case "string":
      return text;
    case "stringSet":
      return text === "" ? [] : text.split(",");
  }
}

/** A new queue has a pending failure depth of 0, which can be read but not requested. */
function isDefault(name: SettingName, value: unknown): boolean {
  return (ASSUMED_DEFAULTS as Partial<Record<SettingName, unknown>>)[name] === value;
}

/** Returns whether a value of a queue can be simulated: services may show others than can be requested. */
export function isSimulated<Name extends keyof SimulatedSettings>(
  name: Name,
  value: unknown,
): value is SimulatedSettings[Name] {
  const setting = tryFindSetting(name);
  return setting !== undefined && (isDefault(name, value) || checkSetting(setting, value).length === 0);
}
