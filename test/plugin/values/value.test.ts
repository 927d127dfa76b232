import { TfNumber } from "../../../src/plugin/values/tf-number";
import {
  DynamicValue,
  isWhollyKnown,
  makeObject,
  UNKNOWN,
  type Value,
} from "../../../src/plugin/values/value";
import { formatPath, ValueError } from "../../../src/plugin/values/value-error";

describe("isWhollyKnown", () => {
  test.each<[Value]>([
    [null],
    ["x"],
    [TfNumber.of(1)],
    [[null, ["x"]]],
    [new Map([["a", []]])],
    [new DynamicValue("string", "x")],
  ])("%j is wholly known", (value) => {
    expect(isWhollyKnown(value)).toBe(true);
  });

  test.each<[Value]>([
    [UNKNOWN],
    [["x", UNKNOWN]],
    [new Map([["a", [UNKNOWN]]])],
    [new DynamicValue("string", UNKNOWN)],
  ])("%j is not wholly known", (value) => {
    expect(isWhollyKnown(value)).toBe(false);
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
