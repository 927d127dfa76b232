import { TfNumber } from "../../src/plugin/tf-number";
import { formatType, parseType } from "../../src/plugin/type-expression";
import {
  DynamicValue,
  isWhollyKnown,
  MAX_DEPTH,
  makeObject,
  UNKNOWN,
  type Value,
} from "../../src/plugin/value";
import { formatPath, ValueError } from "../../src/plugin/value-error";

describe("TfNumber.of", () => {
  test.each([
    [5, "5", 5],
    [-(2 ** 31), "-2147483648", -(2 ** 31)],
    [-(2 ** 31) - 1, "-2147483649", -(2n ** 31n) - 1n],
    [2 ** 32 - 1, "4294967295", 2 ** 32 - 1],
    [2 ** 32, "4294967296", 2n ** 32n],
    [2n ** 53n + 1n, "9007199254740993", 2n ** 53n + 1n],
    [2n ** 64n - 1n, "18446744073709551615", 2n ** 64n - 1n],
    [2n ** 64n, "18446744073709551616", "18446744073709551616"],
    [-(2n ** 63n), "-9223372036854775808", -(2n ** 63n)],
    [-(2n ** 63n) - 1n, "-9223372036854775809", "-9223372036854775809"],
    [0.1, "0.1", "0.1"],
    [1e-7, "0.0000001", "1e-7"],
  ])("C-12: %s keeps all its digits", (value, text, token) => {
    const number = TfNumber.of(value);
    expect(number.text).toBe(text);
    expect(number.token).toBe(token);
  });

  test.each([Number.NaN, Infinity, -Infinity])("%d is not a number", (value) => {
    expect(() => TfNumber.of(value)).toThrow(ValueError);
  });
});

describe("TfNumber.parse", () => {
  test("C-12: text that no integer can carry is sent as it was written", () => {
    expect(TfNumber.parse("1e999").token).toBe("1e999");
    expect(TfNumber.parse("0.10").token).toBe("0.10");
  });

  test("text that is not a number is refused, and the error does not repeat it", () => {
    expect(() => TfNumber.parse("secret")).toThrow(new ValueError([], "a decimal number is required."));
    expect(TfNumber.tryParse("secret")).toBeUndefined();
  });
});

describe("TfNumber", () => {
  test("numbers are equal by what they mean, however they arrived", () => {
    const seven = TfNumber.of(7);
    expect(seven.equals(TfNumber.parse("70e-1"))).toBe(true);
    expect(seven).toEqual(TfNumber.tryFromToken("7"));
    expect(seven.equals(TfNumber.of(8))).toBe(false);
  });

  test("a float on the wire differs from the decimal fraction that it approximates", () => {
    expect(TfNumber.tryFromToken(0.1)?.equals(TfNumber.of(0.1))).toBe(false);
  });

  test.each([
    ["0", 0],
    ["-7", -7],
    ["9007199254740991", 9007199254740991],
    ["9007199254740992", undefined],
    ["9007199254740993", undefined],
    ["-9007199254740992", undefined],
    ["0.5", undefined],
    ["3.00000000000000000000001", undefined],
    ["1e999", undefined],
    ["1e-999", undefined],
  ])("%s as a safe integer is %s", (text, expected) => {
    expect(TfNumber.parse(text).toSafeInteger()).toBe(expected);
  });
});

describe("parseType", () => {
  test.each<[unknown, unknown]>([
    ["string", "string"],
    ["dynamic", "dynamic"],
    [["list", "number"], { list: "number" }],
    [["set", ["map", "bool"]], { set: { map: "bool" } }],
    [["tuple", ["string", "dynamic"]], { tuple: ["string", "dynamic"] }],
    [["object", { a: "string" }], { object: { a: "string" } }],
    [["object", { "e\u0301": "string" }], { object: { "\u00e9": "string" } }],
  ])("%j is a type", (expression, type) => {
    expect(parseType(expression)).toEqual(type);
  });

  test.each<[unknown]>([
    ["strong"],
    [{}],
    [["list"]],
    [["bag", "number"]],
    [["list", "strong"]],
    [["tuple", "string"]],
    [["object", null]],
    [["object", "string"]],
    [["object", ["string"]]],
  ])("%j is not a type", (expression) => {
    expect(() => parseType(expression)).toThrow(ValueError);
    expect(() => parseType(expression)).toThrow(/^a type expression is required/);
  });

  test.each(["list", "set", "map", "tuple", "object"])("C-15: nesting of a %s is bounded", (kind) => {
    let expression: unknown = "string";
    for (let depth = 0; depth <= MAX_DEPTH; depth += 1) {
      const inner = expression;
      expression = [kind, kind === "tuple" ? [inner] : kind === "object" ? { a: inner } : inner];
    }
    expect(() => parseType(expression)).toThrow("nested more than 500 deep");
  });
});

describe("formatType", () => {
  test.each([
    ["string", '"string"'],
    [{ list: "number" }, '["list","number"]'],
    [{ set: { map: "bool" } }, '["set",["map","bool"]]'],
    [{ tuple: ["string", "dynamic"] }, '["tuple",["string","dynamic"]]'],
    [{ object: { b: "bool", a: "string" } }, '["object",{"a":"string","b":"bool"}]'],
  ] as const)("%j is written as Terraform writes it, attributes sorted", (type, text) => {
    expect(formatType(type)).toBe(text);
  });
});

describe("isWhollyKnown", () => {
  test.each<[Value, boolean]>([
    [null, true],
    ["x", true],
    [TfNumber.of(1), true],
    [[null, ["x"]], true],
    [new Map([["a", []]]), true],
    [new DynamicValue("string", "x"), true],
    [UNKNOWN, false],
    [["x", UNKNOWN], false],
    [new Map([["a", [UNKNOWN]]]), false],
    [new DynamicValue("string", UNKNOWN), false],
  ])("%j is wholly known: %s", (value, isKnown) => {
    expect(isWhollyKnown(value)).toBe(isKnown);
  });
});

describe("makeObject", () => {
  const type = { object: { a: "string", b: "number" } } as const;

  test("C-10: attributes that are not given are null", () => {
    expect([...makeObject(type, { b: UNKNOWN })]).toEqual([
      ["a", null],
      ["b", UNKNOWN],
    ]);
  });

  test("an attribute that the type does not have is refused", () => {
    expect(() => makeObject(type, { c: "x" })).toThrow(
      new ValueError([{ attribute: "c" }], "unsupported attribute."),
    );
  });
});

describe("formatPath", () => {
  test.each([
    [[], ""],
    [[{ attribute: "repo" }, { attribute: "host" }], "repo.host"],
    [[{ attribute: "rules" }, { index: 0 }, { attribute: "on" }], "rules[0].on"],
    [[{ attribute: "labels" }, { key: 'a "b"' }], 'labels["a \\"b\\""]'],
  ])("%j is written as an expression", (path, text) => {
    expect(formatPath(path)).toBe(text);
  });
});
