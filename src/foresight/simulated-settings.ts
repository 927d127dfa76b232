import type { SettingName, SettingValueOf } from "../queue/settings";

/** Wire names of the settings that affect a simulation. */
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

/** One of {@link SIMULATED_SETTING_NAMES}. */
export type SimulatedSettingName = (typeof SIMULATED_SETTING_NAMES)[number];

/** The settings that have no effect if a queue makes no batches. */
export const BATCHING_NAMES: readonly SimulatedSettingName[] = [
  "bisectionConcurrency",
  "batchingMaxWaitTimeMinutes",
  "batchingMinSize",
  "optimizationMode",
];

/** All settings that a simulation uses. `pendingFailureDepth` may be 0, because a service may show 0. */
export type SimulatedSettings = { readonly [Name in SimulatedSettingName]: SettingValueOf<Name> };

/** How mode `single` works: it tests one group at a time, or one line of up to `concurrency` groups. */
export const SINGLE_MODES = ["one-at-a-time", "one-line"] as const;

/** One of {@link SINGLE_MODES}. */
export type SingleMode = (typeof SINGLE_MODES)[number];

/** Lists the settings that differ. */
export function listChangedSettings(now: SimulatedSettings, then: SimulatedSettings): SimulatedSettingName[] {
  return SIMULATED_SETTING_NAMES.filter((name) => now[name] !== then[name]);
}
