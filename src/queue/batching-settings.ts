import type { SettingName } from "./settings";

/** The settings that the constructs' prop `batching` stands for, with their names in it. */
export const BATCHING_SETTINGS = [
  ["enabled", "batch"],
  ["minSize", "batchingMinSize"],
  ["maxWaitMinutes", "batchingMaxWaitTimeMinutes"],
] as const satisfies readonly (readonly [string, SettingName])[];

type BatchingSetting = (typeof BATCHING_SETTINGS)[number][1];

/** Answers where the constructs' props have a setting: `concurrency`, `batching.minSize`. */
export function toPropName(setting: SettingName): string {
  const [inBatching] = BATCHING_SETTINGS.find(([, stoodFor]) => stoodFor === setting) ?? [];
  return inBatching === undefined ? setting : `batching.${inBatching}`;
}

/** Tells whether `batching` stands for a setting, so that no prop has its name. */
export function isBatchingSetting(name: string): name is BatchingSetting {
  return BATCHING_SETTINGS.some(([, setting]) => setting === name);
}
