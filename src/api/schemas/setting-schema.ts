import * as z from "zod/mini";
import { type JsonValue, validateAdditionalSettings } from "../../queue/additional-settings";
import type { SettingDefinition } from "../../queue/setting-definition";
import { boundedList } from "./bounded-list";
import { toWholeNumberSchema } from "./whole-number-schema";

function toSettingSchema(setting: SettingDefinition): z.ZodMiniType {
  switch (setting.kind) {
    case "integer":
      return toWholeNumberSchema(setting.min, setting.max);
    case "boolean":
      return z.boolean();
    case "enum":
      return z.enum(setting.values);
    case "string":
      return z.string();
    case "stringSet":
      return boundedList(
        z.string().check(z.refine((element) => element.trim() !== "", "Must not be blank.")),
      );
  }
}

/** Creates an optional field for each row, by wire name. */
export function toSettingFields(settings: readonly SettingDefinition[]): Record<string, z.ZodMiniType> {
  return Object.fromEntries(settings.map((setting) => [setting.name, z.optional(toSettingSchema(setting))]));
}

/** Settings that the table does not know, by wire name. Their values are sent unchanged. */
export const ADDITIONAL_SETTINGS_SCHEMA: z.ZodMiniType<{ readonly [wireName: string]: JsonValue }> = z
  .custom<{ readonly [wireName: string]: JsonValue }>(
    (value: unknown) => typeof value === "object" && value !== null && !Array.isArray(value),
    "Must be an object.",
  )
  .check((context) => {
    for (const { path, message } of validateAdditionalSettings(Object.entries(context.value))) {
      context.issues.push({ code: "custom", message, path: path.slice(1), input: context.value });
    }
  });
