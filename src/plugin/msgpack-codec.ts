import { Decoder, type DecoderOptions, Encoder, type EncoderOptions, ExtData } from "@msgpack/msgpack";
import { convertRaw, type RawFormat } from "./convert-raw";
import { parseJsonValue } from "./decode-json";
import type { AttributeType } from "./schema";
import { type NumberToken, TfNumber } from "./tf-number";
import { formatType, parseType } from "./type-expression";
import {
  DynamicValue,
  isListValue,
  isObjectValue,
  MAX_DEPTH,
  UNKNOWN,
  type UnknownValue,
  type Value,
} from "./value";
import { ValueError } from "./value-error";
import { checkMsgpack } from "./values/check-msgpack";

const MSGPACK_OPTIONS: EncoderOptions & DecoderOptions = {
  // Any extension code means unknown: Terraform sends 12 for unknown values with known properties, and others
  // may follow. We send code 0, the plain unknown.
  extensionCodec: {
    tryToEncode: (object) => (object === UNKNOWN ? new ExtData(0, new Uint8Array(1)) : null),
    decode: () => UNKNOWN,
  },
  // 64-bit integers keep their last bit.
  useBigInt64: true,
  // A dynamic value adds a level.
  maxDepth: 2 * MAX_DEPTH + 2,
  mapKeyConverter: (key) => {
    if (typeof key === "string") return key;
    throw new TypeError("a key must be a string");
  },
};

/** Size of the buffer that an idle encoder or decoder may keep, in bytes. */
const MAX_KEPT_BYTES = 1024 * 1024;

let decoder = new Decoder(MSGPACK_OPTIONS);

/** It keeps a buffer of the size of the largest value so far. */
let encoder = new Encoder(MSGPACK_OPTIONS);

/**
 * Decodes exactly one value from Terraform's MessagePack (its object wire format), objects with exactly the
 * attributes of their type. Memory is proportional to the input.
 * @throws ValueError with the path of the fault; with an empty path if the bytes are not MessagePack
 */
export function decodeValue(bytes: Uint8Array, type: AttributeType): Value {
  return convertRaw(decodeRaw(bytes), type, WIRE_FORMAT);
}

function decodeRaw(bytes: Uint8Array): unknown {
  try {
    checkMsgpack(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    return decoder.decode(bytes);
  } catch (error) {
    const { name, message } = error as Error;
    const problem = name === "RangeError" ? "it does not end where the bytes end" : message;
    throw new ValueError([], `The MessagePack value is malformed: ${problem}.`);
  } finally {
    if (bytes.length > MAX_KEPT_BYTES) decoder = new Decoder(MSGPACK_OPTIONS);
  }
}

const WIRE_FORMAT: RawFormat = {
  isLenient: false,
  takesTokens: true,
  // A pair of its type as JSON bytes, and the value.
  splitDynamic: (raw) => {
    const [type, value] = Array.isArray(raw) && raw.length === 2 ? (raw as readonly unknown[]) : [];
    if (value === undefined || !(typeof type === "string" || type instanceof Uint8Array))
      throw new ValueError([], "a pair of type and value is required for an attribute of type dynamic.");
    return { type: parseJsonValue(type), value };
  },
};

/** The inverse of `decodeValue`; any unknown becomes the plain one. @throws ValueError where it fails */
export function encodeValue(value: Value, type: AttributeType): Uint8Array {
  const bytes = encoder.encode(toEncodable(convertRaw(value, type, VALUE_FORMAT)));
  if (bytes.length > MAX_KEPT_BYTES) encoder = new Encoder(MSGPACK_OPTIONS);
  return bytes;
}

const VALUE_FORMAT: RawFormat = {
  isLenient: false,
  takesTokens: false,
  splitDynamic: (raw) => (raw instanceof DynamicValue ? raw : undefined),
};

type Encodable =
  | null
  | boolean
  | NumberToken
  | Uint8Array
  | UnknownValue
  | readonly Encodable[]
  | { readonly [key: string]: Encodable };

function toEncodable(value: Value): Encodable {
  if (value instanceof TfNumber) return value.token;
  if (value instanceof DynamicValue)
    return [Buffer.from(formatType(parseType(value.type))), toEncodable(value.value)];
  if (isListValue(value)) return value.map(toEncodable);
  if (!isObjectValue(value)) return value;
  const object = Object.create(null) as Record<string, Encodable>;
  for (const [name, item] of value) object[name] = toEncodable(item);
  return object;
}
