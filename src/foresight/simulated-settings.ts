import type { SettingName, SettingValueOf } from "../queue/settings";

/** Wire names of the settings that change what a simulation computes. */
export const SIMULATED_SETTING_NAMES = [
  "mode",
  "concurrency",
  "bisectionConcurrency",
  "testingTimeoutMinutes",
  "pendingFailureDepth",
  "canOptimisticallyMerge",
  "batch",
  "batchingMaxWaitTimeMinutes",
  "batchingMinSize",
  "optimizationMode",
] as const satisfies readonly SettingName[];

/** Name of a setting that a simulation uses. */
export type SimulatedSettingName = (typeof SIMULATED_SETTING_NAMES)[number];

/** The settings that a simulation uses, complete. A `pendingFailureDepth` of 0 is possible: services have that value. */
export type SimulatedSettings = { readonly [Name in SimulatedSettingName]: SettingValueOf<Name> };

/** How the mode `single` works: one test at a time, or one line in which up to `concurrency` groups are tested at once. */
export const SINGLE_MODES = ["one-at-a-time", "one-line"] as const;

/** One of {@link SINGLE_MODES}. */
export type SingleMode = (typeof SINGLE_MODES)[number];

/** Lists the settings that differ. */
export function listChangedSettings(now: SimulatedSettings, then: SimulatedSettings): SimulatedSettingName[] {
  return SIMULATED_SETTING_NAMES.filter((name) => now[name] !== then[name]);
}
