import { isUtf8 } from "node:buffer";
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

/** The encoder never shrinks its buffer, which stays as large as the largest value so far. */
let encoder = new Encoder(MSGPACK_OPTIONS);

/**
 * Decodes one value in Terraform's object wire format (MessagePack). The bytes must contain nothing else, and
 * objects must have exactly the attributes of their type. Uses memory in proportion to the input.
 * @throws ValueError with the path of the fault. The path is empty if the bytes are not MessagePack
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
    const problem = name === "RangeError" ? "its bytes end too early, or more bytes follow it" : message;
    throw new ValueError([], `The MessagePack value is malformed: ${problem}.`);
  } finally {
    if (bytes.length > MAX_KEPT_BYTES) decoder = new Decoder(MSGPACK_OPTIONS);
  }
}

const WIRE_FORMAT: RawFormat = {
  isLenient: false,
  takesTokens: true,
  // A dynamic value is a pair of its type, as JSON bytes, and its value.
  splitDynamic: (raw) => {
    const [type, value] = Array.isArray(raw) && raw.length === 2 ? (raw as readonly unknown[]) : [];
    if (value === undefined || !(typeof type === "string" || type instanceof Uint8Array))
      throw new ValueError([], "a pair of type and value is required for an attribute of type dynamic.");
    return { type: parseJsonValue(type), value };
  },
};

/** The inverse of {@link decodeValue}. @throws ValueError if the value does not fit the type */
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

/** Size of the length field, in bytes, of each MessagePack format from 0xc0 to 0xdf. */
const LENGTH_BYTES = Buffer.of(
  ...[0, 0, 0, 0, 1, 2, 4, 1, 2, 4, 0, 0, 0, 0, 0, 0],
  ...[0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 2, 4, 2, 4],
);

/** Size of the payload, in bytes, of each of these formats, without the part that a length field counts. */
const FIXED_BYTES = Buffer.of(
  ...[0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 4, 8, 1, 2, 4, 8],
  ...[1, 2, 4, 8, 2, 3, 5, 9, 17, 0, 0, 0, 0, 0, 0, 0],
);

/**
 * Checks that strings are UTF-8, that all announced items exist, and that nesting is at most {@link
 * MAX_DEPTH}. The decoder allocates an array before it reads the items, so a megabyte could make it allocate
 * gigabytes. @returns where the value at `start` ends. @throws Error with the problem; RangeError if bytes
 * are missing
 */
function checkMsgpack(bytes: Buffer, start = 0, depth = 0): number {
  const head = bytes.readUInt8(start);
  const isMap = head >> 4 === 0x8 || head === 0xde || head === 0xdf;
  const isArray = head >> 4 === 0x9 || head === 0xdc || head === 0xdd;
  const isString = head >> 5 === 0b101 || (head >= 0xd9 && head <= 0xdb);
  const isLong = head >= 0xc0 && head < 0xe0;

  const lengthBytes = isLong ? LENGTH_BYTES.readUInt8(head - 0xc0) : 0;
  let size = isLong ? FIXED_BYTES.readUInt8(head - 0xc0) : 0;
  if (lengthBytes > 0) size += bytes.readUIntBE(start + 1, lengthBytes);
  if (!isLong && (isMap || isArray || isString)) size = head & (isString ? 0x1f : 0x0f);
  let end = start + 1 + lengthBytes;

  if (isMap || isArray) {
    if (depth === MAX_DEPTH) throw new Error(`it is nested more than ${MAX_DEPTH} deep`);
    for (let left = isMap ? 2 * size : size; left > 0; left -= 1) end = checkMsgpack(bytes, end, depth + 1);
    return end;
  }
  const payload = bytes.subarray(end, end + size);
  if (payload.length < size) throw new RangeError();
  if (isString && !isUtf8(payload)) throw new Error("a string is not valid UTF-8");
  return end + size;
}
