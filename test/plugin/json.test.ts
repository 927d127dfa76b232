import { isRawObject } from "../../src/plugin/convert-raw";
import { decodeJsonValue, decodeState, parseJsonValue } from "../../src/plugin/decode-json";
import { getList, getNestedAttribute, getString } from "../../src/plugin/get-attribute";
import { TfNumber } from "../../src/plugin/tf-number";
import { DynamicValue, MAX_DEPTH, type ObjectValue, UNKNOWN, type Value } from "../../src/plugin/value";
import { ValueError } from "../../src/plugin/value-error";

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
      new Map<string, unknown>(Object.entries({ a: null, n: TfNumber.of(2n ** 53n + 1n), s: [true] })),
    );
    expect(() => decodeJsonValue('{"n":1,"a":null}', type)).toThrow("s: the attribute is missing.");
    expect(() => decodeJsonValue('{"n":1,"a":null,"s":[],"x":1}', type)).toThrow("x: unsupported attribute.");
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
      expect(() => decodeJsonValue(json, "dynamic")).toThrow("an object with type and value is required");
    },
  );
});

test.each([
  [{}, true],
  [Object.create(null), true],
  [null, false],
  ["x", false],
  [TfNumber.of(1), false],
])("S-12: isRawObject: %p is a plain object: %p", (raw: unknown, isObject) => {
  expect(isRawObject(raw)).toBe(isObject);
});

describe("decodeState", () => {
  test("C-63: the state null stays null", () => {
    expect(decodeState(null, STATE)).toBeNull();
  });

  test("C-62: missing attributes become null and unknown ones are dropped, at every depth", () => {
    const text = '{"name":"n","gone":{"deep":[1]},"repo":{"host":"h","gone":1},"rules":[{},null]}';
    const repo = new Map(Object.entries({ host: "h", owner: null }));
    const rules = [new Map([["on", null]]), null];
    const expected = { name: "n", limit: null, repo, rules, extra: null };
    expect(decodeState(parseJsonValue(text), STATE)).toEqual(
      new Map<string, unknown>(Object.entries(expected)),
    );
  });

  test.each([
    ["[]", "an object is required, not a list."],
    ["1", "an object is required, not a number."],
    ['"x"', "an object is required, not a string."],
    ['{"name":7}', "name: a string is required, not a number."],
    ['{"limit":true}', "limit: a number is required, not a bool."],
    ['{"repo":["h"]}', "repo: an object is required, not a list."],
    ['{"rules":[{"on":"yes"}]}', "rules[0].on: a bool is required, not a string."],
    ['{"extra":5}', "extra: an object with type and value is required for an attribute of type dynamic."],
  ])("C-63: the state %s is an error with its path, not a crash", (json, message) => {
    expect(() => decodeState(parseJsonValue(json), STATE)).toThrow(ValueError);
    expect(() => decodeState(parseJsonValue(json), STATE)).toThrow(message);
  });
});

describe("parseJsonValue", () => {
  test("S-12, C-12: objects have no prototype, and numbers keep all their digits", () => {
    const parsed = parseJsonValue('{"constructor":1e999}');
    expect(parsed).toEqual({ constructor: TfNumber.parse("1e999") });
    expect(Object.getPrototypeOf(parsed)).toBeNull();
  });

  test("a fault is refused with its position", () => {
    const message = "The JSON text is malformed at offset 3: a comma or a closing bracket is required.";
    expect(() => parseJsonValue("[1 2]")).toThrow(new ValueError([], message));
  });

  test("S-13: of equal keys the last wins", () => {
    expect(parseJsonValue('{"a":1,"a":2}')).toEqual({ a: TfNumber.of(2) });
  });

  test("C-15: nesting is bounded", () => {
    expect(parseJsonValue("[".repeat(MAX_DEPTH) + "]".repeat(MAX_DEPTH))).toHaveLength(1);
    expect(() => parseJsonValue("[".repeat(100_000))).toThrow("nested more than 500 deep");
    expect(() => parseJsonValue('{"a":'.repeat(100_000))).toThrow("nested more than 500 deep");
  });

  test("bytes are read as UTF-8, and anything else is refused", () => {
    expect(parseJsonValue(Buffer.from('"é"'))).toBe("é");
    expect(() => parseJsonValue(Buffer.from([0x22, 0xff, 0x22]))).toThrow(
      "The JSON text is not valid UTF-8.",
    );
    expect(() => parseJsonValue(Buffer.from("\uFEFF1"))).toThrow("malformed at offset 0");
  });
});

type Getter = (object: ObjectValue, name: string) => Value;

const GETTERS: [string, Getter, Value, string][] = [
  ["getString", getString, "x", "a string"],
  ["getList", getList, [], "a list"],
];

describe.each(GETTERS)("%s", (_name, getter, known, kind) => {
  test.each([known, null, UNKNOWN])("returns %j unchanged", (value) => {
    expect(getter(new Map([["a", value]]), "a")).toBe(value);
  });

  test("refuses a value of every other type, naming the attribute", () => {
    for (const [, , other] of GETTERS.filter(([, , value]) => value !== known)) {
      const attempt = (): unknown => getter(new Map([["a", other]]), "a");
      expect(attempt).toThrow(ValueError);
      expect(attempt).toThrow(`a: ${kind} is required.`);
    }
  });

  test("refuses an attribute that is not there", () => {
    expect(() => getter(new Map(), "a")).toThrow("a: the attribute is missing.");
  });
});

describe("getNestedAttribute", () => {
  const object = new Map([["a", new Map([["b", "x"]])]]);

  test("returns an attribute of an attribute, or the attribute itself", () => {
    expect(getNestedAttribute(object, "a", "b")).toBe("x");
    expect(getNestedAttribute(object, "a", undefined)).toBe(object.get("a"));
  });

  test.each([null, UNKNOWN])("an attribute of %j is the same", (value) => {
    expect(getNestedAttribute(new Map([["a", value]]), "a", "b")).toBe(value);
  });

  test("refuses an attribute that is not there", () => {
    expect(() => getNestedAttribute(object, "a", "c")).toThrow("c: the attribute is missing.");
  });
});
