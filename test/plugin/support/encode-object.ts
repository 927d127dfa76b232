import { decodeValue, encodeValue } from "../../../src/plugin/msgpack-codec";
import type { DynamicValue } from "../../../src/plugin/protocol/tfplugin6.generated";
import type { AttributeType, Schema } from "../../../src/plugin/schema";
import { toObjectType } from "../../../src/plugin/to-object-type";
import { isObjectValue, makeObject, type ObjectValue, type Value } from "../../../src/plugin/value";

/** Attributes of an object; those left out are null. */
export type Given = { readonly [name: string]: Value };

export function encodeGiven(given: Given, schema: Schema): DynamicValue {
  return encode(makeObject(toObjectType(schema.attributes), given), schema);
}

export function encode(value: ObjectValue | null, schema: Schema): DynamicValue {
  return encodeAs(value, toObjectType(schema.attributes));
}

export function encodeAs(value: Value, type: AttributeType): DynamicValue {
  return { msgpack: Buffer.from(encodeValue(value, type)), json: Buffer.alloc(0) };
}

/** Decodes an object. @returns null if there is none */
export function decode(dynamic: DynamicValue | undefined, schema: Schema): ObjectValue | null {
  if (dynamic === undefined || dynamic.msgpack.length === 0) return null;
  const value = decodeValue(dynamic.msgpack, toObjectType(schema.attributes));
  if (value === null || isObjectValue(value)) return value;
  throw new Error("an object is required");
}
