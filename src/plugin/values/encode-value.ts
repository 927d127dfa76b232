import { Encoder } from "@msgpack/msgpack";
import { normalizeText } from "../../text/normalize-text";
import type { AttributeType, ObjectType } from "../schema/schema";
import { distinctElements } from "./fingerprint-value";
import { getAttribute } from "./get-attribute";
import { MAX_KEPT_BYTES, MSGPACK_OPTIONS } from "./msgpack-codec";
import { type NumberToken, TfNumber } from "./tf-number";
import { formatType, parseType } from "./type-expression";
import {
  DynamicValue,
  isListValue,
  isObjectValue,
  isUnknown,
  MAX_DEPTH,
  type ObjectValue,
  type UnknownValue,
  type Value,
} from "./value";
import { isValueError, locateError, ValueError } from "./value-error";

/** Input of the MessagePack library. Objects have no prototype. */
type Encodable =
  | null
  | boolean
  | NumberToken
  | Uint8Array
  | UnknownValue
  | readonly Encodable[]
  | { readonly [key: string]: Encodable };

/**
 * Encodes a value as MessagePack in Terraform's object wire format, the inverse of `decodeValue`. Strings are normalized,
 * duplicates in sets are dropped, and every unknown value becomes the plain unknown.
 * @param value - must conform to the type: objects with exactly its attributes (rule C-10)
 * @param type - the reader's type; for a schema `toObjectType(schema.attributes)`
 * @throws ValueError at the first place that does not conform
 */
export function encodeValue(value: Value, type: AttributeType): Uint8Array {
  const bytes = encoder.encode(toRawWhole(value, type));
  if (bytes.length > MAX_KEPT_BYTES) encoder = new Encoder(MSGPACK_OPTIONS);
  return bytes;
}

/** It keeps a buffer of the size of the largest value so far. */
let encoder = new Encoder(MSGPACK_OPTIONS);

const STEPS_SHOWN = 3;

function toRawWhole(value: Value, type: AttributeType): Encodable {
  try {
    return toRaw(value, type, 0);
  } catch (error) {
    if (!isValueError(error) || error.path.length <= MAX_DEPTH) throw error;
    throw new ValueError(error.path.slice(0, STEPS_SHOWN), error.problem);
  }
}

function toRaw(value: Value, type: AttributeType, depth: number): Encodable {
  if (depth > MAX_DEPTH) throw new ValueError([], `nested more than ${MAX_DEPTH} deep.`);
  if (value === null || isUnknown(value)) return value;
  if (typeof type === "string") return toRawScalar(value, type, depth);
  if ("object" in type) return toRawObject(expectObject(value, "an object"), type, depth + 1);
  if ("map" in type) return toRawMap(expectObject(value, "a map"), type.map, depth + 1);
  if ("list" in type) {
    return expectList(value, "a list").map((item, index) => toRawItem(item, index, type.list, depth + 1));
  }
  if ("set" in type) {
    const items = expectList(value, "a set");
    return distinctElements(items, type.set).map((item) => toRaw(item, type.set, depth + 1));
  }
  const items = expectList(value, "a tuple");
  if (items.length !== type.tuple.length) {
    throw new ValueError([], `a tuple of ${type.tuple.length} is required, not of ${items.length}.`);
  }
  return type.tuple.map((itemType, index) => toRawItem(items[index] ?? null, index, itemType, depth + 1));
}

function toRawItem(value: Value, index: number, type: AttributeType, depth: number): Encodable {
  try {
    return toRaw(value, type, depth);
  } catch (error) {
    throw locateError(error, { index });
  }
}

function toRawMap(value: ObjectValue, type: AttributeType, depth: number): Encodable {
  const map = createRecord();
  for (const [key, item] of value) {
    try {
      // Our own decoder refuses it, and so do others.
      if (key === "__proto__") throw new ValueError([], "the key __proto__ is not allowed.");
      map[normalizeText(key)] = toRaw(item, type, depth);
    } catch (error) {
      throw locateError(error, { key });
    }
  }
  return map;
}

function toRawObject(value: ObjectValue, type: ObjectType, depth: number): Encodable {
  const object = createRecord();
  for (const name of Object.keys(type.object)) {
    const item = getAttribute(value, name);
    try {
      object[name] = toRaw(item, type.object[name] as AttributeType, depth);
    } catch (error) {
      throw locateError(error, { attribute: name });
    }
  }
  for (const name of value.keys()) {
    if (!Object.hasOwn(object, name)) throw new ValueError([{ attribute: name }], "unsupported attribute.");
  }
  return object;
}

function toRawScalar(
  value: Exclude<Value, null>,
  type: "string" | "number" | "bool" | "dynamic",
  depth: number,
): Encodable {
  switch (type) {
    case "string":
      if (typeof value === "string") return normalizeText(value);
      break;
    case "bool":
      if (typeof value === "boolean") return value;
      break;
    case "number":
      if (value instanceof TfNumber) return value.token;
      break;
    case "dynamic":
      if (value instanceof DynamicValue) {
        const inner = parseType(value.type);
        return [Buffer.from(formatType(inner)), toRaw(value.value, inner, depth)];
      }
      break;
  }
  throw new ValueError([], `a ${type} is required, not ${describeValue(value)}.`);
}

function expectList(value: Value, kind: string): readonly Value[] {
  if (!isListValue(value)) throw new ValueError([], `${kind} is required, not ${describeValue(value)}.`);
  return value;
}

function expectObject(value: Value, kind: string): ObjectValue {
  if (!isObjectValue(value)) throw new ValueError([], `${kind} is required, not ${describeValue(value)}.`);
  return value;
}

/** Names the kind of a value for an error message, without the value, which may be sensitive. */
function describeValue(value: Value): string {
  if (isListValue(value)) return "a list";
  if (isObjectValue(value)) return "an object";
  if (value instanceof TfNumber) return "a number";
  if (value instanceof DynamicValue) return "a dynamic value";
  return `a ${typeof value}`;
}

function createRecord(): Record<string, Encodable> {
  return Object.create(null) as Record<string, Encodable>;
}
