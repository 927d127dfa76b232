import type { AttributeType, ObjectType } from "../schema/schema";
import { convertRaw } from "./convert-raw";
import { isRawObject } from "./describe-raw";
import { parseJson } from "./parse-json";
import { isObjectValue, type ObjectValue, type Value } from "./value";
import { ValueError } from "./value-error";

/**
 * Decodes a value from JSON as Terraform writes it. Strict as `decodeValue`; JSON cannot hold unknown values.
 * @param json - text, or its UTF-8 bytes
 * @throws ValueError with the path of the fault; with an empty path if it is no JSON
 */
export function decodeJsonValue(json: string | Uint8Array, type: AttributeType): Value {
  return convertRaw(parseJson(json), type, { isLenient: false, splitDynamic });
}

/**
 * Brings a stored state into the shape of the present schema: attributes that it lacks become null, those
 * that the schema does not have are dropped, at every depth (rule C-62).
 * @param state - the state as `parseJson` answers it; null stays null
 * @param type - the schema's type, `toObjectType(schema.attributes)`
 * @throws ValueError where a value is of another kind than the schema says (rule C-63)
 */
export function decodeState(state: unknown, type: ObjectType): ObjectValue | null {
  const value = convertRaw(state, type, { isLenient: true, splitDynamic });
  // JSON has no unknown, and an object type gives nothing else.
  return isObjectValue(value) ? value : null;
}

/** A dynamic value travels as an object of its type and itself. */
function splitDynamic(raw: unknown): { type: unknown; value: unknown } {
  const { type, value, ...others } = isRawObject(raw) ? raw : {};
  if (type === undefined || value === undefined || Object.keys(others).length > 0) {
    throw new ValueError([], "an object of type and value is required for an attribute of type dynamic.");
  }
  return { type, value };
}
