import { Decoder } from "@msgpack/msgpack";
import type { AttributeType } from "../schema/schema";
import { checkMsgpack } from "./check-msgpack";
import { convertRaw, type RawFormat } from "./convert-raw";
import { MAX_KEPT_BYTES, MSGPACK_OPTIONS } from "./msgpack-codec";
import { parseJsonValue } from "./parse-json-value";
import type { Value } from "./value";
import { ValueError } from "./value-error";

/**
 * Decodes a value from Terraform's MessagePack (its object wire format). Strict: objects have exactly the attributes of
 * their type (rule C-10). Any bytes give a value or the error, with memory proportional to the input (rule C-15).
 * @param bytes - exactly one value
 * @param type - the value's type; for a schema `toObjectType(schema.attributes)`
 * @throws ValueError with the path of the fault; with an empty path if the bytes are not MessagePack
 */
export function decodeValue(bytes: Uint8Array, type: AttributeType): Value {
  checkMsgpack(bytes);
  const raw = decoder.decode(bytes);
  if (bytes.length > MAX_KEPT_BYTES) decoder = new Decoder(MSGPACK_OPTIONS);
  return convertRaw(raw, type, FORMAT);
}

/** It keeps the bytes that it has decoded last. */
let decoder = new Decoder(MSGPACK_OPTIONS);

const FORMAT: RawFormat = { isLenient: false, splitDynamic };

/** A dynamic value is encoded as a pair: its type as JSON bytes, and the value. */
function splitDynamic(raw: unknown): { type: unknown; value: unknown } {
  const [type, value] = Array.isArray(raw) && raw.length === 2 ? (raw as readonly unknown[]) : [];
  if (value === undefined || !(typeof type === "string" || type instanceof Uint8Array)) {
    throw new ValueError([], "a pair of type and value is required for an attribute of type dynamic.");
  }
  return { type: parseJsonValue(type), value };
}
