import { diffSettings } from "../queue/diff-settings";
import type { QueueRecord, QueueSettings, SettingName, SettingValue } from "../queue/settings";
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
  return diffSettings(record, asked)
    .filter(({ name, before }) => name !== "state" || before !== SWITCHING_MODES)
    .map(({ name, before, after }) => ({ name, asked: after, stored: before }));
}
