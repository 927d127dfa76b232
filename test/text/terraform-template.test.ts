import { escapeHclText } from "../../src/text/escape-hcl-text";
import { escapeLiteral, splitTemplate, unescapeLiteral } from "../../src/text/terraform-template";

describe("splitTemplate", () => {
  test.each<[string, string[]]>([
    ["plain", ["plain"]],
    ["a${b}c%{d}", ["a", "${b}", "c", "%{d}"]],
    ['${f("}", "\\"", "$${", "%{x}")}', ['${f("}", "\\"", "$${", "%{x}")}']],
    ["${ {a = {}} }z", ["${ {a = {}} }", "z"]],
    ["$${a}%%{b}$$${x}", ["$${a}%%{b}$$${x}"]],
    ['${f("a${g("}")}b")}x', ['${f("a${g("}")}b")}', "x"]],
    ["a${b", ["a", "${b"]],
    ['${"b', ['${"b']],
  ])("%j is split into %j", (text, parts) => {
    expect(splitTemplate(text).map((part) => part.text)).toEqual(parts);
  });

  test("an expression that never ends is not closed", () => {
    expect(splitTemplate("${a}${b")).toEqual([
      { kind: "expression", text: "${a}", isClosed: true },
      { kind: "expression", text: "${b", isClosed: false },
    ]);
  });
});

describe("escapeLiteral", () => {
  test.each([
    ["${a}", "$${a}"],
    ["%{a}", "%%{a}"],
    ["$${a}", "$$${a}"],
    ["$a {b}", "$a {b}"],
  ])("S-16: %s becomes %s", (text, escaped) => {
    expect(escapeLiteral(text)).toBe(escaped);
  });

  test("unescapeLiteral is its inverse", () => {
    expect(unescapeLiteral(escapeLiteral("${a} %{b} $c"))).toBe("${a} %{b} $c");
  });
});

test("S-16: escapeHclText escapes literals, but not expressions", () => {
  expect(escapeHclText('"\n\\\b\f${upper("a")}')).toBe('\\"\\n\\\\\\u0008\\u000c${upper("a")}');
});
