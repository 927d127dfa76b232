import { getAttribute } from "../../../plugin/get-attribute";
import type { AttributeType } from "../../../plugin/schema";
import { TfNumber } from "../../../plugin/tf-number";
import { formatType, parseType } from "../../../plugin/type-expression";
import {
  DynamicValue,
  isListValue,
  isObjectValue,
  isWhollyKnown,
  type ObjectValue,
  UNKNOWN,
  type Value,
} from "../../../plugin/value";
import {
  type AdditionalSettings,
  isExactNumber,
  isSameJson,
  type JsonValue,
} from "../../../queue/additional-settings";
import { normalizeText } from "../../../text/normalize-text";
import type { AdditionalFields } from "../../../wire/additional-fields";

/** The attribute with the settings that are not in the table of settings. */
export const ADDITIONAL_SETTINGS = "additional_settings";

/** Returns the value of `additional_settings` without its type. The value may be null or unknown. */
export function getAdditionalValue(object: ObjectValue): Value {
  const value = getAttribute(object, ADDITIONAL_SETTINGS);
  return value instanceof DynamicValue ? value.value : value;
}

export function getAdditionalEntries(object: ObjectValue): ReadonlyMap<string, Value> {
  const value = getAdditionalValue(object);
  if (!isObjectValue(value)) return new Map();
  return new Map([...value].filter(([, setting]) => setting !== null));
}

export function collectAdditionalSettings(object: ObjectValue): AdditionalSettings {
  const known = [...getAdditionalEntries(object)].filter(([, setting]) => isWhollyKnown(setting));
  return new Map(known.map(([name, setting]) => [name, toJsonValue(setting)]));
}

/** Converts a value to JSON. Unknown becomes null. Inexact numbers become NaN, which validation refuses. */
export function toJsonValue(value: Value): JsonValue {
  if (value instanceof TfNumber) {
    const number = Number(value.text);
    return Number.isFinite(number) && TfNumber.of(number).equals(value) ? number : Number.NaN;
  }
  if (value instanceof DynamicValue) return toJsonValue(value.value);
  if (value === UNKNOWN) return null;
  if (isListValue(value)) return value.map(toJsonValue);
  if (isObjectValue(value))
    return Object.fromEntries([...value].map(([key, item]) => [key, toJsonValue(item)]));
  return value as null | boolean | string;
}

/** Replaces values that differ from live ones. Drops settings that are not live: a plan adds them again. */
export function withLiveAdditionalSettings(stored: Value, live: AdditionalFields): Value {
  if (!(stored instanceof DynamicValue) || !isObjectValue(stored.value)) return stored;
  const type = parseType(stored.type);
  const shown = [...stored.value].map(([name, value]) => {
    const before: TypedValue = { type: findEntryType(type, name), value };
    return [name, before, toShown(before, name, live)] as const;
  });
  if (shown.every(([, before, now]) => before === now)) return stored;
  const { type: nowType, value } = toTypedObject(
    shown.flatMap(([name, , now]) => (now === undefined ? [] : [[name, now] as const])),
  );
  return new DynamicValue(nowType, value);
}

function toShown(before: TypedValue, name: string, live: AdditionalFields): TypedValue | undefined {
  // A null is not managed.
  if (before.value === null) return before;
  const now = Object.hasOwn(live, name) ? live[name] : undefined;
  if (now === undefined) return undefined;
  return isSameJson(toJsonValue(before.value), now) ? before : toTypedValue(now);
}

function findEntryType(type: AttributeType, name: string): unknown {
  if (typeof type === "string") return "dynamic";
  if ("map" in type) return toExpression(type.map);
  const isAttribute = "object" in type && Object.hasOwn(type.object, name);
  return toExpression((isAttribute ? type.object[name] : undefined) ?? "dynamic");
}

function toExpression(type: AttributeType): unknown {
  return JSON.parse(formatType(type));
}

/** Maximum nesting of a shown value. No response is deeper, and every reader of a state can read this. */
const MAX_DEPTH = 50;

export interface TypedValue {
  readonly type: unknown;
  readonly value: Value;
}

const NULL: TypedValue = { type: "dynamic", value: null };

/** Converts JSON as `jsondecode` does. Integers beyond 2^53 and values nested deeper than 50 become null. */
export function toTypedValue(json: unknown, depth = 0): TypedValue {
  switch (typeof json) {
    case "string":
      return { type: "string", value: json };
    case "boolean":
      return { type: "bool", value: json };
    case "number":
      return isExactNumber(json) ? { type: "number", value: TfNumber.of(json) } : NULL;
    case "object": {
      if (json === null || depth > MAX_DEPTH) return NULL;
      if (!Array.isArray(json)) {
        return toTypedObject(
          Object.entries(json).map(([name, item]) => [name, toTypedValue(item, depth + 1)]),
        );
      }
      const items = (json as readonly unknown[]).map((item) => toTypedValue(item, depth + 1));
      return { type: ["tuple", items.map(({ type }) => type)], value: items.map(({ value }) => value) };
    }
    default:
      return NULL;
  }
}

function toTypedObject(attributes: readonly (readonly [string, TypedValue])[]): TypedValue {
  // Names that are the same after normalisation are one attribute, the last one.
  const named = attributes.filter(([name]) => name !== "__proto__");
  const entries = new Map(named.map(([name, attribute]) => [normalizeText(name), attribute]));
  return {
    type: ["object", Object.fromEntries([...entries].map(([name, { type }]) => [name, type]))],
    value: new Map([...entries].map(([name, { value }]) => [name, value])),
  };
}

/** Converts fields of a response with {@link toTypedValue}. Returns null if there are no fields. */
export function toDynamicValue(fields: { readonly [wireName: string]: unknown }): DynamicValue | null {
  const { type, value } = toTypedValue(fields);
  return value instanceof Map && value.size > 0 ? new DynamicValue(type, value) : null;
}
