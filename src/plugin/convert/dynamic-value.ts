import type { DynamicValue } from "../protocol/tfplugin6.generated";
import type { AttributeType, Schema } from "../schema/schema";
import { toObjectType } from "../schema/to-object-type";
import { decodeJsonValue } from "../values/decode-json";
import { decodeValue } from "../values/decode-value";
import { encodeValue } from "../values/encode-value";
import { isObjectValue, type ObjectValue, type Value } from "../values/value";
import { ValueError } from "../values/value-error";
import { recallObject } from "./recent-objects";

/**
 * Decodes a value: msgpack, or JSON from older hosts (rule C-10). No bytes mean null.
 * @throws ValueError if it is not of this type
 */
export function decodeDynamic(dynamic: DynamicValue, type: AttributeType): Value {
  if (dynamic.msgpack.length > 0) return decodeValue(dynamic.msgpack, type);
  return dynamic.json.length > 0 ? decodeJsonValue(dynamic.json, type) : null;
}

/** Encodes a value as msgpack (rule C-10). @throws ValueError if it is not of this type */
export function encodeDynamic(value: Value, type: AttributeType): DynamicValue {
  return { msgpack: toBuffer(encodeValue(value, type)), json: Buffer.alloc(0) };
}

/**
 * Decodes an object of a schema, like {@link decodeDynamic}.
 * @throws ValueError if it is not an object of this schema, or wholly unknown
 */
export function decodeObject(dynamic: DynamicValue | undefined, schema: Schema): ObjectValue | null {
  if (dynamic === undefined) return null;
  const type = toObjectType(schema.attributes);
  const decode = (): ObjectValue | null => toObject(decodeDynamic(dynamic, type));
  return dynamic.msgpack.length === 0 ? decode() : recallObject(dynamic.msgpack, type, decode);
}

function toObject(value: Value): ObjectValue | null {
  if (value === null || isObjectValue(value)) return value;
  throw new ValueError([], "An object is required, not a value that is wholly unknown.");
}

/**
 * Decodes an object of a schema that must not be null.
 * @param what - the value's name in the error, for example `configuration`
 * @throws ValueError also if it is null
 */
export function decodeRequiredObject(
  dynamic: DynamicValue | undefined,
  schema: Schema,
  what: string,
): ObjectValue {
  const value = decodeObject(dynamic, schema);
  if (value === null) throw new ValueError([], `Terraform sent no ${what}.`);
  return value;
}

/**
 * Encodes an object of a schema, like {@link encodeDynamic}.
 * @throws ValueError if it does not conform to the schema
 */
export function encodeObject(value: ObjectValue | null, schema: Schema): DynamicValue {
  return encodeDynamic(value, toObjectType(schema.attributes));
}

/** Returns the same bytes, not a copy, as the class that the generated code expects. */
export function toBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
