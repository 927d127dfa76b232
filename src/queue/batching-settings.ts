import type { SettingName } from "./settings";

/** The settings in the constructs' prop `batching`, with their names there. */
export const BATCHING_SETTINGS = [
  ["enabled", "batch"],
  ["minSize", "batchingMinSize"],
  ["maxWaitMinutes", "batchingMaxWaitTimeMinutes"],
] as const satisfies readonly (readonly [string, SettingName])[];

/** Returns the constructs' prop for a setting: `concurrency`, `batching.minSize`. */
export function toPropName(setting: SettingName): string {
  const [inBatching] = BATCHING_SETTINGS.find(([, inner]) => inner === setting) ?? [];
  return inBatching === undefined ? setting : `batching.${inBatching}`;
}

/** Tells whether a setting is a part of `batching`, so that no prop has its name. */
export function isBatchingSetting(name: string): name is (typeof BATCHING_SETTINGS)[number][1] {
  return BATCHING_SETTINGS.some(([, setting]) => setting === name);
}
