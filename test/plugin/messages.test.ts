import { Decoder } from "@msgpack/msgpack";
import { decodeValue, encodeValue } from "../../src/plugin/msgpack-codec";
import type { AttributeType } from "../../src/plugin/schema";
import { TfNumber } from "../../src/plugin/tf-number";
import { DynamicValue, MAX_DEPTH, UNKNOWN, type Value } from "../../src/plugin/value";
import { isValueError, locateError, ValueError } from "../../src/plugin/value-error";
import { bytes, toHex } from "./support/bytes";

const BOTH_FORMATS: AttributeType = { tuple: ["string", { map: "bool" }, { list: "bool" }] };

describe("decodeValue of hostile bytes", () => {
  test.each([
    ["a1 'x' 81 a1 'k' c3 91 c3"],
    ["d9 01 'x' de 00 01 a1 'k' c3 dc 00 01 c3"],
    ["da 00 01 'x' df 00 00 00 01 d9 01 'k' c3 dd 00 00 00 01 c3"],
    ["db 00 00 00 01 'x' 81 a1 'k' c3 91 c3"],
  ])("every form of a length is read: %s", (notation) => {
    expect(decodeValue(bytes(`93 ${notation}`), BOTH_FORMATS)).toEqual(["x", new Map([["k", true]]), [true]]);
  });

  test.each([
    ["", "ends"],
    ["92 c0", "ends"],
    ["92 91 c0", "ends"],
    ["da 00", "ends"],
    ["a2 'x'", "ends"],
    ["c7 01 00", "ends"],
    ["c6 ff ff ff ff 00", "ends"],
    ["cf 00", "ends"],
    ["91 91", "ends"],
    ["dd ff ff ff ff c0", "ends"],
    ["df ff ff ff ff a1 'x' c0", "ends"],
    ["81 a1 'x'", "ends"],
    ["c0 c0", "ends"],
    ["91 c1", "Unrecognized type byte: 0xc1"],
    ["81 01 c0", "a key must be a string"],
    ["81 c4 01 'x' c0", "a key must be a string"],
    ["91 a1 ff", "a string is not valid UTF-8"],
    ["a3 ed a0 80", "a string is not valid UTF-8"],
    ["81 a9 '__proto__' c0", "The key __proto__ is not allowed"],
    ["82 a1 'x' c0 d9 09 '__proto__' c0", "The key __proto__ is not allowed"],
  ])("C-15: %j is refused", (notation, problem) => {
    const attempt = (): unknown => decodeValue(bytes(notation), "dynamic");
    const words = problem === "ends" ? "its bytes end too early, or more bytes follow it" : problem;
    expect(attempt).toThrow(new ValueError([], `The MessagePack value is malformed: ${words}.`));
  });

  test("C-15: nesting is bounded", () => {
    const nest = (depth: number): Uint8Array => Buffer.from([...Array<number>(depth).fill(0x91), 0xc0]);
    expect(() => decodeValue(nest(MAX_DEPTH), "dynamic")).toThrow("a pair of type and value is required");
    expect(() => decodeValue(nest(MAX_DEPTH + 1), "dynamic")).toThrow("nested more than 500 deep");
    expect(() => decodeValue(nest(100_000), "dynamic")).toThrow("nested more than 500 deep");
  });

  test("C-15: many nested long lengths in a small input cost no memory, which the limits of the decoder alone would not prevent", () => {
    // 500 arrays that each announce the whole rest of the input would be 500 × 1 MiB × 8 bytes.
    const size = 2 ** 20;
    const nested = (depth: number): Uint8Array => {
      const heads = Array.from({ length: depth }, () => [0xdd, 0x00, 0x0f, 0x00, 0x00]).flat();
      return Buffer.concat([Buffer.from(heads), Buffer.alloc(size, 0xc0)]);
    };
    const measureOnce = (attempt: () => unknown): number => {
      const before = process.memoryUsage().heapUsed;
      expect(attempt).toThrow(/its bytes end|Insufficient|bounds/);
      return process.memoryUsage().heapUsed - before;
    };
    // The collector may run meanwhile.
    const measure = (attempt: () => unknown): number =>
      Math.max(...Array.from({ length: 5 }, () => measureOnce(attempt)));
    expect(measure(() => decodeValue(nested(MAX_DEPTH), { list: "string" }))).toBeLessThan(50 * 2 ** 20);
    const limited = new Decoder({ maxArrayLength: size });
    expect(measure(() => limited.decode(nested(16)))).toBeGreaterThan(50 * 2 ** 20);
  });
});

