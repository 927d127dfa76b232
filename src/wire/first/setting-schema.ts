import * as z from "zod/mini";
import { type JsonValue, validateAdditionalSettings } from "../../queue/additional-settings";
import { type BatchingRule, checkRules, isRuleList } from "../../queue/batching-rule";
import type { SettingDefinition } from "../../queue/setting-definition";
import { type QueueRecord, SETTINGS, type SettingName } from "../../queue/settings";
import { isTextList } from "../../text/is-text-list";
import { boundedList } from "../bounded-list";
import { withoutNull } from "../response-schema";
import { toWholeNumberSchema, toWordSchema } from "./request-schema";

function toSettingSchema(setting: SettingDefinition): z.ZodMiniType {
  switch (setting.kind) {
    case "integer":
      return toWholeNumberSchema(setting.firstMin ?? setting.min, setting.max);
    case "boolean":
      return z.boolean();
    case "enum":
      return toWordSchema(setting.values);
    case "string":
      return z.string();
    case "stringSet":
      return boundedList(z.string().check(z.refine((text) => text.trim() !== "", "Must not be blank.")));
    case "rules":
      return z.pipe(
        z.transform((value: unknown) => toKnownPolicies(value, setting.policies)),
        z.custom<readonly BatchingRule[]>().check((context) => {
          for (const message of checkRules(context.value, setting.policies))
            context.issues.push({ code: "custom", message, input: context.value });
        }),
      );
  }
}

/** Converts policies in upper case to the known spelling, as {@link toWordSchema} does. */
function toKnownPolicies(rules: unknown, policies: readonly string[]): unknown {
  if (!isRuleList(rules)) return rules;
  return rules.map((rule) => {
    const policy = policies.find((word) => word.toUpperCase() === rule.policy) ?? rule.policy;
    return Object.fromEntries([...Object.entries(rule), ["policy", policy]]);
  });
}

/** Creates an optional field for each setting, under the wire name of the setting. */
export function toSettingFields(settings: readonly SettingDefinition[]): Record<string, z.ZodMiniType> {
  return Object.fromEntries(settings.map((setting) => [setting.name, z.optional(toSettingSchema(setting))]));
}

/** Settings that are not in the settings table, by wire name. Requests send their values unchanged. */
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

const UNSAFE_NUMBER = "Must be a number that can be read exactly.";
const isSafe = (value: number): boolean => Math.abs(value) <= Number.MAX_SAFE_INTEGER;

const RULES = z.custom<readonly BatchingRule[]>(isRuleList, "Must be a list of rules.");

function toKnownFields(rules: readonly BatchingRule[]): readonly BatchingRule[] {
  return rules.map(({ targetPattern, policy }) => ({ targetPattern, policy: policy.toLowerCase() }));
}

/** Schemas of settings in a response, by type. They check neither bounds nor words. Null counts as absent. */
const SHOWN_KINDS: { readonly [Kind in SettingDefinition["kind"]]: z.ZodMiniType } = {
  // Outside the safe range, a number may differ from the one that the service sent.
  integer: withoutNull(z.number(UNSAFE_NUMBER).check(z.refine(isSafe, UNSAFE_NUMBER))),
  boolean: withoutNull(z.boolean("Must be true or false.")),
  // Some services send words in upper case.
  enum: withoutNull(z.string("Must be a string.").check(z.toLowerCase())),
  string: withoutNull(z.string("Must be a string.")),
  stringSet: withoutNull(z.custom(isTextList, "Must be a list of strings.")),
  // Rules are compared and stored with two fields, so fields that a newer service adds are dropped.
  rules: withoutNull(z.pipe(RULES, z.transform(toKnownFields))),
};

export const SHOWN_SETTING_FIELDS = Object.fromEntries(
  SETTINGS.map(({ name, kind }) => [name, SHOWN_KINDS[kind]]),
) as unknown as { readonly [Name in SettingName]: z.ZodMiniType<QueueRecord[Name]> };

/** The settings of a queue, without other fields. */
export const QUEUE_RECORD_SCHEMA: z.ZodMiniType<QueueRecord> = z.object(SHOWN_SETTING_FIELDS);
