import { attributePath, type Diagnostic } from "../../../plugin/diagnostic";
import { getAttribute } from "../../../plugin/values/get-attribute";
import { type ObjectValue, UNKNOWN, type Value } from "../../../plugin/values/value";
import { toAttributeName } from "../../../queue/attribute-name";
import { formatQueueId } from "../../../queue/queue-identity";
import { type QueueRecord, SETTINGS, type SettingName } from "../../../queue/settings";
import { checkSetting } from "../../../queue/validate-settings";
import { isSwitchingModes } from "../../../reconcile/queue-state";
import { getIdentity } from "../../argument-values";
import { ADDITIONAL_SETTINGS, type AdditionalFields, withLiveAdditionalSettings } from "./additional-values";
import { fromSettingValue, getSetting, isSameValue, mapSettings } from "./setting-values";

/** Returns a setting to store. `switching_modes` is never stored: the state before it stays (promise F-25). */
function toStored(name: SettingName, live: QueueRecord, before: Value): Value {
  return name === "state" && isSwitchingModes(live) ? before : fromSettingValue(live[name]);
}

/**
 * Returns a state with what the service shows. Settings that mean the same keep their spelling (rule C-61).
 * @param fields - fields beside the settings that the service shows; undefined if not known: additional settings stay
 */
export function withLiveQueue(
  state: ObjectValue,
  live: QueueRecord,
  fields?: AdditionalFields,
): Map<string, Value> {
  const result = mapSettings(state, (setting, before) => {
    const now = toStored(setting.name, live, before);
    return isSameValue(setting, before, now) ? before : now;
  });
  if (fields === undefined) return result;
  const additional = withLiveAdditionalSettings(getAttribute(state, ADDITIONAL_SETTINGS), fields);
  return result.set(ADDITIONAL_SETTINGS, additional);
}

/** Returns the state of a queue that was created but not configured: what the service shows, and null for the rest. */
export function toLeftOver(planned: ObjectValue, live: QueueRecord, fields: AdditionalFields): ObjectValue {
  const blank = mapSettings(planned, () => null);
  return withKnownId(withLiveQueue(blank, live, fields));
}

/**
 * Returns a planned object with its unknown values filled in from what the service shows; known values must not change
 * (rule C-32). The transient state `switching_modes` counts as the prior one.
 */
export function fillUnknown(planned: ObjectValue, live: QueueRecord, prior: ObjectValue | null): ObjectValue {
  const state = mapSettings(planned, ({ name }, value) =>
    value === UNKNOWN ? toStored(name, live, prior === null ? null : getSetting(prior, name)) : value,
  );
  return withKnownId(state);
}

function withKnownId(state: Map<string, Value>): ObjectValue {
  return state.get("id") === UNKNOWN ? state.set("id", formatQueueId(getIdentity(state))) : state;
}

/**
 * Returns the first state after an import: settings that validation would refuse are null, and so is `state`, so that a
 * configuration generated from it is valid and never un-pauses a queue (promise K-6b).
 */
export function toImportedState(stub: ObjectValue, live: QueueRecord): ObjectValue {
  return mapSettings(stub, (setting) => {
    const value = live[setting.name];
    const isRefused = setting.name === "state" || checkSetting(setting, value).length > 0;
    return isRefused ? null : fromSettingValue(value);
  });
}

const warnedOf = new Set<string>();

/** Warns of enum words that this version does not know, each once a process (promise F-17). */
export function warnOfUnknownWords(live: QueueRecord): Diagnostic[] {
  return SETTINGS.flatMap((setting): Diagnostic[] => {
    const value = live[setting.name];
    if (setting.kind !== "enum" || typeof value !== "string") return [];
    const key = `${setting.name} ${value}`;
    const words: readonly string[] = [...setting.values, ...setting.transientValues];
    if (words.includes(value) || warnedOf.has(key)) return [];
    warnedOf.add(key);
    const name = toAttributeName(setting.name);
    const detail =
      `The service reports ${name} = ${JSON.stringify(value)}, which this version of the provider does not know. The ` +
      "state keeps the value; the provider never sends it. A newer version of the provider may know it.";
    return [{ severity: "warning", summary: `Unknown value of ${name}`, detail, path: attributePath(name) }];
  });
}
