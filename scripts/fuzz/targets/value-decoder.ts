import { isDeepStrictEqual } from "node:util";
import type { AttributeType } from "../../../src/plugin/schema/schema";
import { toObjectType } from "../../../src/plugin/schema/to-object-type";
import { decodeJsonValue, decodeState } from "../../../src/plugin/values/decode-json";
import { decodeValue } from "../../../src/plugin/values/decode-value";
import { encodeValue } from "../../../src/plugin/values/encode-value";
import { parseJson } from "../../../src/plugin/values/parse-json";
import type { Value } from "../../../src/plugin/values/value";
import { ValueError } from "../../../src/plugin/values/value-error";
import { valuesEqual } from "../../../src/plugin/values/values-equal";
import { QUEUE_SCHEMA } from "../../../src/provider/queue-resource/queue-schema";
import { type FuzzTarget, insist } from "../fuzz-target";

/** Types that an input's first byte chooses from; a dynamic value brings any other type along. */
const TYPES: readonly AttributeType[] = [
  toObjectType(QUEUE_SCHEMA.attributes),
  "dynamic",
  { map: "dynamic" },
  { list: { object: { a: "string", b: "number", c: { set: "number" } } } },
  { tuple: ["bool", { set: { map: "string" } }] },
];

const FORMATS = ["msgpack", "json", "state"] as const;

/**
 * Bytes become values, of msgpack, of JSON, or of a stored state (rules C-10 to C-15, C-62): any input gives a value
 * of the type, which survives a round trip, or a ValueError.
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
  run(input) {
    const first = input[0] ?? 0;
    const type = TYPES[first % TYPES.length] ?? "dynamic";
    const format = FORMATS[Math.trunc(first / TYPES.length) % FORMATS.length] ?? "msgpack";
    const value = tryDecode(format, input.subarray(1), type);
    if (value === undefined) return;
    // The encoder is strict: what does not conform to the type, it refuses.
    const bytes = encodeValue(value, type);
    const again = decodeValue(bytes, type);
    insist(valuesEqual(again, value, type), "a value survives a round trip");
    insist(isDeepStrictEqual(encodeValue(again, type), bytes), "an echo is byte for byte the same");
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
    return decodeState(parseJson(bytes), toObjectType(QUEUE_SCHEMA.attributes));
  } catch (error) {
    if (error instanceof ValueError) return undefined;
    throw error;
  }
}
