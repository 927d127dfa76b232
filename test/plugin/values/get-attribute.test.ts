import {
  getAttribute,
  getBoolean,
  getList,
  getNestedAttribute,
  getNumber,
  getObject,
  getString,
} from "../../../src/plugin/values/get-attribute";
import { TfNumber } from "../../../src/plugin/values/tf-number";
import { type ObjectValue, UNKNOWN, type Value } from "../../../src/plugin/values/value";
import { ValueError } from "../../../src/plugin/values/value-error";

type Getter = (object: ObjectValue, name: string) => Value;

const GETTERS: [string, Getter, Value, string][] = [
  ["getString", getString, "x", "a string"],
  ["getBoolean", getBoolean, false, "a bool"],
  ["getNumber", getNumber, TfNumber.of(7), "a number"],
  ["getObject", getObject, new Map(), "an object"],
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

describe("getAttribute", () => {
  test("returns a value of any type", () => {
    expect(getAttribute(new Map([["a", null]]), "a")).toBeNull();
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
