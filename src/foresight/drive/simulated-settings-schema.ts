import * as z from "zod";
import { tryFindSetting } from "../../queue/settings";
import { SIMULATED_SETTING_NAMES, type SimulatedSettings } from "./simulated-settings";

/** Schema of the settings that a simulation uses, by wire name. */
export const SIMULATED_SETTINGS_SCHEMA = z.strictObject(
  Object.fromEntries(SIMULATED_SETTING_NAMES.map((name) => [name, toSettingSchema(name)])),
) as unknown as z.ZodType<SimulatedSettings>;

function toSettingSchema(name: keyof SimulatedSettings): z.ZodType {
  const setting = tryFindSetting(name);
  if (setting?.kind === "enum") return z.enum(setting.values);
  // A service may show a 0 that cannot be requested.
  return setting?.kind === "integer" ? z.int().min(0).max(setting.max) : z.boolean();
}
