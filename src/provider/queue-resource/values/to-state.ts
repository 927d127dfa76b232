import { attributePath, type Diagnostic } from "../../../plugin/diagnostic";
import { getAttribute } from "../../../plugin/values/get-attribute";
import type { ObjectValue, Value } from "../../../plugin/values/value";
import { toAttributeName } from "../../../queue/attribute-name";
import { findSetting, type QueueRecord, SETTINGS, type SettingName } from "../../../queue/settings";
import { checkSetting } from "../../../queue/validate-settings";
import { ADDITIONAL_SETTINGS, type AdditionalFields, withLiveAdditionalSettings } from "./additional-values";
import { fromSettingValue, getSetting, isSameValue } from "./setting-values";

/**
 * Returns a state with the settings that the service shows. Values that mean the same keep their spelling (rule C-61);
 * `switching_modes` is never stored: the state before it stays (promise F-25).
 */
export function withLiveSettings(state: ObjectValue, live: QueueRecord): ObjectValue {
  const result = new Map(state);
  for (const setting of SETTINGS) {
    const before = getSetting(state, setting.name);
    const now = isTransient(setting.name, live) ? before : fromSettingValue(live[setting.name]);
    result.set(toAttributeName(setting.name), isSameValue(setting, before, now) ? before : now);
  }
  return result;
}

/**
 * Does the same as {@link withLiveSettings}, and updates the additional settings of the state.
 * @param fields - fields beside the settings that the service shows; undefined if not known: additional settings stay
 */
export function withLiveQueue(
  state: ObjectValue,
  live: QueueRecord,
  fields: AdditionalFields | undefined,
): ObjectValue {
  const result = new Map(withLiveSettings(state, live));
  if (fields !== undefined) {
    result.set(
      ADDITIONAL_SETTINGS,
      withLiveAdditionalSettings(getAttribute(state, ADDITIONAL_SETTINGS), fields),
    );
  }
  return result;
}

/**
 * Returns the first state after an import: settings that validation would refuse are null, and so is `state`, so that a
 * configuration generated from it is valid and never un-pauses a queue (promise K-6b).
 */
export function toImportedState(stub: ObjectValue, live: QueueRecord): ObjectValue {
  const result = new Map<string, Value>(stub);
  for (const setting of SETTINGS) {
    const value = live[setting.name];
    const isStored =
      setting.name !== "state" && value !== undefined && checkSetting(setting, value).length === 0;
    result.set(toAttributeName(setting.name), isStored ? fromSettingValue(value) : null);
  }
  return result;
}

/** Tells whether a setting has a transient value, such as `switching_modes`. */
export function isTransient(name: SettingName, live: QueueRecord): boolean {
  const setting = findSetting(name);
  const value = live[name];
  return (
    setting.kind === "enum" &&
    typeof value === "string" &&
    setting.transientValues.some((word) => word === value)
  );
}

const warnedOf = new Set<string>();

/** Warns of enum words that this version does not know, each once a process (promise F-17). */
export function warnOfUnknownWords(live: QueueRecord): Diagnostic[] {
  const warnings: Diagnostic[] = [];
  for (const setting of SETTINGS) {
    const value = live[setting.name];
    if (setting.kind !== "enum" || typeof value !== "string") continue;
    if ([...setting.values, ...setting.transientValues].some((word) => word === value)) continue;
    const key = `${setting.name} ${value}`;
    if (warnedOf.has(key)) continue;
    warnedOf.add(key);
    const name = toAttributeName(setting.name);
    warnings.push({
      severity: "warning",
      summary: `Unknown value of ${name}`,
      detail:
        `The service reports ${name} = ${JSON.stringify(value)}, which this version of the provider does not know. The ` +
        "state keeps the value; the provider never sends it. A newer version of the provider may know it.",
      path: attributePath(name),
    });
  }
  return warnings;
}
