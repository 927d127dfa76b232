import { InvalidArgumentError } from "commander";
import {
  SIMULATED_SETTING_NAMES,
  type SimulatedSettingName,
  type SimulatedSettings,
} from "../../foresight/drive/simulated-settings";
import { toAttributeName } from "../../queue/attribute-name";
import type { SettingDefinition } from "../../queue/setting-definition";
import {
  ASSUMED_DEFAULTS,
  SETTING_NAMES,
  SETTINGS,
  type SettingName,
  tryFindSetting,
} from "../../queue/settings";
import { checkSetting } from "../../queue/validate-settings";
import { quote } from "../../text/quote";
import { suggestName } from "../../text/suggest-name";

/** Settings by wire name; of several values of a setting, the last one counts. */
export type GivenSettings = ReadonlyMap<SettingName, unknown>;

/** Adds a setting of `--set`, `NAME=VALUE`; names as in the interface or in Terraform. */
export function collectSetting(text: string, collected: GivenSettings = new Map()): GivenSettings {
  return collectValue(text, collected, () => false);
}

/** As {@link collectSetting}, of `--now`: a queue may also have the value of a new one that no request can set. */
export function collectPresentSetting(text: string, collected: GivenSettings = new Map()): GivenSettings {
  return collectValue(text, collected, isDefault);
}

function collectValue(
  text: string,
  collected: GivenSettings,
  isAllowed: (name: SettingName, value: unknown) => boolean,
): GivenSettings {
  const at = text.indexOf("=");
  if (at === -1)
    throw new InvalidArgumentError("It must be the name of a setting, an equals sign and its value.");
  const setting = findGivenSetting(text.slice(0, at));
  const value = parseValue(setting, text.slice(at + 1));
  const messages = isAllowed(setting.name, value) ? [] : checkSetting(setting, value);
  if (messages.length > 0) throw new InvalidArgumentError(messages.join(" "));
  return new Map([...collected, [setting.name, value]]);
}

/** Adds the wire name of a setting of `--keep`, which a simulation must use. */
export function collectSimulatedName(
  text: string,
  collected: readonly SimulatedSettingName[] = [],
): readonly SimulatedSettingName[] {
  const name = SIMULATED_SETTING_NAMES.find((each) => each === findGivenSetting(text).name);
  if (name !== undefined) return [...collected, name];
  throw new InvalidArgumentError(`It must be one of ${SIMULATED_SETTING_NAMES.join(", ")}.`);
}

/** Finds a setting by its wire name or its name in Terraform. */
function findGivenSetting(name: string): SettingDefinition & { readonly name: SettingName } {
  const found = SETTINGS.find((setting) => setting.name === name || toAttributeName(setting.name) === name);
  if (found !== undefined) return found;
  throw new InvalidArgumentError(`There is no setting ${quote(name)}.${suggestName(name, SETTING_NAMES)}`);
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
