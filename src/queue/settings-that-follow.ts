import type { SettingName } from "./settings";

type Followers = ReadonlyMap<SettingName, readonly SettingName[]>;

/** Maps a setting to its followers: settings that the service may change when that setting changes. */
export const SETTINGS_THAT_FOLLOW: Followers = new Map([
  ["batch", ["batchingMaxWaitTimeMinutes", "batchingMinSize"]],
]);

/** Like {@link SETTINGS_THAT_FOLLOW}, but also contains the followers that only some services change. */
export const SETTINGS_THAT_MAY_FOLLOW: Followers = new Map([
  ...SETTINGS_THAT_FOLLOW,
  ["concurrency", ["bisectionConcurrency"]],
]);
