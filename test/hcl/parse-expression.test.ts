import fc from "fast-check";
import { ExpressionError } from "../../src/hcl/expression-error";
import { parseDefinitions } from "../../src/hcl/parse-definitions";
import { parseType } from "../../src/hcl/parse-type";
import { parseExpressionText, parseTemplateText } from "../../src/hcl/syntax/parse-expression";
import { escapeLiteral } from "../../src/text/terraform-template";
import { arbitraryExpression } from "./support/arbitrary-expression";
import { show } from "./support/evaluate-text";

/** Texts of the pieces that expressions are made of, in any order. */
function arbitrarySoup(): fc.Arbitrary<string> {
  const pieces = [
    ...Array.from('()[]{}.,:?!=<>+-*/%"\\~$#\n &|'),
    "${",
    "%{",
    "$${",
    "...",
    "=>",
    "//",
    "/*",
    "<<",
    "::",
  ];
  const words = [
    "for",
    "in",
    "if",
    "else",
    "endif",
    "endfor",
    "true",
    "null",
    "a",
    "var",
    "1",
    "1.5e3",
    "upper",
  ];
  const piece = fc.oneof(fc.constantFrom(...pieces), fc.constantFrom(...words), fc.string({ maxLength: 3 }));
  return fc.array(piece, { maxLength: 40 }).map((list) => list.join(""));
}

function parseAnyhow(text: string): void {
  for (const parse of [parseExpressionText, parseTemplateText, parseDefinitions, parseType]) {
    try {
      parse(text);
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
    }
  }
}

describe("parsing", () => {
  test("any text gives an expression or the error that says where it is none", () => {
    fc.assert(fc.property(fc.oneof(arbitrarySoup(), fc.string()), parseAnyhow), {
      numRuns: 2000,
    });
  });

  test("an expression that is cut off anywhere gives an expression or the error, too", () => {
    fc.assert(
      fc.property(arbitraryExpression(), fc.nat(400), (text, length) => {
        parseAnyhow(text.slice(0, length));
      }),
    );
  });

  test("whatever is parsed has a value or an error, and nothing is thrown but that", () => {
    fc.assert(
      fc.property(fc.oneof(arbitrarySoup(), arbitraryExpression()), (text) => {
        expect(typeof show(text)).toBe("string");
      }),
    );
  });

  test("an escaped text means itself", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: "grapheme" }), arbitrarySoup()), (text) => {
        expect(parseTemplateText(escapeLiteral(text))).toEqual({
          kind: "literal",
          value: text.normalize("NFC"),
        });
      }),
    );
  });

  test.each([
    ["", "an expression is required at character 1"],
    ["1 2", "nothing more is allowed behind the expression at character 3"],
    ["(1", '")" is required behind the expression at character 3'],
    ["[1, 2", '"]" is required at the end of a list at character 6'],
    ["{ a = 1 b = 2 }", '"}" is required at the end of an object at character 9'],
    ["{ a 1 }", '"=" is required behind a key at character 5'],
    ["upper(1", '")" is required at the end of the arguments of upper at character 8'],
    ["a ? b", '":" is required between the two results of a condition at character 6'],
    ['"a', "the closing quote of a string is missing at character 3"],
    ['"a\nb"', "the closing quote of a string is missing at character 3"],
    ['"\\q"', "a string has an unknown escape before its end at character 4"],
    ['"\\ud800"', "a string has an unknown escape before its end at character 8"],
    ['"${1"', '"}" is required at the end of a template sequence at character 5'],
    ['"%{ while }"', "there is no template directive while at character 10"],
    ['"%{ if true }"', "a template lacks an endif at character 15"],
    ['"%{ for a in b }"', "a template lacks an endfor at character 18"],
    ['"%{ for a of b }"', '"in" is required behind the names at character 11'],
    ['"%{ endif }"', "a template has an endif that ends nothing at character 13"],
    ["[for a of b : a]", '"in" is required behind the names at character 8'],
    ["[for a in b a]", '":" is required behind what for goes through at character 13'],
    ["{ for a in b : a }", '"=>" is required behind the key of an object at character 18'],
    ["a.", "an attribute's name behind the dot is required at character 3"],
    ["a[*", '"]" is required behind [* at character 4'],
    ["provider::x::y", "the arguments of provider::x::y are required at character 15"],
    ["1 +\n+", "an expression is required at line 2, character 1"],
  ])("%j is none: %s", (text, message) => {
    expect(() => parseExpressionText(text)).toThrow(new ExpressionError("syntax", message));
  });

  test("comments and line breaks stand where they may", () => {
    expect(show("[ # one\n 1, // two\n /* three\n */ 2 ]")).toBe("[1,2]");
    expect(show("{\n # a\n a = 1 // b\n b = 2, c = 3\n}")).toBe('{"a":1,"b":2,"c":3}');
    expect(show("(\n1\n+\n2\n)")).toBe("3");
  });

  test("definitions stand on lines of their own", () => {
    const names = [...parseDefinitions('a = 1 # one\n\n/* two */ b = [\n 2,\n]\nc = { d = "x" }').keys()];
    expect(names).toEqual(["a", "b", "c"]);
    expect(() => parseDefinitions("a = 1\na = 2")).toThrow("a is defined twice at line 2");
  });
});
