import { InvalidArgumentError } from "commander";
import { SIMULATED_SETTING_NAMES, type SimulatedSettingName } from "../../foresight/drive/simulated-settings";
import { toAttributeName } from "../../queue/attribute-name";
import type { SettingDefinition } from "../../queue/setting-definition";
import { SETTING_NAMES, SETTINGS, type SettingName } from "../../queue/settings";
import { checkSetting } from "../../queue/validate-settings";
import { quote } from "../../text/quote";
import { suggestName } from "../../text/suggest-name";
import { checkPresentSetting, type SomeSettings } from "../workload/resolve-settings";

/** Adds a setting of `--set`, `NAME=VALUE`, names as in the interface or in Terraform. The last value of a setting counts. */
export function collectSetting(text: string, collected: SomeSettings = {}): SomeSettings {
  return collectValue(text, collected, checkSetting);
}

/** As {@link collectSetting}, of `--now`. */
export function collectPresentSetting(text: string, collected: SomeSettings = {}): SomeSettings {
  return collectValue(text, collected, checkPresentSetting);
}

function collectValue(
  text: string,
  collected: SomeSettings,
  check: typeof checkPresentSetting,
): SomeSettings {
  const at = text.indexOf("=");
  if (at === -1)
    throw new InvalidArgumentError("It must be the name of a setting, an equals sign and its value.");
  const setting = findGivenSetting(text.slice(0, at));
  const value = parseValue(setting, text.slice(at + 1));
  const messages = check(setting, value);
  if (messages.length > 0) throw new InvalidArgumentError(messages.join(" "));
  return { ...collected, [setting.name]: value };
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

function findGivenSetting(name: string): SettingDefinition & { readonly name: SettingName } {
  const found = SETTINGS.find((setting) => setting.name === name || toAttributeName(setting.name) === name);
  if (found !== undefined) return found;
  throw new InvalidArgumentError(`There is no setting ${quote(name)}.${suggestName(name, SETTING_NAMES)}`);
}

/** Returns the value that a text stands for; the text itself if it stands for none, for the message about it. */
function parseValue({ kind }: SettingDefinition, text: string): unknown {
  if (kind === "integer" && /^-?\d{1,12}$/.test(text)) return Number(text);
  if (kind === "boolean" && (text === "true" || text === "false")) return text === "true";
  if (kind !== "stringSet") return text;
  return text === "" ? [] : text.split(",");
}
