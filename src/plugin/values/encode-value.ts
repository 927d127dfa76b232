import { encode } from "@msgpack/msgpack";
import type { AttributePath } from "../diagnostic";
import type { AttributeType, ObjectType } from "../schema/schema";
import { distinctElements } from "./fingerprint-value";
import { MAX_DEPTH } from "./max-depth";
import { MSGPACK_OPTIONS } from "./msgpack-codec";
import { normalizeText } from "./normalize-text";
import { type NumberToken, TfNumber } from "./tf-number";
import { formatType, parseType } from "./type-expression";
import {
  DynamicValue,
  isListValue,
  isObjectValue,
  isUnknown,
  type ObjectValue,
  type UnknownValue,
  type Value,
} from "./value";
import { ValueError } from "./value-error";

/** What the MessagePack library encodes. Objects have no prototype. */
type Encodable =
  | null
  | boolean
  | NumberToken
  | Uint8Array
  | UnknownValue
  | readonly Encodable[]
  | { readonly [key: string]: Encodable };

/**
 * Encodes a value as MessagePack in Terraform's object wire format. `decodeValue` is its inverse. Strings are
 * normalised, sets lose their duplicates, unknown values become the plain unknown.
 * @param value - must conform to the type: objects with exactly its attributes (rule C-10)
 * @param type - what the reader expects; for a whole schema `toObjectType(schema.attributes)`
 * @throws ValueError at the first place that does not conform
 */
export function encodeValue(value: Value, type: AttributeType): Uint8Array {
  return encode(toRaw(value, type, []), MSGPACK_OPTIONS);
}

function toRaw(value: Value, type: AttributeType, path: AttributePath): Encodable {
  if (path.length > MAX_DEPTH) throw new ValueError(path.slice(0, 3), `nested more than ${MAX_DEPTH} deep.`);
  if (value === null || isUnknown(value)) return value;
  if (typeof type === "string") return toRawScalar(value, type, path);
  if ("list" in type) {
    return expectList(value, "a list", path).map((item, index) =>
      toRaw(item, type.list, [...path, { index }]),
    );
  }
  if ("set" in type) {
    const items = expectList(value, "a set", path);
    return distinctElements(items, type.set).map((item) => toRaw(item, type.set, path));
  }
  if ("tuple" in type) {
    const items = expectList(value, "a tuple", path);
    if (items.length !== type.tuple.length) {
      throw new ValueError(path, `a tuple of ${type.tuple.length} is required, not of ${items.length}.`);
    }
    return type.tuple.map((itemType, index) => toRaw(items[index] ?? null, itemType, [...path, { index }]));
  }
  if ("map" in type) return toRawMap(expectObject(value, "a map", path), type.map, path);
  return toEncodable(expectObject(value, "an object", path), type, path);
}

function toRawMap(value: ObjectValue, type: AttributeType, path: AttributePath): Encodable {
  const map = createRecord();
  for (const [key, item] of value) {
    const step = [...path, { key }];
    // Our own decoder, and that of others, refuses it.
    if (key === "__proto__") throw new ValueError(step, "the key __proto__ is not allowed.");
    map[normalizeText(key)] = toRaw(item, type, step);
  }
  return map;
}

function toEncodable(value: ObjectValue, type: ObjectType, path: AttributePath): Encodable {
  const object = createRecord();
  for (const [name, attributeType] of Object.entries(type.object)) {
    const step = [...path, { attribute: name }];
    const item = value.get(name);
    if (item === undefined) throw new ValueError(step, "the attribute is missing.");
    object[name] = toRaw(item, attributeType, step);
  }
  for (const name of value.keys()) {
    if (!Object.hasOwn(object, name))
      throw new ValueError([...path, { attribute: name }], "unsupported attribute.");
  }
  return object;
}

function toRawScalar(
  value: Exclude<Value, null>,
  type: "string" | "number" | "bool" | "dynamic",
  path: AttributePath,
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
        const inner = parseType(value.type, path);
        return [Buffer.from(formatType(inner)), toRaw(value.value, inner, path)];
      }
      break;
  }
  throw new ValueError(path, `a ${type} is required, not ${describeValue(value)}.`);
}

function expectList(value: Value, kind: string, path: AttributePath): readonly Value[] {
  if (!isListValue(value)) throw new ValueError(path, `${kind} is required, not ${describeValue(value)}.`);
  return value;
}

function expectObject(value: Value, kind: string, path: AttributePath): ObjectValue {
  if (!isObjectValue(value)) throw new ValueError(path, `${kind} is required, not ${describeValue(value)}.`);
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
