import type { AttributeType } from "../../../src/plugin/schema/schema";
import { decodeJsonValue, decodeState } from "../../../src/plugin/values/decode-json";
import { parseJson } from "../../../src/plugin/values/parse-json";
import { TfNumber } from "../../../src/plugin/values/tf-number";
import { DynamicValue, UNKNOWN } from "../../../src/plugin/values/value";
import { ValueError } from "../../../src/plugin/values/value-error";

const STATE = {
  object: {
    name: "string",
    limit: "number",
    repo: { object: { host: "string", owner: "string" } },
    rules: { list: { object: { on: "bool" } } },
    extra: "dynamic",
  },
} as const;

describe("decodeJsonValue", () => {
  test("C-10: JSON is accepted as strictly as MessagePack", () => {
    const type = { object: { a: "string", n: "number", s: { set: "bool" } } } as const;
    expect(decodeJsonValue('{"n":9007199254740993,"a":null,"s":[true,true]}', type)).toEqual(
      new Map<string, unknown>([
        ["a", null],
        ["n", TfNumber.of(2n ** 53n + 1n)],
        ["s", [true]],
      ]),
    );
    expect(() => decodeJsonValue('{"n":1,"a":null}', type)).toThrow("s: the attribute is missing.");
    expect(() => decodeJsonValue('{"n":1,"a":null,"s":[],"x":1}', type)).toThrow("x: unsupported attribute.");
  });

  test("C-12: a number may be written as a string", () => {
    expect(decodeJsonValue('"1e999"', "number")).toEqual(TfNumber.parse("1e999"));
  });

  test("a dynamic value is an object of type and value", () => {
    expect(decodeJsonValue('{"value":[1],"type":["list","number"]}', "dynamic")).toEqual(
      new DynamicValue(["list", "number"], [TfNumber.of(1)]),
    );
    expect(decodeJsonValue('{"value":null,"type":"bool"}', "dynamic")).toEqual(
      new DynamicValue("bool", null),
    );
    expect(decodeJsonValue("null", "dynamic")).toBeNull();
  });

  test.each(['"x"', "{}", '{"type":"bool"}', '{"value":1}', '{"type":"bool","value":true,"x":1}'])(
    "the dynamic value %s is refused",
    (json) => {
      expect(() => decodeJsonValue(json, "dynamic")).toThrow("an object of type and value is required");
    },
  );

  test.each<[string, AttributeType, string]>([
    ["1", "string", "a string is required, not a number."],
    ['"true"', "bool", "a bool is required, not a string."],
    ["[1]", { map: "number" }, "a map is required, not a list."],
    ["{}", { list: "number" }, "a list is required, not an object."],
    ["[null,[]]", { list: "number" }, "[1]: a number is required, not a list."],
  ])("C-13: %s of a wrong type is refused", (json, type, message) => {
    expect(() => decodeJsonValue(json, type)).toThrow(message);
  });
});

describe("decodeState", () => {
  test("C-62: missing attributes become null and unknown ones are dropped, at every depth", () => {
    const state = parseJson(
      '{"name":"n","gone":{"deep":[1]},"repo":{"host":"h","gone":1},"rules":[{},null]}',
    );
    expect(decodeState(state, STATE)).toEqual(
      new Map<string, unknown>([
        ["name", "n"],
        ["limit", null],
        [
          "repo",
          new Map([
            ["host", "h"],
            ["owner", null],
          ]),
        ],
        ["rules", [new Map([["on", null]]), null]],
        ["extra", null],
      ]),
    );
  });

  test("C-63: the state null stays null", () => {
    expect(decodeState(null, STATE)).toBeNull();
  });

  test("no state is unknown", () => {
    expect(decodeState(UNKNOWN, STATE)).toBeNull();
  });

  test.each([
    ["[]", "an object is required, not a list."],
    ["1", "an object is required, not a number."],
    ['"x"', "an object is required, not a string."],
    ['{"name":7}', "name: a string is required, not a number."],
    ['{"limit":true}', "limit: a number is required, not a bool."],
    ['{"repo":["h"]}', "repo: an object is required, not a list."],
    ['{"rules":[{"on":"yes"}]}', "rules[0].on: a bool is required, not a string."],
    ['{"extra":5}', "extra: an object of type and value is required for an attribute of type dynamic."],
  ])("C-63: the state %s is an error with its path, not a crash", (json, message) => {
    expect(() => decodeState(parseJson(json), STATE)).toThrow(ValueError);
    expect(() => decodeState(parseJson(json), STATE)).toThrow(message);
  });

  test("C-63: enums in another case and flat keys of old states are ordinary data", () => {
    const flat = parseJson('{"name":"PARALLEL","rules.#":"1","rules.0.on":"true"}');
    expect(decodeState(flat, STATE)?.get("name")).toBe("PARALLEL");
    expect(decodeState(flat, STATE)?.get("rules")).toBeNull();
  });
});
