import { runInNewContext } from "node:vm";
import { isPlainObject } from "../../src/text/is-plain-object";

describe("isPlainObject", () => {
  test.each<[string, unknown, boolean]>([
    ["a literal", { a: 1 }, true],
    ["an object without a prototype", Object.create(null), true],
    ["an object of another realm", runInNewContext("({ a: 1 })"), true],
    ["parsed JSON", JSON.parse('{"__proto__": 1}'), true],
    ["null", null, false],
    ["a string", "{}", false],
    ["a list", [1], false],
    ["a map", new Map(), false],
    ["a date", new Date(0), false],
    ["an error", new Error("x"), false],
  ])("%s: %p is one: %p", (_what, value, expected) => {
    expect(isPlainObject(value)).toBe(expected);
  });
});
