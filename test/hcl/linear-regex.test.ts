import fc from "fast-check";
import { ExpressionError } from "../../src/hcl/expression-error";
import { LinearRegex } from "../../src/hcl/regex/linear-regex";

/** Patterns that mean the same to RE2 and JavaScript. */
function arbitraryPattern(): fc.Arbitrary<string> {
  const atoms = ["a", "b", "c", ".", "\\d", "[ab]", "[^a]", "[a-c1]", "\\w", "^", "$", "\\b", "\\.", "é"];
  return fc.letrec<{ pattern: string }>((tie) => ({
    pattern: fc.oneof(
      { maxDepth: 3 },
      fc.constantFrom(...atoms),
      fc.tuple(tie("pattern"), tie("pattern")).map(([a, b]) => a + b),
      fc.tuple(tie("pattern"), tie("pattern")).map(([a, b]) => `(?:${a}|${b})`),
      tie("pattern").map((a) => `(${a})`),
      fc
        .tuple(tie("pattern"), fc.constantFrom("*", "+", "?", "*?", "+?", "??", "{2}", "{1,2}", "{2,}?"))
        .map(([a, times]) => `(?:${a})${times}`),
    ),
  })).pattern;
}

describe("regular expressions", () => {
  test("they match as JavaScript's do where both mean the same", () => {
    fc.assert(
      fc.property(
        arbitraryPattern(),
        fc.array(fc.constantFrom(...Array.from("abc1.é \n"))),
        (pattern, letters) => {
          const text = letters.join("");
          const theirs = new RegExp(pattern, "u").exec(text);
          const found = new LinearRegex(pattern).tryFind(text);
          expect(found?.match.start).toBe(theirs?.index);
          // Loops around what may be empty take another number of rounds, which groups show and the whole does not.
          const mayBeEmpty = /\)[*+?{]/.test(pattern);
          if (theirs === null || mayBeEmpty) return;
          const { start = 0, end = 0, groups = [] } = found?.match ?? {};
          expect([text.slice(start, end), ...groups]).toEqual([...theirs]);
        },
      ),
      { numRuns: 1000 },
    );
  });

  test("S-18: time grows with the text, whatever the pattern", () => {
    const text = "a".repeat(3_000);
    for (const pattern of ["(a*)*b", "(a|a)*b", "(a+)+$b", "(?:a?){50}b", "(.*)(.*)(.*)b"]) {
      expect(new LinearRegex(pattern).tryFind(text)).toBeUndefined();
    }
  });

  test("any text is a pattern or refused as none", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...Array.from("ab()[]{}|*+?^$\\.-,:<>P=!d1px&i")), { maxLength: 20 }),
        (letters) => {
          try {
            new LinearRegex(letters.join("")).findAll("ab1");
          } catch (error) {
            if (!(error instanceof ExpressionError)) throw error;
          }
        },
      ),
      { numRuns: 1000 },
    );
  });

  test.each([
    ["(a", "the regular expression lacks a )"],
    ["a)", "the regular expression has a ) too many"],
    ["*a", "the regular expression repeats nothing"],
    ["a{2}{3}", "the regular expression repeats a repetition"],
    ["a{3,2}", "the regular expression has a repetition with wrong bounds"],
    ["a{2000}", "the regular expression has a repetition with wrong bounds"],
    ["[b-a]", "the regular expression has a range whose end is before its start"],
    ["[a", "the regular expression ends too early"],
    ["[[:word:", "the regular expression has an unknown class"],
    ["[[:none:]]", "the regular expression has an unknown class"],
    ["(?=a)", "the regular expression has a group of an unknown kind"],
    ["(?P<a>x)(?P<a>y)", "the regular expression has two groups of one name"],
    ["\\x{110000}", "the regular expression has an unknown escape"],
  ])("%s is none, as in Terraform", (pattern, message) => {
    expect(() => new LinearRegex(pattern)).toThrow(new ExpressionError("invalid", message));
  });

  test.each([
    ["\\Qa\\E", "has an escape \\Q that is not known here"],
    ["\\1", "has an escape \\1 that is not known here"],
    ["\\p{Nonsense}", "has an unknown class \\p{Nonsense}"],
    ["(".repeat(200) + ")".repeat(200), "is nested too deeply"],
    ["(?:a{1000}){1000}", "is too large"],
    ["a".repeat(10_001), "has more than 10000 characters"],
  ])("what is not known here, or too much, is refused: %s", (pattern, message) => {
    expect(() => new LinearRegex(pattern)).toThrow(message);
  });
});
