import { isUtf8 } from "node:buffer";
import { parseJson as parseExactly } from "../text/parse-json";
import { convertRaw, isRawObject, type RawFormat } from "./convert-raw";
import type { AttributeType, ObjectType } from "./schema";
import { TfNumber } from "./tf-number";
import { isObjectValue, MAX_DEPTH, type ObjectValue, type Value } from "./value";
import { ValueError } from "./value-error";

/** Parsed JSON. Objects have no prototype, and numbers keep every digit. */
export type ExactJson = null | boolean | string | TfNumber | readonly ExactJson[] | JsonObject;

type JsonObject = { readonly [key: string]: ExactJson };

/** Parses JSON. The last of repeated keys counts. @throws ValueError with the offset, also for `__proto__` */
export function parseJsonValue(input: string | Uint8Array): ExactJson {
  const text = typeof input === "string" ? input : decodeUtf8(input);
  return parseExactly<TfNumber, JsonObject>(text, MAKERS, MAX_DEPTH);
}

const MAKERS = {
  number: (text: string) => TfNumber.tryParse(text),
  object: (fields: readonly (readonly [string, ExactJson])[]) => {
    const object = Object.create(null) as Record<string, ExactJson>;
    for (const [key, value] of fields) object[key] = value;
    return object;
  },
  error: (offset: number, problem: string) =>
    new ValueError([], `The JSON text is malformed at offset ${offset}: ${problem}.`),
};

function decodeUtf8(bytes: Uint8Array): string {
  if (!isUtf8(bytes)) throw new ValueError([], "The JSON text is not valid UTF-8.");
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString();
}

/** Decodes Terraform's JSON as strictly as `decodeValue` does. @throws ValueError with the path, if known */
export function decodeJsonValue(json: string | Uint8Array, type: AttributeType): Value {
  return convertRaw(parseJsonValue(json), type, FORMAT);
}

/**
 * Decodes a stored state that {@link parseJsonValue} has parsed. At every depth, attributes that the state
 * lacks become null, and attributes that the type lacks are dropped. @throws ValueError for other values
 */
export function decodeState(state: unknown, type: ObjectType): ObjectValue | null {
  const value = convertRaw(state, type, { ...FORMAT, isLenient: true });
  // JSON has no unknown, and an object type gives nothing else.
  return isObjectValue(value) ? value : null;
}

const FORMAT: RawFormat = {
  isLenient: false,
  takesTokens: true,
  // An object of type and value.
  splitDynamic: (raw) => {
    const { type, value, ...others } = isRawObject(raw) ? raw : {};
    if (type === undefined || value === undefined || Object.keys(others).length > 0)
      throw new ValueError([], "an object with type and value is required for an attribute of type dynamic.");
    return { type, value };
  },
};
