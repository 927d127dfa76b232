import { isSameSetting } from "../queue/diff-settings";
import type { QueueRecord, QueueSettings, SettingName, SettingValue } from "../queue/settings";
import { SETTING_NAMES } from "../queue/settings";
import { SWITCHING_MODES } from "./wait-until-settled";

/** A setting that the service stored otherwise than it was asked to. */
export interface Mismatch {
  /** Wire name. */
  readonly name: SettingName;
  /** What was asked. */
  readonly asked: SettingValue;
  /** What the service shows; undefined if it shows nothing. */
  readonly stored: SettingValue | undefined;
}

/**
 * Compares what was asked with what the service shows. The passing state `switching_modes` counts as the
 * requested state (promise F-25).
 * @returns the settings that differ, in the table's order
 */
export function findMismatches(asked: QueueSettings, record: QueueRecord): Mismatch[] {
  const mismatches: Mismatch[] = [];
  for (const name of SETTING_NAMES) {
    const wish = asked[name];
    const stored = record[name];
    if (wish === undefined || (name === "state" && stored === SWITCHING_MODES)) continue;
    if (stored === undefined || !isSameSetting(name, wish, stored))
      mismatches.push({ name, asked: wish, stored });
  }
  return mismatches;
}
