import * as z from "zod/mini";
import type { SettingDefinition } from "../../queue/setting-definition";
import { type QueueRecord, SETTINGS, type SettingName } from "../../queue/settings";
import { isTextList } from "./is-text-list";
import { withoutNull } from "./response-schema";

/** Creates the schema of a setting in a response: the type of its row, without its bounds and words. */
function toShownSchema({ kind }: SettingDefinition): z.ZodMiniType {
  switch (kind) {
    case "integer":
      // Outside the safe range, a number may differ from the one that the service sent (promise S-13).
      return z
        .number("Must be a number that can be read exactly.")
        .check(
          z.refine(
            (value) => Math.abs(value) <= Number.MAX_SAFE_INTEGER,
            "Must be a number that can be read exactly.",
          ),
        );
    case "boolean":
      return z.boolean("Must be true or false.");
    case "enum":
      // Known and new words: services differ in case (promise F-18).
      return z.string("Must be a string.").check(z.toLowerCase());
    case "stringSet":
      return z.custom(isTextList, "Must be a list of strings.");
  }
}

/** A field for each setting in a response. Null counts as absent. */
export const SHOWN_SETTING_FIELDS = Object.fromEntries(
  SETTINGS.map((setting) => [setting.name, withoutNull(toShownSchema(setting))]),
) as unknown as { readonly [Name in SettingName]: z.ZodMiniType<QueueRecord[Name]> };

/** The settings of a queue, without other fields. */
export const QUEUE_RECORD_SCHEMA: z.ZodMiniType<QueueRecord> = z.object(SHOWN_SETTING_FIELDS);
