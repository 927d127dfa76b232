import type { AttributeType } from "../../../src/plugin/schema/schema";
import { decodeValue } from "../../../src/plugin/values/decode-value";
import { encodeValue } from "../../../src/plugin/values/encode-value";
import { TfNumber } from "../../../src/plugin/values/tf-number";
import { DynamicValue, MAX_DEPTH, UNKNOWN, type Value } from "../../../src/plugin/values/value";
import { ValueError } from "../../../src/plugin/values/value-error";
import { bytes, toHex } from "../support/bytes";

const REPO = { object: { host: "string", port: "number" } } as const;

describe("encodeValue", () => {
  test.each<[string, Value, AttributeType]>([
    ["c0", null, "string"],
    ["d4 00 00", UNKNOWN, "string"],
    ["c3", true, "bool"],
    ["c2", false, "bool"],
    ["a2 c3 a9", "\u00e9", "string"],
    ["a2 c3 a9", "e\u0301", "string"],
    ["a4 'a' ef bf bd", "a\ud800", "string"],
    ["07", TfNumber.of(7), "number"],
    ["ff", TfNumber.of(-1), "number"],
    ["ce ff ff ff ff", TfNumber.of(4294967295), "number"],
    ["cf 00 20 00 00 00 00 00 01", TfNumber.of(2n ** 53n + 1n), "number"],
    ["cf ff ff ff ff ff ff ff ff", TfNumber.of(2n ** 64n - 1n), "number"],
    ["d3 80 00 00 00 00 00 00 00", TfNumber.of(-(2n ** 63n)), "number"],
    ["b4 '18446744073709551616'", TfNumber.of(2n ** 64n), "number"],
    ["a3 '0.1'", TfNumber.of(0.1), "number"],
    ["92 a1 'b' a1 'a'", ["b", "a"], { list: "string" }],
    ["92 a1 'b' a1 'a'", ["b", "a", "b"], { set: "string" }],
    ["92 a1 'b' d4 00 00", ["b", UNKNOWN], { set: "string" }],
    ["92 a1 'a' c3", ["a", true], { tuple: ["string", "bool"] }],
    ["92 c0 c3", [null, true], { tuple: ["string", "bool"] }],
    ["90", [], { list: "string" }],
    ["81 a2 c3 a9 07", new Map([["e\u0301", TfNumber.of(7)]]), { map: "number" }],
    ["80", new Map(), { map: "number" }],
    [
      "82 a4 'host' c0 a4 'port' d4 00 00",
      new Map<string, Value>([
        ["port", UNKNOWN],
        ["host", null],
      ]),
      REPO,
    ],
    ["c0", null, "dynamic"],
    ["d4 00 00", UNKNOWN, "dynamic"],
    [`92 c4 08 '"string"' c0`, new DynamicValue("string", null), "dynamic"],
    [`92 c4 11 '["list","number"]' 91 01`, new DynamicValue(["list", "number"], [TfNumber.of(1)]), "dynamic"],
    [
      `92 c4 19 '["object",{"a":"number"}]' 81 a1 'a' 01`,
      new DynamicValue(["object", { a: "number" }], new Map([["a", TfNumber.of(1)]])),
      "dynamic",
    ],
    [
      `92 c4 16 '["map",["set","bool"]]' 81 a1 'k' 91 c3`,
      new DynamicValue(["map", ["set", "bool"]], new Map([["k", [true]]])),
      "dynamic",
    ],
    [
      `91 92 c4 1e '["tuple",["string","dynamic"]]' 92 a1 'a' c0`,
      [new DynamicValue(["tuple", ["string", "dynamic"]], ["a", null])],
      { list: "dynamic" },
    ],
  ])("%s is written as the wire format says", (notation, value, type) => {
    expect(toHex(encodeValue(value, type))).toBe(toHex(bytes(notation)));
  });

  test.each([
    "cf 00 20 00 00 00 00 00 01",
    "cb 3f b9 99 99 99 99 99 9a",
    "a3 '0.1'",
    "a5 '1e999'",
    "a4 '0.10'",
    "a1 '7'",
  ])("C-12: the number %s echoes byte for byte", (notation) => {
    expect(toHex(encodeValue(decodeValue(bytes(notation), "number"), "number"))).toBe(toHex(bytes(notation)));
  });

  test.each<[Value, AttributeType, string]>([
    [TfNumber.of(1), "string", "a string is required, not a number."],
    ["1", "number", "a number is required, not a string."],
    [[], "bool", "a bool is required, not a list."],
    [new Map(), "bool", "a bool is required, not an object."],
    [true, "dynamic", "a dynamic is required, not a boolean."],
    [new DynamicValue("string", "x"), "string", "a string is required, not a dynamic value."],
    [new DynamicValue("strong", "x"), "dynamic", "a type expression is required"],
    ["x", { list: "string" }, "a list is required, not a string."],
    ["x", { set: "string" }, "a set is required, not a string."],
    ["x", { tuple: [] }, "a tuple is required, not a string."],
    [[], { tuple: ["string"] }, "a tuple of 1 is required, not of 0."],
    [[], { map: "string" }, "a map is required, not a list."],
    [[], REPO, "an object is required, not a list."],
    [["x", true], { list: "string" }, "[1]: a string is required, not a boolean."],
    [new Map([["host", "h"]]), REPO, "port: the attribute is missing."],
    [[new Map([["host", "h"]])], { list: REPO }, "[0].port: the attribute is missing."],
    [
      new Map<string, Value>([
        ["host", true],
        ["port", null],
      ]),
      REPO,
      "host: a string is required, not a boolean.",
    ],
    [
      new Map<string, Value>([
        ["host", "h"],
        ["port", null],
        ["x", null],
      ]),
      REPO,
      "x: unsupported attribute.",
    ],
    [new Map([["__proto__", "x"]]), { map: "string" }, `["__proto__"]: the key __proto__ is not allowed.`],
  ])("C-10: a value that does not conform to its type is refused: %#", (value, type, message) => {
    const attempt = (): unknown => encodeValue(value, type);
    expect(attempt).toThrow(ValueError);
    expect(attempt).toThrow(message);
  });

  test("nesting is bounded", () => {
    let type: AttributeType = "string";
    let value: Value = "x";
    for (let depth = 0; depth < MAX_DEPTH; depth += 1) {
      type = { list: type };
      value = [value];
    }
    expect(encodeValue(value, type)).toHaveLength(MAX_DEPTH + 2);
    expect(() => encodeValue([value], { list: type })).toThrow("nested more than 500 deep");
    // A path that people can read.
    expect(() => encodeValue([value], { list: type })).toThrow(/^\[0\]\[0\]\[0\]: nested/);
  });
});
