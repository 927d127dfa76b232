import { decodeValue } from "../../src/plugin/msgpack-codec";
import type { AttributeType } from "../../src/plugin/schema";
import { TfNumber } from "../../src/plugin/tf-number";
import { DynamicValue, UNKNOWN } from "../../src/plugin/value";
import { ValueError } from "../../src/plugin/value-error";
import { bytes } from "./support/bytes";

function findFault(given: Uint8Array, type: AttributeType): { path: unknown; message: string } {
  try {
    decodeValue(given, type);
  } catch (error) {
    if (error instanceof ValueError) return { path: error.path, message: error.message };
    throw error;
  }
  throw new Error("decoding succeeded");
}

const REPO = { object: { host: "string", port: "number" } } as const;

describe("decodeValue", () => {
  test("C-10: an object has exactly the attributes of its type", () => {
    const object = decodeValue(bytes("82 a4 'host' a1 'h' a4 'port' cd 01 bb"), REPO);
    expect(object).toEqual(new Map<string, unknown>(Object.entries({ host: "h", port: TfNumber.of(443) })));
  });

  test("C-10: a missing attribute is an error with its path", () => {
    expect(findFault(bytes("81 a4 'host' a1 'h'"), REPO)).toEqual({
      path: [{ attribute: "port" }],
      message: "port: the attribute is missing.",
    });
  });

  test("C-10: an attribute that the type does not have is an error with its path", () => {
    const type = { list: REPO };
    expect(findFault(bytes("91 83 a4 'host' c0 a4 'port' c0 a1 'x' c0"), type)).toEqual({
      path: [{ index: 0 }, { attribute: "x" }],
      message: "[0].x: unsupported attribute.",
    });
  });

  test("names that every JavaScript object inherits are not attributes", () => {
    expect(findFault(bytes("81 ab 'constructor' c0"), { object: {} }).message).toContain(
      "unsupported attribute",
    );
    const object = Object.fromEntries([["constructor", "string" as const]]);
    expect(findFault(bytes("80"), { object }).message).toContain("missing");
  });

  test.each([
    ["fixext 1, code 0", "d4 00 00"],
    ["fixext 2, code 12", "d5 0c 81 01"],
    ["fixext 4, code 77", "d6 4d 00 00 00 00"],
    ["fixext 8, code -1, which MessagePack itself gives to timestamps", "d7 ff 00 00 00 00 00 00 00 00"],
    ["fixext 16", "d8 0c 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00"],
    ["ext 8, code 12 with refinements", "c7 0c 0c 82 01 c2 02 a7 'prefix-'"],
    ["ext 16, empty", "c8 00 00 0c"],
    ["ext 32", "c9 00 00 00 01 00 00"],
  ])("C-11: %s means unknown, for every type", (_form, notation) => {
    const types = ["string", "number", "bool", "dynamic", { list: "string" }, { map: "bool" }, REPO] as const;
    for (const type of types) expect(decodeValue(bytes(notation), type)).toBe(UNKNOWN);
    expect(decodeValue(bytes(`92 c0 ${notation}`), { list: "string" })).toEqual([null, UNKNOWN]);
  });

  test.each([
    ["07", "7"],
    ["ff", "-1"],
    ["cc ff", "255"],
    ["d0 80", "-128"],
    ["cf 00 20 00 00 00 00 00 01", "9007199254740993"],
    ["cf ff ff ff ff ff ff ff ff", "18446744073709551615"],
    ["d3 80 00 00 00 00 00 00 00", "-9223372036854775808"],
    ["b4 '18446744073709551616'", "18446744073709551616"],
    ["a3 '0.1'", "0.1"],
    ["a5 '1e999'", "1e999"],
    ["a1 '7'", "7"],
    ["cb 3f e0 00 00 00 00 00 00", "0.5"],
    ["ca 3f 00 00 00", "0.5"],
    ["cb 3f b9 99 99 99 99 99 9a", "0.1000000000000000055511151231257827021181583404541015625"],
  ])("C-12: the number %s is %s", (notation, text) => {
    expect(decodeValue(bytes(notation), "number")).toEqual(TfNumber.parse(text));
  });

  test.each([
    ["cb 7f f0 00 00 00 00 00 00", "infinity"],
    ["cb 7f f8 00 00 00 00 00 00", "not a number"],
    ["a3 'abc'", "text"],
    ["c3", "a bool"],
  ])("%s (%s) is not a number", (notation) => {
    expect(findFault(bytes(notation), "number").message).toMatch(/^a number is required, not a/);
  });

  test("C-14: strings and keys are normalised to NFC", () => {
    expect(decodeValue(bytes("a3 65 cc 81"), "string")).toBe("\u00e9");
    expect(decodeValue(bytes("81 a3 65 cc 81 a1 'x'"), { map: "string" })).toEqual(
      new Map([["\u00e9", "x"]]),
    );
    expect(decodeValue(bytes("92 a3 65 cc 81 a2 c3 a9"), { set: "string" })).toEqual(["\u00e9"]);
  });

  test("null, unknown and known are distinct at every depth", () => {
    const type = { map: { list: "bool" } } as const;
    expect(
      decodeValue(bytes("84 a1 'a' c0 a1 'b' d4 00 00 a1 'c' 90 a1 'd' 93 c0 c2 d4 00 00"), type),
    ).toEqual(
      new Map<string, unknown>(Object.entries({ a: null, b: UNKNOWN, c: [], d: [null, false, UNKNOWN] })),
    );
    expect(decodeValue(bytes("c0"), type)).toBeNull();
  });

  test("a set has no duplicates and keeps the order of first appearance", () => {
    expect(decodeValue(bytes("93 a1 'b' a1 'a' a1 'b'"), { set: "string" })).toEqual(["b", "a"]);
  });

  test("a tuple has exactly as many elements as its type", () => {
    const type = { tuple: ["string", "bool"] } as const;
    expect(decodeValue(bytes("92 a1 'a' c3"), type)).toEqual(["a", true]);
    expect(decodeValue(bytes("92 c0 c3"), type)).toEqual([null, true]);
    expect(findFault(bytes("91 a1 'a'"), type).message).toBe("a tuple of length 2 is required, got 1.");
  });

  test("a dynamic value carries its type as JSON, in bytes or as a string", () => {
    const expected = new DynamicValue(["list", "number"], [TfNumber.of(1)]);
    expect(decodeValue(bytes(`92 c4 11 '["list","number"]' 91 01`), "dynamic")).toEqual(expected);
    expect(decodeValue(bytes(`92 b1 '["list","number"]' 91 01`), "dynamic")).toEqual(expected);
  });

  test("a dynamic value may be null, unknown, or a null or unknown of a given type", () => {
    expect(decodeValue(bytes("c0"), "dynamic")).toBeNull();
    expect(decodeValue(bytes("d4 00 00"), "dynamic")).toBe(UNKNOWN);
    expect(decodeValue(bytes(`92 c4 08 '"string"' c0`), "dynamic")).toEqual(new DynamicValue("string", null));
    expect(decodeValue(bytes(`92 c4 08 '"string"' d4 00 00`), "dynamic")).toEqual(
      new DynamicValue("string", UNKNOWN),
    );
  });

  test.each([
    ["a1 'x'", "a pair of type and value is required"],
    ["91 c0", "a pair of type and value is required"],
    ["92 c0 c0", "a pair of type and value is required"],
    ["93 c4 01 '1' c0 c0", "a pair of type and value is required"],
    ["92 c4 01 '1' c0", "a type expression is required"],
    ["92 c4 01 '{' c0", "The JSON text is malformed"],
  ])("a dynamic value %s is refused", (notation, problem) => {
    expect(findFault(bytes(notation), "dynamic").message).toContain(problem);
  });

  test.each<[string, AttributeType, string]>([
    ["07", "string", "a string is required, not a number."],
    ["cf ff ff ff ff ff ff ff ff", "bool", "a bool is required, not a number."],
    ["c4 01 00", "string", "a string is required, not bytes."],
    ["a1 'x'", { list: "string" }, "a list is required, not a string."],
    ["80", { set: "string" }, "a set is required, not an object."],
    ["c3", { tuple: [] }, "a tuple is required, not a bool."],
    ["90", { map: "string" }, "a map is required, not a list."],
    ["90", REPO, "an object is required, not a list."],
    ["91 01", { list: "string" }, "[0]: a string is required, not a number."],
    ["81 a3 'a b' 01", { map: "string" }, `["a b"]: a string is required, not a number.`],
    ["91 01", { set: "string" }, "a string is required, not a number."],
  ])("C-13: %s is refused under another type", (notation, type, message) => {
    expect(findFault(bytes(notation), type).message).toBe(message);
  });
});
