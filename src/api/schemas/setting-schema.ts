import * as z from "zod";
import type { SettingDefinition } from "../../queue/setting-definition";
import { boundedList } from "./bounded-list";
import { toWholeNumberSchema } from "./whole-number-schema";

/** Makes the strict schema of one row of the settings table: type, bounds and words of the row. */
function toSettingSchema(setting: SettingDefinition): z.ZodType {
  switch (setting.kind) {
    case "integer":
      return toWholeNumberSchema(setting.min, setting.max);
    case "boolean":
      return z.boolean();
    case "enum":
      return z.enum(setting.values);
    case "stringSet":
      return boundedList(z.string().refine((element) => element.trim() !== "", "Must not be blank."));
  }
}

/**
 * Makes an object shape in which each given row is an optional field under its wire name. A field whose value
 * is undefined counts as absent, as it does in JSON.
 */
export function toSettingFields(settings: readonly SettingDefinition[]): Record<string, z.ZodType> {
  return Object.fromEntries(settings.map((setting) => [setting.name, toSettingSchema(setting).optional()]));
}
