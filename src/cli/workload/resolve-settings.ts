import {
  SIMULATED_SETTING_NAMES,
  type SimulatedSettingName,
  type SimulatedSettings,
} from "../../foresight/simulated-settings";
import { MergeQueueError } from "../../queue/merge-queue-error";
import type { SettingDefinition } from "../../queue/setting-definition";
import {
  ASSUMED_DEFAULTS,
  assumeDefaults,
  type QueueRecord,
  type SettingName,
  tryFindSetting,
} from "../../queue/settings";
import { checkSetting } from "../../queue/validate-settings";
import { quote } from "../../text/quote";

/** Some settings by wire name, from a service or a command line. */
export type SomeSettings = Readonly<Partial<Record<SettingName, unknown>>>;

export interface ResolvedSettings {
  readonly settings: SimulatedSettings;
  /** Names of the settings that were not given. These settings have the published defaults. */
  readonly defaulted: readonly SimulatedSettingName[];
}

/** @throws MergeQueueError `invalid_configuration` if a service shows a value that cannot be simulated */
export function resolveSettings(given: SomeSettings): ResolvedSettings {
  const own = pickSimulatedSettings(given);
  for (const [name, value] of Object.entries(own)) {
    const setting = tryFindSetting(name);
    if (setting === undefined || checkPresentSetting(setting, value).length === 0) continue;
    const message = `${name}: The queue has ${quote(value)}, which cannot be simulated. Give --now ${name}=VALUE.`;
    throw new MergeQueueError("invalid_configuration", message);
  }
  return {
    // Each value was checked against the table.
    settings: { ...pickSimulatedSettings(assumeDefaults(own as QueueRecord)), ...own } as SimulatedSettings,
    defaulted: SIMULATED_SETTING_NAMES.filter((name) => given[name] === undefined),
  };
}

export function pickSimulatedSettings<Settings extends SomeSettings>(
  settings: Settings,
): { readonly [Name in SimulatedSettingName]?: NonNullable<Settings[Name]> } {
  const names = SIMULATED_SETTING_NAMES.filter((name) => settings[name] !== undefined);
  return Object.fromEntries(names.map((name) => [name, settings[name]]));
}

/** Like `checkSetting`, but accepts all defaults, even one that no request may contain (failure depth 0). */
export function checkPresentSetting(
  setting: SettingDefinition & { readonly name: SettingName },
  value: unknown,
): readonly string[] {
  const isDefault = (ASSUMED_DEFAULTS as SomeSettings)[setting.name] === value;
  return isDefault ? [] : checkSetting(setting, value);
}
