import { formatType, parseType } from "../../../src/plugin/values/type-expression";
import { MAX_DEPTH } from "../../../src/plugin/values/value";
import { ValueError } from "../../../src/plugin/values/value-error";

describe("parseType", () => {
  test.each<[unknown, unknown]>([
    ["string", "string"],
    ["dynamic", "dynamic"],
    [["list", "number"], { list: "number" }],
    [["set", ["map", "bool"]], { set: { map: "bool" } }],
    [["tuple", ["string", "dynamic"]], { tuple: ["string", "dynamic"] }],
    [["object", { a: "string" }], { object: { a: "string" } }],
    [["object", { "e\u0301": "string" }], { object: { "\u00e9": "string" } }],
  ])("%j is a type", (expression, type) => {
    expect(parseType(expression)).toEqual(type);
  });

  test.each<[unknown]>([
    ["strong"],
    [null],
    [7],
    [{}],
    [[]],
    [["list"]],
    [["list", "number", "x"]],
    [["bag", "number"]],
    [["list", "strong"]],
    [["tuple", "string"]],
    [["object", null]],
    [["object", ["string"]]],
    [["object", "string"]],
    [["object", { a: "string" }, ["a"]]],
  ])("%j is not a type", (expression) => {
    expect(() => parseType(expression)).toThrow(ValueError);
    expect(() => parseType(expression)).toThrow(/^a type expression is required/);
  });

  test("C-15: nesting is bounded", () => {
    let expression: unknown = "string";
    for (let depth = 0; depth <= MAX_DEPTH; depth += 1) expression = ["list", expression];
    expect(() => parseType(expression)).toThrow("nested more than 500 deep");
  });
});

describe("formatType", () => {
  test.each([
    ["string", '"string"'],
    [{ list: "number" }, '["list","number"]'],
    [{ set: { map: "bool" } }, '["set",["map","bool"]]'],
    [{ tuple: ["string", "dynamic"] }, '["tuple",["string","dynamic"]]'],
    [{ tuple: [] }, '["tuple",[]]'],
    [{ object: { b: "bool", a: "string" } }, '["object",{"a":"string","b":"bool"}]'],
  ] as const)("%j is written as Terraform writes it, attributes sorted", (type, text) => {
    expect(formatType(type)).toBe(text);
  });
});
