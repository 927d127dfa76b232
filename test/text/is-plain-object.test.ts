import { runInNewContext } from "node:vm";
import { checkAdditionalSettingValue, tryFindOwnSetting } from "../../src/queue/additional-settings";
import { isPlainObject } from "../../src/text/is-plain-object";

describe("isPlainObject", () => {
  test.each<[string, unknown]>([
    ["a literal", { a: 1 }],
    ["one without a prototype", Object.create(null)],
    ["one of another realm", runInNewContext("({ a: 1 })")],
    ["parsed JSON", JSON.parse('{"__proto__": 1}')],
  ])("%s is one", (_what, value) => {
    expect(isPlainObject(value)).toBe(true);
  });

  test.each<[string, unknown]>([
    ["null", null],
    ["a text", "{}"],
    ["a list", [1]],
    ["a map", new Map()],
    ["a date", new Date(0)],
    ["an error", new Error("x")],
  ])("%s is none", (_what, value) => {
    expect(isPlainObject(value)).toBe(false);
  });
});

describe("additional settings", () => {
  test("a value within that has a class is refused with its place", () => {
    expect(checkAdditionalSettingValue({ list: [new Date(0)] })).toMatch(/"list\.0" is not a JSON value/);
  });

  test("a name means the setting of the table in every spelling", () => {
    const names = ["batchingMinSize", "batching_min_size", "BATCHINGMINSIZE", "color"];
    expect(names.map(tryFindOwnSetting)).toEqual([
      "batchingMinSize",
      "batchingMinSize",
      "batchingMinSize",
      undefined,
    ]);
  });
});
