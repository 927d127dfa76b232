import fc from "fast-check";
import { quote } from "../../src/text/quote";
import { anyCharacter } from "../support/arbitrary-character";

const circular: { self?: unknown } = {};
circular.self = circular;

describe("quote", () => {
  test.each<[unknown, string]>([
    ["main", '"main"'],
    ['a"b\n', '"a\\"b\\n"'],
    [7, "7"],
    [Number.NaN, "NaN"],
    [Number.POSITIVE_INFINITY, "Infinity"],
    [2n ** 64n, "18446744073709551616"],
    [true, "true"],
    [null, "null"],
    [undefined, "undefined"],
    [["a", 1], '["a",1]'],
    [{ a: 1 }, '{"a":1}'],
    [circular, "an object"],
    [{ toJSON: () => undefined }, "an object"],
    [[1n], "an object"],
    [() => 1, "function"],
    [Symbol("s"), "symbol"],
  ])("writes %p as %s", (value, expected) => {
    expect(quote(value)).toBe(expected);
  });

  test("F-35: shortens long strings", () => {
    expect(quote("x".repeat(500))).toBe(`"${"x".repeat(99)}…`);
  });

  test("S-14: leaves no control character of ASCII in a text", () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (text) => {
        expect(quote(text)).not.toMatch(/[\u0000-\u001f]/);
      }),
    );
  });

  test("S-14: characters that JSON does not escape and that control a terminal are escaped", () => {
    expect(quote("a\u007f\u009b2J\u202eb\u2066\u2028")).toBe('"a\\u007f\\u009b2J\\u202eb\\u2066\\u2028"');
    expect(quote({ "\u202e": "\u0085" })).toBe('{"\\u202e":"\\u0085"}');
  });
});
