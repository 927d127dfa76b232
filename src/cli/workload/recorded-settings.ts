import { SIMULATED_SETTING_NAMES } from "../../foresight/drive/simulated-settings";
import type { RecordedSettings } from "../../foresight/workload/history/history";
import type { QueueRecord } from "../../queue/settings";

/** Returns the settings that a simulation uses, as far as a service shows them. */
export function toRecordedSettings(record: QueueRecord): RecordedSettings {
  return Object.fromEntries(
    SIMULATED_SETTING_NAMES.flatMap((name) => {
      const value = record[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
