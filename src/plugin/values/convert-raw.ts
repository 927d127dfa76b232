import type { AttributePath } from "../diagnostic";
import type { AttributeType, ObjectType } from "../schema/schema";
import { describeRaw, isRawObject } from "./describe-raw";
import { distinctElements } from "./fingerprint-value";
import { normalizeText } from "./normalize-text";
import { TfNumber } from "./tf-number";
import { parseType } from "./type-expression";
import { DynamicValue, type ObjectValue, UNKNOWN, UnknownValue, type Value } from "./value";
import { ValueError } from "./value-error";

/** What differs between the sources of raw values. */
export interface RawFormat {
  /** Splits a value of type dynamic into its type (as parsed JSON) and the raw value. Throws ValueError. */
  readonly splitDynamic: (raw: unknown, path: AttributePath) => { type: unknown; value: unknown };
  /** Fill missing attributes of objects with null and drop those that the type does not have. */
  readonly isLenient: boolean;
}

/**
 * Gives a raw value its meaning under a type.
 * @param raw - decoded MessagePack or parsed JSON: null, booleans, strings, numbers of any kind, bytes,
 *   {@link UNKNOWN}, arrays and plain objects
 * @param path - where the value stands, for the error
 * @throws ValueError at the first place that does not conform to the type
 */
export function convertRaw(
  raw: unknown,
  type: AttributeType,
  format: RawFormat,
  path: AttributePath = [],
): Value {
  if (raw === null) return null;
  if (raw instanceof UnknownValue) return UNKNOWN;
  if (typeof type === "string") return convertScalar(raw, type, format, path);
  if ("list" in type) {
    return expectItems(raw, "a list", path).map((item, index) =>
      convertRaw(item, type.list, format, [...path, { index }]),
    );
  }
  if ("set" in type) {
    const items = expectItems(raw, "a set", path).map((item) => convertRaw(item, type.set, format, path));
    return distinctElements(items, type.set);
  }
  if ("tuple" in type) {
    const items = expectItems(raw, "a tuple", path);
    if (items.length !== type.tuple.length) {
      throw new ValueError(path, `a tuple of ${type.tuple.length} is required, not of ${items.length}.`);
    }
    return type.tuple.map((itemType, index) =>
      convertRaw(items[index] ?? null, itemType, format, [...path, { index }]),
    );
  }
  if ("map" in type) {
    const entries = expectEntries(raw, "a map", path);
    return new Map(
      entries.map(([key, item]) => [key, convertRaw(item, type.map, format, [...path, { key }])]),
    );
  }
  return convertObject(new Map(expectEntries(raw, "an object", path)), type, format, path);
}

function convertObject(
  raw: ReadonlyMap<string, unknown>,
  type: ObjectType,
  format: RawFormat,
  path: AttributePath,
): ObjectValue {
  const object = new Map<string, Value>();
  for (const [name, attributeType] of Object.entries(type.object)) {
    const step = [...path, { attribute: name }];
    const item = raw.get(name);
    if (item === undefined && !format.isLenient) throw new ValueError(step, "the attribute is missing.");
    object.set(name, convertRaw(item ?? null, attributeType, format, step));
  }
  if (!format.isLenient) {
    for (const name of raw.keys()) {
      if (!object.has(name)) throw new ValueError([...path, { attribute: name }], "unsupported attribute.");
    }
  }
  return object;
}

function convertScalar(
  raw: unknown,
  type: "string" | "number" | "bool" | "dynamic",
  format: RawFormat,
  path: AttributePath,
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
      const { type: expression, value } = format.splitDynamic(raw, path);
      return new DynamicValue(expression, convertRaw(value, parseType(expression, path), format, path));
    }
  }
  throw new ValueError(path, `a ${type} is required, not ${describeRaw(raw)}.`);
}

function convertNumber(raw: unknown): TfNumber | undefined {
  if (raw instanceof TfNumber) return raw;
  const isToken = typeof raw === "number" || typeof raw === "bigint" || typeof raw === "string";
  return isToken ? TfNumber.tryFromToken(raw) : undefined;
}

function expectItems(raw: unknown, kind: string, path: AttributePath): readonly unknown[] {
  if (!Array.isArray(raw)) throw new ValueError(path, `${kind} is required, not ${describeRaw(raw)}.`);
  return raw as readonly unknown[];
}

function expectEntries(raw: unknown, kind: string, path: AttributePath): (readonly [string, unknown])[] {
  if (!isRawObject(raw)) throw new ValueError(path, `${kind} is required, not ${describeRaw(raw)}.`);
  return Object.entries(raw).map(([key, item]) => [normalizeText(key), item] as const);
}
