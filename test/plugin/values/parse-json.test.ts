import fc from "fast-check";
import { parseJson } from "../../../src/plugin/values/parse-json";
import { TfNumber } from "../../../src/plugin/values/tf-number";
import { MAX_DEPTH } from "../../../src/plugin/values/value";
import { ValueError } from "../../../src/plugin/values/value-error";

/** The result of a parser: a value as text, or a refusal. */
function judge(parse: (text: string) => unknown, text: string): string {
  try {
    return JSON.stringify(parse(text), (_key, value: unknown) =>
      value instanceof TfNumber ? Number(value.text) : value,
    );
  } catch {
    return "refused";
  }
}

/** Fragments that make up valid, nearly valid and invalid JSON. */
const arbitraryFragments = fc
  .array(
    fc.constantFrom(
      ...["{", "}", "[", "]", ",", ":"],
      ...[
        "null",
        "true",
        "false",
        "nul",
        '"',
        '"a"',
        '"\\u00e9"',
        '"\\',
        "0",
        "-1",
        "1.5e3",
        "01",
        "1.",
        " ",
        "\n",
      ],
    ),
    { maxLength: 8 },
  )
  .map((fragments) => fragments.join(""));

describe("parseJson", () => {
  test("any JSON value reads as JSON.parse reads it", () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        fc.pre(!text.includes("__proto__"));
        expect(judge(parseJson, text)).toBe(judge(JSON.parse, text));
      }),
      { numRuns: 200 },
    );
  });

  test("text that is nearly JSON is refused exactly where JSON.parse refuses it", () => {
    fc.assert(
      fc.property(arbitraryFragments, (text) => {
        expect(judge(parseJson, text)).toBe(judge(JSON.parse, text));
      }),
      { numRuns: 1000 },
    );
  });

  test.each(["9007199254740993", "18446744073709551616", "0.1", "1e999", "-0.000000000000000000000001"])(
    "C-12: the number %s keeps all its digits",
    (text) => {
      expect(parseJson(`[${text}]`)).toEqual([TfNumber.parse(text)]);
    },
  );

  test.each([
    ["", "The JSON text is malformed at offset 0: a value is required."],
    ["nul", "The JSON text is malformed at offset 0: a value is required."],
    ["1 2", "The JSON text is malformed at offset 2: nothing more is allowed here."],
    ["1-1", "The JSON text is malformed at offset 1: nothing more is allowed here."],
    ["[1 2]", "The JSON text is malformed at offset 3: a comma or a closing bracket is required."],
    ['{"a" 1}', "The JSON text is malformed at offset 5: a colon is required."],
    ["{a:1}", "The JSON text is malformed at offset 1: a key in quotes is required."],
    ['{"a":1 "b":2}', "The JSON text is malformed at offset 7: a comma or a closing brace is required."],
    ['"abc', "The JSON text is malformed at offset 0: this string is malformed."],
    ['"a\nb"', "The JSON text is malformed at offset 0: this string is malformed."],
    ['"\\q"', "The JSON text is malformed at offset 0: this string is malformed."],
    ["\uFEFF1", "The JSON text is malformed at offset 0: a value is required."],
    ['{"__proto__":1}', "The JSON text is malformed at offset 12: the key __proto__ is not allowed."],
  ])("%j is refused with its position", (text, message) => {
    expect(() => parseJson(text)).toThrow(new ValueError([], message));
  });

  test("S-12: an escaped __proto__ key is also refused", () => {
    expect(() => parseJson('{"\\u005f_proto__":{"polluted":true}}')).toThrow(
      "the key __proto__ is not allowed",
    );
  });

  test("S-12: objects have no prototype", () => {
    expect(Object.getPrototypeOf(parseJson('{"constructor":1}'))).toBeNull();
  });

  test("S-13: of equal keys the last wins", () => {
    expect(parseJson('{"a":1,"a":2}')).toEqual({ a: TfNumber.of(2) });
  });

  test("C-15: nesting is bounded", () => {
    expect(parseJson("[".repeat(MAX_DEPTH) + "]".repeat(MAX_DEPTH))).toHaveLength(1);
    expect(() => parseJson("[".repeat(100_000))).toThrow("nested more than 500 deep");
    expect(() => parseJson('{"a":'.repeat(100_000))).toThrow("nested more than 500 deep");
  });

  test("bytes are read as UTF-8, and anything else is refused", () => {
    expect(parseJson(Buffer.from('"é"'))).toBe("é");
    expect(() => parseJson(Buffer.from([0x22, 0xff, 0x22]))).toThrow("The JSON text is not valid UTF-8.");
    expect(() => parseJson(Buffer.from("\uFEFF1"))).toThrow("malformed at offset 0");
  });
});
