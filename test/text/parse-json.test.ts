import { parseJson } from "../../src/text/parse-json";

const make = {
  number: (text: string) => ({ text }),
  object: (fields: readonly (readonly [string, unknown])[]) => ({ fields }),
  error: (offset: number, problem: string) => new Error(`${problem} at ${offset}`),
};

describe("parseJson", () => {
  test("numbers keep their digits, objects their order and repeated keys", () => {
    expect(parseJson('{"b": 18446744073709551616, "a": [1.50e+2], "b": null}', make, 2)).toEqual({
      fields: [
        ["b", { text: "18446744073709551616" }],
        ["a", [{ text: "1.50e+2" }]],
        ["b", null],
      ],
    });
  });

  test("words are values", () => {
    expect(parseJson(' [true, false, null, ""] ', make, 2)).toEqual([true, false, null, ""]);
    expect(parseJson("[]", make, 2)).toEqual([]);
    expect(parseJson("{}", make, 2)).toEqual({ fields: [] });
  });

  test.each(['"a', '["\\u00"]', "{a: 1}", '{"a" 1}', '{"a": 1', "[1", "1 2", "", "tru"])(
    "%j is not JSON",
    (text) => {
      expect(() => parseJson(text, make, 2)).toThrow(/ at \d+$/);
    },
  );

  test("the caller makes the error", () => {
    expect(() => parseJson("[1,]", make, 2)).toThrow("a value is required at 3");
    expect(() => parseJson("[[[1]]]", make, 2)).toThrow("it is nested more than 2 deep at 3");
  });

  test("a number that the caller cannot represent is not a value", () => {
    const narrow = { ...make, number: () => undefined };
    expect(() => parseJson("[1]", narrow, 2)).toThrow("a value is required at 1");
  });

  test("S-12: the key __proto__ is refused, however it is written", () => {
    expect(() => parseJson('{"\\u005f_proto__": 1}', make, 2)).toThrow("the key __proto__ is not allowed");
  });
});
