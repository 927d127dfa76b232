import { attributePath, type Diagnostic } from "../../../plugin/diagnostic";
import { valuesEqual } from "../../../plugin/fingerprint-value";
import { getAttribute } from "../../../plugin/get-attribute";
import { TfNumber } from "../../../plugin/tf-number";
import { isWhollyKnown, type ObjectValue, UNKNOWN, type Value } from "../../../plugin/value";
import { GAINED_SETTINGS } from "../../../queue/additional-settings";
import { fromRuleAttributes, isRuleList, toRuleAttributes } from "../../../queue/batching-rule";
import { toDistinct } from "../../../queue/find-setting-changes";
import type { ErrorDetails } from "../../../queue/merge-queue-error";
import { formatQueueId } from "../../../queue/queue-identity";
import type { SettingDefinition } from "../../../queue/setting-definition";
import {
  findSetting,
  type QueueRecord,
  type QueueSettings,
  SETTINGS,
  type SettingName,
  type SettingValue,
} from "../../../queue/settings";
import { checkSetting } from "../../../queue/validate-settings";
import type { WantedQueue } from "../../../queue/wanted-queue";
import type { ShownQueue } from "../../../reconcile/find-wanted-changes";
import { isSwitchingModes } from "../../../reconcile/queue-state";
import type { AdditionalFields } from "../../../wire/additional-fields";
import { getIdentity } from "../../argument-values";
import { toSettingType } from "../../attributes";
import {
  ADDITIONAL_SETTINGS,
  collectAdditionalSettings,
  withLiveAdditionalSettings,
} from "./additional-values";

export function getSetting(object: ObjectValue, name: SettingName): Value {
  return getAttribute(object, findSetting(name).attribute);
}

type Setting = (typeof SETTINGS)[number];

export function mapSettings(
  object: ObjectValue,
  choose: (setting: Setting, value: Value) => Value,
): Map<string, Value> {
  const result = new Map(object);
  for (const setting of SETTINGS) {
    const name = setting.attribute;
    result.set(name, choose(setting, getAttribute(object, name)));
  }
  return result;
}

/** Tells whether two values of a setting's attribute mean the same to Terraform. */
export function isSameValue(setting: SettingDefinition, a: Value, b: Value): boolean {
  return valuesEqual(a, b, toSettingType(setting));
}

export function isEmptyList(value: Value | undefined): value is readonly Value[] {
  return Array.isArray(value) && value.length === 0;
}

/** Converts to plain data, without unknown elements. Unsafe numbers become text, which validation refuses. */
export function toPlainValue(value: Value): unknown {
  if (value instanceof TfNumber) return value.toSafeInteger() ?? value.text;
  if (Array.isArray(value))
    return (value as readonly Value[]).filter((element) => element !== UNKNOWN).map(toPlainValue);
  if (value instanceof Map) {
    return Object.fromEntries(
      [...(value as ObjectValue)].map(([name, field]) => [name, toPlainValue(field)]),
    );
  }
  return value;
}

export function fromSettingValue(value: SettingValue | undefined): Value {
  if (value === undefined) return null;
  if (typeof value === "number") return TfNumber.of(value);
  if (typeof value === "object") {
    if (value.length > 0 && isRuleList(value))
      return (toRuleAttributes(value) as readonly object[]).map((rule) => new Map(Object.entries(rule)));
    return toDistinct(value as readonly string[]);
  }
  return value;
}

/** Returns an object's known settings. They were validated, so they have the types of the table. */
export function collectSettings(
  object: ObjectValue,
  isWanted: (setting: Setting, value: Value) => boolean = () => true,
): QueueSettings {
  const entries = SETTINGS.flatMap((setting) => {
    const value = getSetting(object, setting.name);
    const isRule = setting.kind === "rules" && !isWhollyKnown(value);
    const isCollected = value !== null && value !== UNKNOWN && !isRule && isWanted(setting, value);
    return isCollected ? [[setting.name, fromRuleAttributes(toPlainValue(value))] as const] : [];
  });
  return Object.fromEntries(entries);
}

export function collectWanted(object: ObjectValue): Required<WantedQueue> {
  return {
    settings: collectSettings(object, (_setting, value) => isWhollyKnown(value)),
    additionalSettings: collectAdditionalSettings(object),
  };
}

