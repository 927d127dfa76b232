import { decodeJsonValue } from "../decode-json";
import { decodeValue, encodeValue } from "../msgpack-codec";
import type { DynamicValue } from "../protocol/tfplugin6.generated";
import type { AttributeType, ObjectType, Schema } from "../schema";
import { toObjectType } from "../to-object-type";
import { isObjectValue, type ObjectValue, type Value } from "../value";
import { ValueError } from "../value-error";

/** Decodes MessagePack, or JSON from older hosts. No bytes mean null. @throws ValueError for a wrong type */
export function decodeDynamic(dynamic: DynamicValue, type: AttributeType): Value {
  if (dynamic.msgpack.length > 0) return decodeValue(dynamic.msgpack, type);
  return dynamic.json.length > 0 ? decodeJsonValue(dynamic.json, type) : null;
}

/** Encodes a value as MessagePack. @throws ValueError if the value is not of this type */
export function encodeDynamic(value: Value, type: AttributeType): DynamicValue {
  return { msgpack: toBuffer(encodeValue(value, type)), json: Buffer.alloc(0) };
}

/** Decodes an object or null. @throws ValueError if it does not fit the schema, or is wholly unknown */
export function decodeObject(dynamic: DynamicValue | undefined, schema: Schema): ObjectValue | null {
  if (dynamic === undefined) return null;
  const type = toObjectType(schema.attributes);
  if (dynamic.msgpack.length > MAX_RECENT_BYTES) return toObject(decodeDynamic(dynamic, type));
  const recent = RECENT.get(type) ?? new Map<string, ObjectValue>();
  RECENT.set(type, recent);
  const key = dynamic.msgpack.toString("latin1");
  const known = recent.get(key);
  if (known !== undefined) return known;
  const value = toObject(decodeDynamic(dynamic, type));
  if (recent.size >= MAX_RECENT) recent.clear();
  if (value !== null && key !== "") recent.set(key, value);
  return value;
}

function toObject(value: Value): ObjectValue | null {
  if (value === null || isObjectValue(value)) return value;
  throw new ValueError([], "An object is required, not a value that is wholly unknown.");
}

/** Maximum number of objects kept for a type. Ten parallel calls, with three objects each, need 30. */
const MAX_RECENT = 64;

const MAX_RECENT_BYTES = 4 * 1024;

/** Decoded objects, by type and bytes. In a plan, Terraform sends 60 % of all objects more than once. */
const RECENT = new WeakMap<ObjectType, Map<string, ObjectValue>>();

/** Like {@link decodeObject}, but null is an error, too. @param what - in the error: `configuration` */
export function decodeRequiredObject(
  dynamic: DynamicValue | undefined,
  schema: Schema,
  what: string,
): ObjectValue {
  const value = decodeObject(dynamic, schema);
  if (value === null) throw new ValueError([], `Terraform sent no ${what}.`);
  return value;
}

/** Encodes an object as MessagePack. @throws ValueError if it does not fit the schema */
export function encodeObject(value: ObjectValue | null, schema: Schema): DynamicValue {
  return encodeDynamic(value, toObjectType(schema.attributes));
}

/** Returns the same bytes as a Buffer, which the generated code expects. Copies nothing. */
export function toBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
