import type { SettingName } from "./settings";

/** The settings in the constructs' prop `batching`. Each pair has the name in the prop and the wire name. */
export const BATCHING_SETTINGS = [
  ["enabled", "batch"],
  ["minSize", "batchingMinSize"],
  ["maxWaitMinutes", "batchingMaxWaitTimeMinutes"],
] as const satisfies readonly (readonly [string, SettingName])[];

/** Returns the name of the constructs' prop for a setting, such as `concurrency` or `batching.minSize`. */
export function toPropName(setting: SettingName): string {
  const [inBatching] = BATCHING_SETTINGS.find(([, inner]) => inner === setting) ?? [];
  return inBatching === undefined ? setting : `batching.${inBatching}`;
}

/** Tells whether the constructs have a setting in the prop `batching`, and not as a separate prop. */
export function isBatchingSetting(name: string): name is (typeof BATCHING_SETTINGS)[number][1] {
  return BATCHING_SETTINGS.some(([, setting]) => setting === name);
}
