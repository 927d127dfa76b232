import fc from "fast-check";
import { isSameJson } from "../../src/queue/additional-settings";
import { toCanonicalJson } from "../../src/text/to-canonical-json";

describe("toCanonicalJson", () => {
  test("writes keys in order, without white space and undefined values", () => {
    const value = { b: [1, { d: null, c: true }], a: "x", u: undefined };
    expect(toCanonicalJson(value)).toBe('{"a":"x","b":[1,{"c":true,"d":null}]}');
    expect(toCanonicalJson(undefined)).toBe("null");
  });

  test("keys that look like numbers or like a prototype are keys", () => {
    expect(toCanonicalJson(JSON.parse('{"10":1,"9":2,"__proto__":3}'))).toBe('{"10":1,"9":2,"__proto__":3}');
  });

  test("two values have the same text exactly if they mean the same", () => {
    const json = fc.jsonValue();
    fc.assert(
      fc.property(json, json, (a, b) => {
        const [first, second] = [a, b].map((value) => JSON.parse(JSON.stringify(value)) as unknown);
        expect(toCanonicalJson(first) === toCanonicalJson(second)).toBe(isSameJson(first, second));
        expect(isSameJson(JSON.parse(toCanonicalJson(first)), first)).toBe(true);
      }),
    );
  });

  test("composed and decomposed letters are the same", () => {
    expect(toCanonicalJson({ "e\u0301": "e\u0301" })).toBe(toCanonicalJson({ "\u00e9": "\u00e9" }));
  });
});
