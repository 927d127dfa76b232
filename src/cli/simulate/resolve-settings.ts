import {
  SIMULATED_SETTING_NAMES,
  type SimulatedSettingName,
  type SimulatedSettings,
} from "../../foresight/drive/simulated-settings";
import { MergeQueueError } from "../../queue/merge-queue-error";
import { ASSUMED_DEFAULTS, type QueueRecord } from "../../queue/settings";
import { quote } from "../../text/quote";
import { type GivenSettings, isSimulated } from "./given-settings";

/** The settings to compare. */
export interface ResolvedSettings {
  readonly now: SimulatedSettings;
  readonly then: SimulatedSettings;
  /** Settings of now that neither the command line nor the service gives: they have the value of a new queue. */
  readonly defaulted: readonly SimulatedSettingName[];
}

/**
 * Completes the current and the proposed settings.
 * @param now - from `--now`: replaces what the queue has
 * @param record - what the service shows; empty if it was not asked
 * @throws MergeQueueError `invalid_configuration` if the queue has values that cannot be simulated
 */
export function resolveSettings(
  now: GivenSettings,
  set: GivenSettings,
  record: QueueRecord,
): ResolvedSettings {
  const defaulted: SimulatedSettingName[] = [];
  const entries = SIMULATED_SETTING_NAMES.map((name) => {
    const shown = record[name];
    const value = now.get(name) ?? shown;
    if (value === undefined) defaulted.push(name);
    else if (!isSimulated(name, value)) {
      const message = `${name}: The queue has ${quote(value)}, which cannot be simulated. Give --now ${name}=VALUE.`;
      throw new MergeQueueError("invalid_configuration", message);
    }
    return [name, value ?? ASSUMED_DEFAULTS[name]];
  });
  // Each value was checked against the table.
  const complete = Object.fromEntries(entries) as unknown as SimulatedSettings;
  const changes = SIMULATED_SETTING_NAMES.flatMap((name) => (set.has(name) ? [[name, set.get(name)]] : []));
  return {
    now: complete,
    then: { ...complete, ...Object.fromEntries(changes) } as SimulatedSettings,
    defaulted,
  };
}
