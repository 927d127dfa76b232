import * as z from "zod";
import { tryFindSetting } from "../../queue/settings";
import { SIMULATED_SETTING_NAMES } from "./simulated-settings";

/** Schema of the settings that a simulation uses, by wire name. */
export const SIMULATED_SETTINGS_SCHEMA = z.strictObject(
  Object.fromEntries(SIMULATED_SETTING_NAMES.map((name) => [name, toSettingSchema(name)])),
);

function toSettingSchema(name: (typeof SIMULATED_SETTING_NAMES)[number]): z.ZodType {
  const setting = tryFindSetting(name);
  switch (setting?.kind) {
    case "integer":
      // A service may show a 0 that cannot be requested.
      return z.int().min(0).max(setting.max);
    case "boolean":
      return z.boolean();
    case "enum":
      return z.enum(setting.values);
    default:
      throw new TypeError(`${name} cannot be simulated.`);
  }
}
