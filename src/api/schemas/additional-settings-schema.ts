import * as z from "zod/mini";
import {
  checkAdditionalSettingName,
  checkAdditionalSettingValue,
  type JsonValue,
} from "../../queue/additional-settings";

/** Settings that the table does not know, by wire name. Their values are sent unchanged. */
export const ADDITIONAL_SETTINGS_SCHEMA: z.ZodMiniType<{ readonly [wireName: string]: JsonValue }> = z
  .custom<{ readonly [wireName: string]: JsonValue }>(
    (value: unknown) => typeof value === "object" && value !== null && !Array.isArray(value),
    "Must be an object.",
  )
  .check((context) => {
    for (const [name, value] of Object.entries(context.value)) {
      for (const message of [checkAdditionalSettingName(name), checkAdditionalSettingValue(value)]) {
        if (message === undefined) continue;
        context.issues.push({ code: "custom", message, path: [name], input: value });
      }
    }
  });
