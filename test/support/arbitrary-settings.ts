import fc from "fast-check";
import type { SettingDefinition } from "../../src/queue/setting-definition";
import { type QueueSettings, SETTINGS, type SettingValue } from "../../src/queue/settings";

/** Any value that may be requested for a setting. */
export function arbitrarySettingValue(setting: SettingDefinition): fc.Arbitrary<SettingValue> {
  switch (setting.kind) {
    case "integer":
      // The interface has no 0: a service that keeps to it refuses one.
      return fc.oneof(fc.constantFrom(1, setting.max), fc.integer({ min: 1, max: setting.max }));
    case "boolean":
      return fc.boolean();
    case "enum":
      return fc.constantFrom(...setting.values);
    case "string":
      return fc.string({ unit: "grapheme" });
    case "rules":
      return fc.array(
        fc.record({
          targetPattern: fc
            .tuple(fc.string({ minLength: 1, unit: "grapheme-ascii" }), fc.constantFrom("", "*"))
            .map(([start, star]) => `x${start.replaceAll("*", "")}${star}`),
          policy: fc.constantFrom(...setting.policies),
        }),
        { maxLength: 3 },
      );
    case "stringSet":
      return fc.array(
        fc.string({ minLength: 1, unit: "grapheme" }).filter((text) => text.trim() !== ""),
        { maxLength: 5 },
      );
  }
}

/** Any settings that may be requested: each setting of the table there or left out. */
export function arbitrarySettings(): fc.Arbitrary<QueueSettings> {
  const fields = Object.fromEntries(
    SETTINGS.map((setting) => [setting.name, arbitrarySettingValue(setting)]),
  );
  return fc.record(fields, { requiredKeys: [] });
}
