import type { SettingName } from "./settings";

/** The settings that the constructs' prop `batching` stands for, with their names in it. */
export const BATCHING_SETTINGS = [
  ["enabled", "batch"],
  ["minSize", "batchingMinSize"],
  ["maxWaitMinutes", "batchingMaxWaitTimeMinutes"],
] as const satisfies readonly (readonly [string, SettingName])[];

/** Tells whether `batching` stands for a setting, so that no prop has its name. */
export function isBatchingSetting(name: string): boolean {
  return BATCHING_SETTINGS.some(([, setting]) => setting === name);
}
