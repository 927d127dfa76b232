import { HclNumber } from "../../src/hcl/values/hcl-number";
import type { HclValue } from "../../src/hcl/values/hcl-value";
import { HclMap, Sensitive, Unresolved } from "../../src/hcl/values/hcl-value";
import { show } from "./support/evaluate-text";

/** `var.later` only Terraform knows, `var.secret` must not be shown, `var.mixed` holds some of each. */
const VALUES: { readonly [name: string]: HclValue } = {
  later: new Unresolved("it is read later"),
  secret: new Sensitive("s"),
  hidden: new Sensitive(new Unresolved("it is read later")),
  mixed: new HclMap("object", [
    ["open", HclNumber.of(1)],
    ["later", new Unresolved("it is read later")],
    ["secret", new Sensitive("s")],
  ]),
  one: HclNumber.of(1),
};

describe("values that only Terraform knows", () => {
  test.each([
    ["[var.later, 1][1]", "1"],
    ["{ a = var.later, b = 2 }.b", "2"],
    ["var.mixed.open", "1"],
    ["length([var.later])", "1"],
    ["keys(var.mixed)", '["later","open","secret"]'],
    ['lookup(var.mixed, "open")', "1"],
    ["merge(var.mixed, { later = 2 }).later", "2"],
    ["concat([var.later], [1])[1]", "1"],
    ["true ? 1 : var.later", "1"],
    ["false && var.later", "false"],
    ["true || var.later", "true"],
    ["[for k, v in var.mixed : k]", '["later","open","secret"]'],
    ["one([1])", "1"],
    ["try({}.x, 2)", "2"],
  ])("%s does not need them", (text, value) => {
    expect(show(text, VALUES)).toBe(value);
  });

  test.each([
    "var.later",
    "var.later.x.y[0]",
    "[1][var.later]",
    '"a${var.later}"',
    '"%{ if var.later }x%{ endif }"',
    '"%{ for x in var.later }x%{ endfor }"',
    "var.later + 1",
    "1 == var.later",
    "!var.later",
    "-var.later",
    "true && var.later",
    "var.later ? 1 : 2",
    "true ? var.later : 1",
    "upper(var.later)",
    'join(",", [var.later])',
    "toset([var.later])",
    "tolist([var.later])",
    "{ (var.later) = 1 }",
    "[for x in var.later : x]",
    "[for x in [1] : x if var.later]",
    "{ for x in [1] : var.later => x }",
    "var.later[*].x",
    "concat(var.later, [])",
    "max([1, var.later]...)",
    "max(var.later...)",
    "try(var.later, 1)",
    "can(var.later)",
    "sensitive(var.later)",
    "jsonencode(var.mixed)",
    "unheard(1)",
  ])("%s needs them", (text) => {
    expect(show(text, VALUES)).toMatch(
      /^(?:sensitive )?unresolved: (?:it is read later|the function unheard\(\) is not known here)$/,
    );
  });
});

describe("values that must not be shown", () => {
  test.each([
    ["var.secret", '"s"'],
    ['"a${var.secret}"', '"as"'],
    ["[var.secret]", '["s"]'],
    ["var.mixed.secret", '"s"'],
    ["var.secret == 1", "false"],
    ['var.secret == "s" ? 1 : 2', "1"],
    ['"%{ if var.secret == "s" }x%{ endif }"', '"x"'],
    ["[for x in [1] : x if var.secret != null]", "[1]"],
    ["{ (var.secret) = 1 }", '{"s":1}'],
    ["{ for x in [1] : var.secret => x }", '{"s":1}'],
    ["{ a = 1, s = 2 }[var.secret]", "2"],
    ["toset([var.secret])", '["s"]'],
    ["sensitive([1])[0]", "1"],
    ["concat(sensitive([1]), [2])", "[1,2]"],
    ['join(sensitive(["-", ["a"]])...)', '"a"'],
    ["length(sensitive([1]))", "1"],
    ['var.secret == "x" && true', "false"],
    ["coalesce(var.secret)", '"s"'],
    ["sensitive([{ a = 1 }])[*].a", "[1]"],
  ])("%s hides its result", (text, value) => {
    expect(show(text, VALUES)).toBe(`sensitive ${value}`);
  });

  test.each([
    ["nonsensitive(var.secret)", '"s"'],
    ["var.mixed.open", "1"],
    ["[var.secret, 1][1]", "1"],
    ["keys(var.mixed)", '["later","open","secret"]'],
    ["issensitive(var.secret)", "true"],
    ["issensitive(var.one)", "false"],
  ])("%s may be shown", (text, value) => {
    expect(show(text, VALUES)).toBe(value);
  });
});

describe("limits of expressions", () => {
  const doubled = Array.from({ length: 40 }).reduce<string>((text) => `[for x in [0, 1] : ${text}]`, "1");

  test.each([
    [
      "nesting of parentheses",
      `${"(".repeat(5000)}1${")".repeat(5000)}`,
      "it is nested deeper than 100 levels",
    ],
    ["nesting of signs", `${"!".repeat(5000)}true`, "it is nested deeper than 100 levels"],
    ["nesting of templates", `${'"${'.repeat(5000)}1`, "it is nested deeper than 100 levels"],
    ["nesting of directives", `"${"%{ if true }".repeat(5000)}"`, "it is nested deeper than 100 levels"],
    ["a chain of operators", `1${"+1".repeat(5000)}`, "expressions refer to each other too deeply"],
    ["length", `"${"x".repeat(1_000_001)}"`, "it has more than 1000000 characters"],
    ["digits", "1".repeat(500), "a number has too many digits"],
    ["size of numbers", "pow(pow(10, 999), 999)", "pow(): a number has more than 1000 digits"],
    [
      "combinations",
      "setproduct(range(1000), range(1000))",
      "setproduct(): there are more than 10000 combinations",
    ],
    [
      "length of texts",
      'join(join("", [for x in range(1000) : "0123456789"]), range(1000))',
      "join(): a string has more than 1000000 characters",
    ],
    [
      "length of templates",
      '"%{ for x in range(1000) }${format("%1000d%1000d", x, x)}%{ endfor }"',
      "a string has more than 1000000 characters",
    ],
    ["width of fields", 'format("%9999d", 1)', "format(): a field is wider than 1000 characters"],
    [
      "empty loops",
      '"%{ for a in range(1000) }%{ for b in range(1000) }%{ for c in [1, 2, 3, 4] }%{ endfor }%{ endfor }%{ endfor }"',
      "evaluating it takes too many steps",
    ],
    ["exponential loops", doubled, /(?:takes too many steps|holds more than|too deeply|nested deeper)/],
    [
      "size of values",
      "[for x in range(9) : setproduct(range(100), range(100))]",
      "a value holds more than 200000 others",
    ],
  ])("%s: it is refused, and try() does not hide it", (_what, text, message) => {
    for (const expression of [text, `try(${text}, 1)`]) {
      const shown = show(expression);
      expect(shown).toMatch(/^ERROR refused: /);
      if (typeof message === "string") expect(shown).toBe(`ERROR refused: ${message}`);
      else expect(shown).toMatch(message);
    }
  });

  test("a range is as long as Terraform's at most", () => {
    expect(show("length(range(1024))")).toBe("1024");
    expect(show("range(1025)")).toBe("ERROR invalid: range(): there are more than 1024 numbers in it");
  });
});
