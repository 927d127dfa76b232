import { normalizeText } from "../../text/normalize-text";
import type { AttributeType, ObjectType } from "../schema/schema";
import { describeRaw, isRawObject, type RawObject } from "./describe-raw";
import { distinctElements } from "./fingerprint-value";
import { TfNumber } from "./tf-number";
import { parseType } from "./type-expression";
import { DynamicValue, type ObjectValue, UNKNOWN, UnknownValue, type Value } from "./value";
import { locateError, ValueError } from "./value-error";

/** Differences between MessagePack and JSON. */
export interface RawFormat {
  /** Splits a value of type dynamic into its type (as parsed JSON) and the raw value. Throws ValueError. */
  readonly splitDynamic: (raw: unknown) => { type: unknown; value: unknown };
  /** Whether missing attributes become null and unknown ones are dropped. */
  readonly isLenient: boolean;
}

/**
 * Converts a raw value by its type.
 * @param raw - decoded MessagePack or parsed JSON: null, booleans, strings, numbers of any kind, bytes,
 *   {@link UNKNOWN}, arrays and plain objects
 * @throws ValueError at the first place that does not conform to the type
 */
export function convertRaw(raw: unknown, type: AttributeType, format: RawFormat): Value {
  if (raw === null) return null;
  if (raw instanceof UnknownValue) return UNKNOWN;
  if (typeof type === "string") return convertScalar(raw, type, format);
  if ("object" in type) return convertObject(expectObject(raw, "an object"), type, format);
  if ("map" in type) return convertMap(expectObject(raw, "a map"), type.map, format);
  if ("list" in type) {
    return expectItems(raw, "a list").map((item, index) => convertItem(item, index, type.list, format));
  }
  if ("set" in type) {
    const items = expectItems(raw, "a set").map((item) => convertRaw(item, type.set, format));
    return distinctElements(items, type.set);
  }
  const items = expectItems(raw, "a tuple");
  if (items.length !== type.tuple.length) {
    throw new ValueError([], `a tuple of ${type.tuple.length} is required, not of ${items.length}.`);
  }
  return type.tuple.map((itemType, index) => convertItem(items[index] ?? null, index, itemType, format));
}

function convertItem(raw: unknown, index: number, type: AttributeType, format: RawFormat): Value {
  try {
    return convertRaw(raw, type, format);
  } catch (error) {
    throw locateError(error, { index });
  }
}

function convertMap(raw: RawObject, type: AttributeType, format: RawFormat): ObjectValue {
  const map = new Map<string, Value>();
  for (const [rawKey, item] of Object.entries(raw)) {
    const key = normalizeText(rawKey);
    try {
      map.set(key, convertRaw(item, type, format));
    } catch (error) {
      throw locateError(error, { key });
    }
  }
  return map;
}

function convertObject(raw: RawObject, type: ObjectType, format: RawFormat): ObjectValue {
  const object = new Map<string, Value>();
  const given = toAttributes(raw, type);
  for (const name of Object.keys(type.object)) {
    try {
      object.set(name, convertAttribute(given, name, type, format));
    } catch (error) {
      throw locateError(error, { attribute: name });
    }
  }
  if (!format.isLenient) {
    for (const name of Object.keys(given)) {
      if (!object.has(name)) throw new ValueError([{ attribute: name }], "unsupported attribute.");
    }
  }
  return object;
}

function convertAttribute(given: RawObject, name: string, { object }: ObjectType, format: RawFormat): Value {
  const item = Object.hasOwn(given, name) ? given[name] : undefined;
  if (item === undefined && !format.isLenient) throw new ValueError([], "the attribute is missing.");
  return convertRaw(item ?? null, object[name] as AttributeType, format);
}

/** Normalizes the attributes' names, which are almost always normalized already. */
function toAttributes(raw: RawObject, { object }: ObjectType): RawObject {
  if (Object.keys(raw).every((name) => Object.hasOwn(object, name))) return raw;
  return Object.fromEntries(Object.entries(raw).map(([name, item]) => [normalizeText(name), item]));
}

function convertScalar(
  raw: unknown,
  type: "string" | "number" | "bool" | "dynamic",
  format: RawFormat,
): Value {
  switch (type) {
    case "string":
      if (typeof raw === "string") return normalizeText(raw);
      break;
    case "bool":
      if (typeof raw === "boolean") return raw;
      break;
    case "number": {
      const number = convertNumber(raw);
      if (number !== undefined) return number;
      break;
    }
    case "dynamic": {
      const { type: expression, value } = format.splitDynamic(raw);
      return new DynamicValue(expression, convertRaw(value, parseType(expression), format));
    }
  }
  throw new ValueError([], `a ${type} is required, not ${describeRaw(raw)}.`);
}

function convertNumber(raw: unknown): TfNumber | undefined {
  if (raw instanceof TfNumber) return raw;
  const isToken = typeof raw === "number" || typeof raw === "bigint" || typeof raw === "string";
  return isToken ? TfNumber.tryFromToken(raw) : undefined;
}

function expectItems(raw: unknown, kind: string): readonly unknown[] {
  if (!Array.isArray(raw)) throw new ValueError([], `${kind} is required, not ${describeRaw(raw)}.`);
  return raw as readonly unknown[];
}

function expectObject(raw: unknown, kind: string): RawObject {
  if (!isRawObject(raw)) throw new ValueError([], `${kind} is required, not ${describeRaw(raw)}.`);
  return raw;
}
