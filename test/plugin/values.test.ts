import fc from "fast-check";
import { decodeJsonValue, decodeState } from "../../src/plugin/decode-json";
import { valuesEqual } from "../../src/plugin/fingerprint-value";
import { decodeValue, encodeValue } from "../../src/plugin/msgpack-codec";
import type { AttributeType } from "../../src/plugin/schema";
import { TfNumber } from "../../src/plugin/tf-number";
import { formatType, parseType } from "../../src/plugin/type-expression";
import { DynamicValue, isWhollyKnown, MAX_DEPTH, UNKNOWN, type Value } from "../../src/plugin/value";
import { ValueError } from "../../src/plugin/value-error";
import { arbitraryType, arbitraryTypedValue } from "./support/arbitrary-value";
import { toJson } from "./support/to-json";

const REPO = { object: { tags: { set: "string" } } } as const;

describe("valuesEqual", () => {
  test.each<[string, Value, Value, AttributeType]>([
    ["sets in another order", ["a", "b"], ["b", "a"], { set: "string" }],
    ["sets with duplicates", ["a", "b", "a"], ["b", "a"], { set: "string" }],
    ["sets of sets", [["a", "b"], []], [[], ["b", "a"]], { set: { set: "string" } }],
    ["sets of numbers written differently", [TfNumber.parse("1.0")], [TfNumber.of(1)], { set: "number" }],
    ["sets in objects", new Map([["tags", ["a", "b"]]]), new Map([["tags", ["b", "a"]]]), REPO],
    ["sets in tuples", [["a", "b"]], [["b", "a"]], { tuple: [{ set: "string" }] }],
    [
      "sets in maps of lists",
      new Map([["k", [["a", "b"]]]]),
      new Map([["k", [["b", "a"]]]]),
      { map: { list: { set: "string" } } },
    ],
    [
      "maps in another order",
      new Map(Object.entries({ a: "1", b: "2" })),
      new Map(Object.entries({ b: "2", a: "1" })),
      { map: "string" },
    ],
    ["C-14: strings before and after NFC", "e\u0301", "\u00e9", "string"],
    ["C-14: keys, NFC or not", new Map([["e\u0301", null]]), new Map([["\u00e9", null]]), { map: "string" }],
    ["unknown values", UNKNOWN, UNKNOWN, "string"],
    [
      "dynamic sets",
      new DynamicValue(["set", "string"], ["a", "b"]),
      new DynamicValue(["set", "string"], ["b", "a"]),
      "dynamic",
    ],
  ])("%s are equal", (_what, a, b, type) => {
    expect(valuesEqual(a, b, type)).toBe(true);
  });

  test.each<[string, Value, Value, AttributeType]>([
    ["lists in another order", ["a", "b"], ["b", "a"], { list: "string" }],
    ["lists with duplicates", ["a", "a"], ["a"], { list: "string" }],
    ["sets of different elements", ["a", "b"], ["a", "c"], { set: "string" }],
    ["sets of one and two unknown elements", [UNKNOWN], [UNKNOWN, UNKNOWN], { set: "string" }],
    ["null and unknown", null, UNKNOWN, "string"],
    ["null and the empty string", null, "", "string"],
    ["null and the empty set", null, [], { set: "string" }],
    ["unknown and a string that looks like its fingerprint", UNKNOWN, "?", "string"],
    ["a number and its text", TfNumber.of(1), "1", "dynamic"],
    ["a bool and its text", true, "true", "dynamic"],
    ["strings with a comma and two strings", ["a,b"], ["a", "b"], { list: "string" }],
    ["maps with different keys", new Map([["a", null]]), new Map([["b", null]]), { map: "string" }],
    [
      "dynamic values, other types",
      new DynamicValue("string", null),
      new DynamicValue("bool", null),
      "dynamic",
    ],
  ])("%s differ", (_what, a, b, type) => {
    expect(valuesEqual(a, b, type)).toBe(false);
    expect(valuesEqual(b, a, type)).toBe(false);
  });

  test("values that do not conform to the type are compared by their own shape", () => {
    const objects: [Value, Value] = [new Map([["x", ["a"]]]), new Map([["x", ["a"]]])];
    for (const type of ["string", REPO, { object: {} }, { tuple: [] }] as const) {
      expect(valuesEqual(["a", "b"], ["a", "b"], type)).toBe(true);
      expect(valuesEqual(["a", "b"], ["b", "a"], type)).toBe(false);
      expect(valuesEqual(...objects, type)).toBe(true);
    }
  });

  test("F-33: sets of 50,000 elements are compared", () => {
    const elements = Array.from({ length: 50_000 }, (_, index) => `check-${index}`);
    expect(valuesEqual(elements, elements.toReversed(), { set: "string" })).toBe(true);
    expect(valuesEqual(elements, elements.slice(1), { set: "string" })).toBe(false);
  });

  test("C-15: comparing sets nested in sets takes time in proportion to their size", () => {
    let type: AttributeType = { set: "string" };
    let [a, b]: [Value, Value] = [
      ["x", "y"],
      ["y", "x"],
    ];
    // Twice the work with each level would be more than any machine can do.
    for (let depth = 0; depth < 100; depth += 1) [type, a, b] = [{ set: type }, [a, []], [[], b]];
    expect(valuesEqual(a, b, type)).toBe(true);
    expect(valuesEqual(a, [b], { set: type })).toBe(false);
  });
});

