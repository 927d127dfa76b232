import {
  isBool,
  type JsonNode,
  listObjects,
  parseTerraformFile,
  parseTerraformJson,
  toLiteral,
} from "../../src/text/terraform-json";

function parse(text: string): JsonNode {
  return parseTerraformJson(text, (reason) => new RangeError(reason));
}

describe("parseTerraformJson", () => {
  test("objects are maps, and comments may be repeated", () => {
    expect(parse('{"a": [1, true, null], "//": "x", "//": "y"}')).toEqual(
      new Map<string, unknown>([
        ["a", [1, true, null]],
        ["//", "y"],
      ]),
    );
  });

  test("S-13: a number that JavaScript cannot represent is NaN", () => {
    expect(parse("[9007199254740993, 1.50]")).toEqual([Number.NaN, 1.5]);
  });

  test.each([
    ['{"a": 1, "a": 2}', 'the key "a" is set twice in one object'],
    ["[1,\n 2,]", "it is not valid JSON: a value is required, at line 2, column 4"],
    ["", "it is not valid JSON: a value is required, at line 1, column 1"],
    [`${"[".repeat(102)}1`, "it is nested more than 100 deep"],
  ])("%j is refused with the error of the caller", (text, reason) => {
    expect(() => parse(text)).toThrow(RangeError);
    expect(() => parse(text)).toThrow(reason);
  });
});

test("only a file may start with a byte order mark", () => {
  const makeError = (reason: string): Error => new RangeError(reason);
  expect(parseTerraformFile("\ufeff[1]", makeError)).toEqual([1]);
  expect(parseTerraformFile("[1]", makeError)).toEqual([1]);
  expect(() => parse("\ufeff[1]")).toThrow("it is not valid JSON");
});

describe("nodes", () => {
  test("the blocks of a node are the object itself, or the elements of its list", () => {
    const block = new Map([["a", 1]]);
    expect(listObjects(block)).toEqual([block]);
    expect(listObjects([block, 3, null])).toEqual([block]);
    expect(listObjects(undefined)).toEqual([]);
  });

  test.each<[JsonNode, boolean, boolean]>([
    [true, true, true],
    ["true", true, true],
    ["0", false, true],
    ["yes", true, false],
    [false, true, false],
  ])("whether %j is %s: %s", (node, bool, expected) => {
    expect(isBool(node, bool)).toBe(expected);
  });

  test("literals are in normal form, and their templates are plain text", () => {
    expect(toLiteral(new Map([["e\u0301", ["${x}", "\ud800", 1, null]]]))).toEqual(
      new Map([["\u00e9", ["${x}", "\ufffd", 1, null]]]),
    );
  });
});
