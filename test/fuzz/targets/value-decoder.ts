import { isDeepStrictEqual } from "node:util";
import { encode } from "@msgpack/msgpack";
import { boolean, jsonValue, nat, tuple } from "fast-check";
import { decodeJsonValue, decodeState, parseJsonValue } from "../../../src/plugin/decode-json";
import { valuesEqual } from "../../../src/plugin/fingerprint-value";
import { decodeValue, encodeValue } from "../../../src/plugin/msgpack-codec";
import type { AttributeType } from "../../../src/plugin/schema";
import { toObjectType } from "../../../src/plugin/to-object-type";
import type { Value } from "../../../src/plugin/value";
import { ValueError } from "../../../src/plugin/value-error";
import { QUEUE_SCHEMA } from "../../../src/provider/queue-schema";
import { type FuzzTarget, insist } from "../fuzz-target";

const STATE_TYPE = toObjectType(QUEUE_SCHEMA.attributes);

/** The first byte of an input chooses one of these types. A dynamic value names its own type. */
const TYPES: readonly AttributeType[] = [
  STATE_TYPE,
  "dynamic",
  { map: "dynamic" },
  { list: { object: { a: "string", b: "number", c: { set: "number" } } } },
  { tuple: ["bool", { set: { map: "string" } }] },
];

const FORMATS = ["msgpack", "json", "state"] as const;

/**
 * Msgpack, JSON and stored state (rules C-10 to C-15, C-62): every input gives a ValueError, or a value of
 * the type that survives a round trip.
 */
export const VALUE_DECODER: FuzzTarget = {
  name: "value-decoder",
  words: [
    '["object",{"a":"string"}]',
    '["list","number"]',
    '["set","dynamic"]',
    '{"type":"string","value":',
    '"repo":{"host":"h","owner":"o","name":"n"}',
    '"required_statuses":["a","a"]',
    '"__proto__":',
    "\\ud800",
    "\xd4\x00\x00",
    "\xc7\x03\x0c\x81\x01\xc2",
    "\xdf\xff\xff\xff\xff",
    "e\u0301",
  ],
  samples: tuple(nat(255), jsonValue(), boolean()).map(([first, value, isJson]) =>
    Buffer.concat([Uint8Array.of(first), isJson ? Buffer.from(JSON.stringify(value)) : encode(value)]),
  ),
  run(input) {
    const first = input[0] ?? 0;
    const format = FORMATS[Math.trunc(first / TYPES.length) % FORMATS.length] ?? "msgpack";
    const type = (format === "state" ? undefined : TYPES[first % TYPES.length]) ?? STATE_TYPE;
    const value = tryDecode(format, input.subarray(1), type);
    if (value === undefined) return;
    // The encoder refuses a value that does not conform to the type.
    const bytes = encodeValue(value, type);
    const again = decodeValue(bytes, type);
    insist(valuesEqual(again, value, type), "a value survives a round trip");
    const isSame = isDeepStrictEqual(encodeValue(again, type), bytes);
    insist(isSame, "encoding the value again gives the same bytes");
  },
};

function tryDecode(
  format: (typeof FORMATS)[number],
  bytes: Uint8Array,
  type: AttributeType,
): Value | undefined {
  try {
    if (format === "msgpack") return decodeValue(bytes, type);
    if (format === "json") return decodeJsonValue(bytes, type);
    return decodeState(parseJsonValue(bytes), STATE_TYPE);
  } catch (error) {
    if (error instanceof ValueError) return undefined;
    throw error;
  }
}
