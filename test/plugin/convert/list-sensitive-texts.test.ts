import { listSensitiveTexts } from "../../../src/plugin/convert/list-sensitive-texts";
import type { Attribute, Attributes } from "../../../src/plugin/schema/schema";
import { TfNumber } from "../../../src/plugin/values/tf-number";
import { UNKNOWN, type Value } from "../../../src/plugin/values/value";

const secret = { type: "string", optional: true, sensitive: true, description: "" } as const;
const inner: Attributes = { secret, open: { type: "string", optional: true, description: "" } };

function nest(nesting: "single" | "list" | "set" | "map"): Attribute {
  return { nesting, optional: true, attributes: inner, description: "" };
}

function list(attribute: Attribute, value: Value): readonly string[] {
  return listSensitiveTexts(new Map([["a", value]]), { a: attribute });
}

const object = new Map<string, Value>([
  ["secret", "s"],
  ["open", "o"],
]);

describe("listSensitiveTexts", () => {
  test.each([
    ["a text", secret, "s", ["s"]],
    ["null", secret, null, []],
    ["an unknown value", secret, UNKNOWN, []],
    ["a number", { ...secret, type: "number" } as const, TfNumber.of(1), []],
    ["a list", { ...secret, type: { list: "string" } } as const, ["s", "t"], ["s", "t"]],
    ["a map", { ...secret, type: { map: "string" } } as const, new Map([["k", "s"]]), ["s"]],
    ["an open text", { ...inner["open"] } as Attribute, "o", []],
    ["a nested object", nest("single"), object, ["s"]],
    ["no nested object", nest("single"), null, []],
    ["nested objects in a list", nest("list"), [object, UNKNOWN], ["s"]],
    ["nested objects in a set", nest("set"), [object], ["s"]],
    ["nested objects in a map", nest("map"), new Map([["k", object]]), ["s"]],
  ] as const)("S-04: of %s it lists the secrets", (_what, attribute, value, texts) => {
    expect(list(attribute, value)).toEqual(texts);
  });
});