/** Decodes any input; returns the value or the decoder's error, and throws other errors. */
function tryDecode(decode: () => unknown): unknown {
  try {
    return decode();
  } catch (error) {
    if (error instanceof ValueError) return error;
    throw error;
  }
}

describe("codecs", () => {
  test("encoding a decoded value gives the same bytes, so that an echo is lossless", () => {
    fc.assert(
      fc.property(arbitraryTypedValue(), ({ type, value }) => {
        const bytes = encodeValue(value, type);
        expect(encodeValue(decodeValue(bytes, type), type)).toEqual(bytes);
      }),
      { numRuns: 200 },
    );
  });

  test("JSON and MessagePack of one value decode to equal values", () => {
    fc.assert(
      fc.property(arbitraryTypedValue({ isWhollyKnown: true }), ({ type, value }) => {
        const fromJson = decodeJsonValue(toJson(value, type), type);
        expect(isWhollyKnown(fromJson)).toBe(true);
        expect(valuesEqual(fromJson, decodeValue(encodeValue(value, type), type), type)).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  test.each<[string, (inner: AttributeType) => AttributeType, (inner: unknown) => unknown]>([
    ["map", (map) => ({ map }), (a) => ({ a })],
    ["list", (list) => ({ list }), (each) => [each]],
    ["set", (set) => ({ set }), (each) => [each]],
    ["tuple", (each) => ({ tuple: [each] }), (each) => [each]],
    ["object", (a) => ({ object: { a } }), (a) => ({ a })],
  ])("C-15: a %s is nested to a depth of 500", (_, nestType, nest) => {
    const decode = (depth: number): unknown => {
      let [type, raw]: [AttributeType, unknown] = ["bool", true];
      for (let level = 1; level < depth; level += 1) [type, raw] = [nestType(type), nest(raw)];
      return decodeState({ a: raw }, { object: { a: type } });
    };
    expect(() => decode(MAX_DEPTH)).not.toThrow();
    expect(() => decode(MAX_DEPTH + 1)).toThrow("nested more than 500 deep");
  });

  test("C-15: a valid encoding with one byte changed or cut off gives a value or a ValueError", () => {
    fc.assert(
      fc.property(arbitraryTypedValue(), fc.nat(), fc.nat(255), ({ type, value }, position, byte) => {
        const bytes = encodeValue(value, type);
        const index = position % bytes.length;
        tryDecode(() => decodeValue(bytes.with(index, byte), type));
        expect(tryDecode(() => decodeValue(bytes.subarray(0, index), type))).toBeInstanceOf(ValueError);
      }),
      { numRuns: 300 },
    );
  });

  test("megabytes are read and written like small values, before and after them", () => {
    for (const text of ["small", "x".repeat(32 * 2 ** 20), "small"])
      expect(decodeValue(encodeValue(text, "string"), "string") === text).toBe(true);
  });

  test("types survive their JSON expression", () => {
    fc.assert(
      fc.property(arbitraryType, (type) => {
        expect(formatType(parseType(JSON.parse(formatType(type))))).toBe(formatType(type));
      }),
    );
  });
});