const REPO = { object: { host: "string", port: "number" } } as const;

describe("encodeValue", () => {
  test.each<[string, Value, AttributeType]>([
    ["c0", null, "string"],
    ["d4 00 00", UNKNOWN, "string"],
    ["c3", true, "bool"],
    ["a2 c3 a9", "\u00e9", "string"],
    ["a2 c3 a9", "e\u0301", "string"],
    ["07", TfNumber.of(7), "number"],
    ["ff", TfNumber.of(-1), "number"],
    ["cf 00 20 00 00 00 00 00 01", TfNumber.of(2n ** 53n + 1n), "number"],
    ["cf ff ff ff ff ff ff ff ff", TfNumber.of(2n ** 64n - 1n), "number"],
    ["d3 80 00 00 00 00 00 00 00", TfNumber.of(-(2n ** 63n)), "number"],
    ["b4 '18446744073709551616'", TfNumber.of(2n ** 64n), "number"],
    ["a3 '0.1'", TfNumber.of(0.1), "number"],
    ["92 a1 'b' a1 'a'", ["b", "a"], { list: "string" }],
    ["92 a1 'b' a1 'a'", ["b", "a", "b"], { set: "string" }],
    ["92 a1 'a' c3", ["a", true], { tuple: ["string", "bool"] }],
    ["81 a2 c3 a9 07", new Map([["e\u0301", TfNumber.of(7)]]), { map: "number" }],
    [
      "82 a4 'host' c0 a4 'port' d4 00 00",
      new Map<string, Value>(Object.entries({ port: UNKNOWN, host: null })),
      REPO,
    ],
    ["c0", null, "dynamic"],
    ["d4 00 00", UNKNOWN, "dynamic"],
    [`92 c4 08 '"string"' c0`, new DynamicValue("string", null), "dynamic"],
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

  test.each<[Value, AttributeType, string]>([
    ["1", "number", "a number is required, not a string."],
    [true, "dynamic", "a dynamic is required, not a bool."],
    [new DynamicValue("string", "x"), "string", "a string is required, not a dynamic value."],
    [new DynamicValue("strong", "x"), "dynamic", "a type expression is required"],
    [["x", true], { list: "string" }, "[1]: a string is required, not a bool."],
    [new Map([["host", "h"]]), REPO, "port: the attribute is missing."],
    [new Map([["__proto__", "x"]]), { map: "string" }, `["__proto__"]: the key __proto__ is not allowed.`],
  ])("C-10: a value that does not conform to its type is refused: %#", (value, type, message) => {
    const attempt = (): unknown => encodeValue(value, type);
    expect(attempt).toThrow(ValueError);
    expect(attempt).toThrow(message);
  });

  test("C-15: nesting is bounded, and the error names the place in a path that people can read", () => {
    let type: AttributeType = "string";
    let value: Value = "x";
    for (let depth = 0; depth < MAX_DEPTH; depth += 1) {
      type = { list: type };
      value = [value];
    }
    expect(encodeValue(value, type)).toHaveLength(MAX_DEPTH + 2);
    const attempt = (): unknown => encodeValue(new Map([["a", value]]), { object: { a: type } });
    expect(attempt).toThrow(new ValueError([], `a${"[0]".repeat(19)}: nested more than 500 deep.`));
  });
});

describe("locateError", () => {
  test("puts a step before those that lead to the fault, in the path and in the message", () => {
    const inner = locateError(new ValueError([], "a string is required."), { index: 2 });
    const located = locateError(inner, { attribute: "rules" }) as ValueError;
    expect(located.path).toEqual([{ attribute: "rules" }, { index: 2 }]);
    expect(located.message).toBe("rules[2]: a string is required.");
  });

  test("returns other errors unchanged", () => {
    const error = new RangeError("another");
    expect(locateError(error, { attribute: "rules" })).toBe(error);
  });
});

describe("isValueError", () => {
  test("knows an error of another file of the bundle by its brand", () => {
    const error = new ValueError([{ attribute: "mode" }], "a string is required.");
    const copy = Object.create(null, Object.getOwnPropertyDescriptors(error)) as unknown;
    expect(isValueError(error)).toBe(true);
    expect(isValueError(copy)).toBe(true);
  });

  test.each([new Error("another"), "text", null, undefined, {}])("%p is none", (value) => {
    expect(isValueError(value)).toBe(false);
  });
});
