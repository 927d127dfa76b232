import { listChangedSettings, type SimulatedSettings } from "../../foresight/drive/simulated-settings";

/** Lists the settings that differ: `concurrency 2 → 4`. */
export function listSettingChanges(now: SimulatedSettings, then: SimulatedSettings): string[] {
  return listChangedSettings(now, then).map((name) => `${name} ${now[name]} → ${then[name]}`);
}
