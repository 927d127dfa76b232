import type { AttributeType, ObjectType } from "../schema/schema";
import { convertRaw } from "./convert-raw";
import { isRawObject } from "./describe-raw";
import { parseJsonValue } from "./parse-json-value";
import { isObjectValue, type ObjectValue, type Value } from "./value";
import { ValueError } from "./value-error";

/**
 * Decodes a value from Terraform's JSON, as strictly as `decodeValue`. JSON has no unknown values.
 * @param json - text, or its UTF-8 bytes
 * @throws ValueError with the path of the fault; with an empty path if the text is not JSON
 */
export function decodeJsonValue(json: string | Uint8Array, type: AttributeType): Value {
  return convertRaw(parseJsonValue(json), type, { isLenient: false, splitDynamic });
}

/**
 * Decodes a stored state by the current schema: at every depth, missing attributes become null, and unknown ones are
 * dropped (rule C-62).
 * @param state - from `parseJson`; null stays null
 * @param type - the schema's type, `toObjectType(schema.attributes)`
 * @throws ValueError for a value of another kind than the schema's (rule C-63)
 */
export function decodeState(state: unknown, type: ObjectType): ObjectValue | null {
  const value = convertRaw(state, type, { isLenient: true, splitDynamic });
  // JSON has no unknown, and an object type gives nothing else.
  return isObjectValue(value) ? value : null;
}

/** A dynamic value is encoded as an object of type and value. */
function splitDynamic(raw: unknown): { type: unknown; value: unknown } {
  const { type, value, ...others } = isRawObject(raw) ? raw : {};
  if (type === undefined || value === undefined || Object.keys(others).length > 0) {
    throw new ValueError([], "an object of type and value is required for an attribute of type dynamic.");
  }
  return { type, value };
}
