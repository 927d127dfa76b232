import { tryParseExpression } from "../../src/text/terraform-expression";

const reference = (root: string, ...steps: string[]): object => ({ reference: { root, steps } });

describe("tryParseExpression", () => {
  test.each<[string, object]>([
    ["var.a", reference("var", "a")],
    [' var.x["y $${z}\\n"][0].z-1 ', reference("var", "x", "y ${z}\n", "0", "z-1")],
    ["count.0", reference("count", "0")],
    ["each", reference("each")],
    ['var["e\u0301"]', reference("var", "\u00e9")],
    ["true", { literal: true }],
    ["1.50e1", { literal: 15 }],
    ['["$${a}", null]', { literal: ["${a}", null] }],
  ])("%s is read", (text, operand) => {
    expect(tryParseExpression(text)).toEqual({ conversion: undefined, isDecoded: false, operand });
  });

  test.each<[string, string | undefined, boolean]>([
    ["toset(var.a)", "set", false],
    ["tolist( var.a )", "list", false],
    ["jsondecode(var.a)", undefined, true],
    ["tolist(jsondecode(var.a))", "list", true],
  ])("%s is a reference with conversions", (text, conversion, isDecoded) => {
    expect(tryParseExpression(text)).toEqual({ conversion, isDecoded, operand: reference("var", "a") });
  });

  test.each([
    "1 + 2",
    "var.a[*]",
    "var.a[var.b]",
    '"${var.a}"',
    '"\\/"',
    "toset(tolist(var.a))",
    "jsondecode(tolist(var.a))",
    'jsondecode("[1]")',
    "upper(var.a)",
    "",
  ])("%j is not read", (text) => {
    expect(tryParseExpression(text)).toBeUndefined();
  });
});
