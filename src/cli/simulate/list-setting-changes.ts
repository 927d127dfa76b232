import { SIMULATED_SETTING_NAMES, type SimulatedSettings } from "../../foresight/drive/simulated-settings";

/** Lists the settings that differ: `concurrency 2 → 4`. */
export function listSettingChanges(now: SimulatedSettings, then: SimulatedSettings): string[] {
  return SIMULATED_SETTING_NAMES.filter((name) => now[name] !== then[name]).map(
    (name) => `${name} ${now[name]} → ${then[name]}`,
  );
}
