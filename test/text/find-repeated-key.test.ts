import fc from "fast-check";
import { tryFindRepeatedKey } from "../../src/text/find-repeated-key";

function find(text: string): string | undefined {
  return tryFindRepeatedKey(text, JSON.parse(text));
}

describe("tryFindRepeatedKey", () => {
  test.each([
    ['{"a":1,"b":2,"a":3}', "a"],
    ['{"list":[{"x":{}},{"x":1, "y":2, "x" :3}]}', "x"],
    ['{"a":1,"\\u0061":2}', "a"],
    // An escaped colon makes up for the one that was dropped.
    ['{"a":"\\u003a","a":"\\u003A"}', "a"],
    ['{"__proto__":1,"__proto__":2}', "__proto__"],
    ['{"":1,"":1}', ""],
    ['{"a\\"{:":1,"a\\"{:":2}', 'a"{:'],
  ])("S-13: finds the key that %s has twice", (text, key) => {
    expect(find(text)).toBe(key);
  });

  test.each([
    "7",
    "null",
    '"a:b"',
    '[{"a":1},{"a":1}]',
    '{"a":{"a":{"a":1}},"b":{"a":2}}',
    '{"a":"\\u003a","b":{"c:":"\\"a\\":{"}}',
    '{"\\u003a":1,":a":2}',
  ])("finds none in %s", (text) => {
    expect(find(text)).toBeUndefined();
  });

  test("finds none in the output of JSON.stringify, and finds any field that is written again", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.jsonValue(), (object, value) => {
        const text = JSON.stringify(object);
        expect(find(text)).toBeUndefined();
        const [key] = Object.keys(object);
        fc.pre(key !== undefined);
        const again = `{${JSON.stringify(key)}:${JSON.stringify(value)},${text.slice(1)}`;
        expect(find(again)).toBe(key);
      }),
    );
  });
});
