import { type QueueRecord, SETTINGS, type SettingName } from "./settings";

/** A warning that a service may refuse to reverse the change of a setting. */
export interface NoWayBack {
  readonly name: SettingName;
  /** The warning: one or two sentences. */
  readonly message: string;
}

/**
 * Finds settings that change from 0 to another value. A service may then refuse to set 0 again: settings of a
 * new queue can be 0, but the interface does not allow 0 in a request (section Limits).
 * @param nameSetting - how the message names a setting
 */
export function findNoWayBack(
  before: QueueRecord,
  after: QueueRecord,
  nameSetting: (wireName: string) => string,
): NoWayBack[] {
  return SETTINGS.flatMap((setting) => {
    const { name, kind, isAlwaysShown } = setting;
    const value = after[name];
    if (kind !== "integer" || !isAlwaysShown || before[name] !== 0) return [];
    if (typeof value !== "number" || value === 0) return [];
    const message =
      `${nameSetting(name)} changes from 0 to ${value}. A service may refuse 0, as the published interface does: on such ` +
      "a service there is no way back to 0, only to 1.";
    return [{ name, message }];
  });
}