/** Returns the settings in a state that are not null, to compare them with the live queue. */
export function collectExpected(state: ObjectValue): ShownQueue {
  const additionalFields = Object.fromEntries(collectAdditionalSettings(state));
  return { settings: collectSettings(state), additionalFields };
}

/** Tells whether a setting contains the user's own strings, which may come from a sensitive variable. */
export function holdsOwnStrings({ kind }: Pick<SettingDefinition, "kind">): boolean {
  return kind === "string" || kind === "stringSet" || kind === "rules";
}

/** Returns wire names of settings with the user's strings. A provider cannot know which are sensitive. */
export function listHidden({ additionalSettings }: WantedQueue): ReadonlySet<string> {
  const own = SETTINGS.filter(holdsOwnStrings);
  return new Set([...own.map(({ name }) => name), ...(additionalSettings?.keys() ?? [])]);
}

/** Returns a setting's live value to store. While the queue switches modes, keeps the earlier `state`. */
function toStored(name: SettingName, live: QueueRecord, before: Value): Value {
  return name === "state" && isSwitchingModes(live) ? before : fromSettingValue(live[name]);
}

/** Puts live values into a state. Equal values keep their spelling. @param fields - the additional fields */
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
  const gained = [...GAINED_SETTINGS].map((name) => [name, live[name as SettingName]]);
  const shown = { ...fields, ...(Object.fromEntries(gained) as AdditionalFields) };
  const additional = withLiveAdditionalSettings(getAttribute(state, ADDITIONAL_SETTINGS), shown);
  return result.set(ADDITIONAL_SETTINGS, additional);
}

/** Returns the state of a queue that was created but not configured. Values that were not read are null. */
export function toLeftOver(
  planned: ObjectValue,
  { record = {}, additionalFields = {}, queueId }: ErrorDetails,
): ObjectValue {
  const blank = mapSettings(planned, () => null);
  return withKnownIds(withLiveQueue(blank, record, additionalFields), queueId);
}

/** Fills in only unknown values, with live ones. While the queue switches modes, keeps the prior `state`. */
export function fillUnknown(
  planned: ObjectValue,
  live: QueueRecord,
  prior: ObjectValue | null,
  queueId?: string,
): ObjectValue {
  const state = mapSettings(planned, ({ name }, value) =>
    value === UNKNOWN ? toStored(name, live, prior === null ? null : getSetting(prior, name)) : value,
  );
  return withKnownIds(state, queueId);
}

function withKnownIds(state: Map<string, Value>, queueId: string | undefined): ObjectValue {
  if (state.get("queue_id") === UNKNOWN) state.set("queue_id", queueId ?? null);
  return state.get("id") === UNKNOWN ? state.set("id", formatQueueId(getIdentity(state))) : state;
}

/**
 * Returns the state after an import. Invalid values become null. `state` becomes null, too, because a
 * configuration that Terraform generates from the state could otherwise end a later pause.
 */
export function toImportedState(stub: ObjectValue, live: QueueRecord): Map<string, Value> {
  return mapSettings(stub, (setting) => {
    const value = live[setting.name];
    const isRefused = setting.name === "state" || checkSetting(setting, value).length > 0;
    return isRefused ? null : fromSettingValue(value);
  });
}

const warnedOf = new Set<string>();

/** Warns of enum values that this version does not know. Each process reports each value only once. */
export function warnOfUnknownWords(live: QueueRecord): Diagnostic[] {
  return SETTINGS.flatMap((setting): Diagnostic[] => {
    const value = live[setting.name];
    if (setting.kind !== "enum" || typeof value !== "string") return [];
    const key = `${setting.name} ${value}`;
    const words: readonly string[] = [...setting.values, ...setting.transientValues];
    if (words.includes(value) || warnedOf.has(key)) return [];
    warnedOf.add(key);
    const name = setting.attribute;
    const detail =
      `The service reports ${name} = ${JSON.stringify(value)}, which this version of the provider does not know. The ` +
      "state keeps the value; the provider never sends it. A newer version of the provider may know it.";
    return [{ severity: "warning", summary: `Unknown value of ${name}`, detail, path: attributePath(name) }];
  });
}
