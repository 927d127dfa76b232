import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { checkRules, listRuleTitles } from "../../scripts/check/check-rules";
import { makeScratch } from "../support/make-scratch";

/** Rules that the files of `text` claim, with the lines where they do. */
function list(text: string): string[] {
  return listRuleTitles(text).map(({ rules, line }) => `${line}: ${rules.join(" ")}`);
}

describe("listRuleTitles", () => {
  test.each([
    ['describe("K-3: deleting", () => {});', ["1: K-3"]],
    ["  it(`F-01, K-1 (5) and K-6b: ${name} is repeated`, () => {});", ["1: F-01 K-1 K-6b"]],
    ["test('C-41: one thing; C-65: another', () => {});", ["1: C-41 C-65"]],
    ["test('I-1 to I-3, F-09 to F-11 and L-2: much', () => {});", ["1: I-1 I-2 I-3 F-09 F-10 F-11 L-2"]],
    ['const CASES = [{ title: "F-02: lost", status: 500 }];', ["1: F-02"]],
    ['\ntest.each(["a"])("F-03: %s", () => {});', ["2: F-03"]],
    ["describeCase('S-05: a redirect', () => {});", ["1: S-05"]],
    ['test("F-06: is there", () => { expect(list()).not.toEqual(["F-07: text"]); });', ["1: F-06"]],
  ])("finds the rules that titles begin with: %s", (text, rules) => {
    expect(list(text)).toEqual(rules);
  });

  test.each([
    '// test("F-01: in a comment", () => {});',
    '/* "F-02: too" */',
    'test("keeps the state (F-08)", () => {});',
    'test("P-256: a curve; SHA-1: a hash; T-01: no rule of ours", () => {});',
    'test("C-41 without a colon", () => {});',
    'test.skip("F-01: later", () => {});',
    'describe.skip("group", () => { test("F-02: in it", () => {}); });',
    'test.skip.each(["a"])("F-03: %s", () => {});',
    'xtest("F-04: later", () => {});',
    'it.todo("F-05: later");',
    'test("a", () => expect("F-08: text").toBe(1));',
  ])("ignores comments, other numbers, tests that never run, and expected values: %s", (text) => {
    expect(list(text)).toEqual([]);
  });
});

const OURS = ["Sources: ours: the others.", ""];

describe("checkRules", () => {
  let directory = "";

  beforeEach(() => {
    directory = makeScratch();
  });

  async function check(page: readonly string[], tests: Readonly<Record<string, string>>): Promise<string[]> {
    for (const [file, text] of Object.entries({ "docs/rules.md": page.join("\n"), ...tests })) {
      await mkdir(dirname(join(directory, file)), { recursive: true });
      await writeFile(join(directory, file), text);
    }
    return (await checkRules(directory)).split("\n");
  }

  test("reports nothing if rules and titles agree", async () => {
    const rows = ["| rule | |", "| --- | --- |", "| F-01 | One. |", "| K-6b | Two, see F-09. |"];
    const page = ["# Rules", "", ...OURS, ...rows];
    const tests = { "test/a.test.ts": 'test("F-01: one")', "test/b/c.ts": 'const ROWS = ["K-6b: two"];' };
    expect(await check(page, tests)).toEqual([""]);
  });

  test("names rules without a test, rules that are listed twice, and titles with an unknown rule", async () => {
    const page = ["# Rules", "| F-01 | One. |", "| F-02 | Two. |", "| F-01 | One again. |", ...OURS];
    expect(await check(page, { "test/a.test.ts": '\ntest("F-01, F-77: one")' })).toEqual([
      "docs/rules.md:4 lists F-01 again, after line 2.",
      "test/a.test.ts:2 names F-77, which docs/rules.md does not have.",
      "docs/rules.md:3 lists F-02, which no title of a test begins with.",
    ]);
  });

  test("names a part without sources, a source without a link, and what a source names in vain", async () => {
    const rows = ["| F-01 | One. |", "| F-02 | Two. |"];
    const linked = ["[a b]: https://a.example/b"];
    const tests = { "test/a.test.ts": 'test("F-01, F-02: both")' };
    const given = async (sources: string): Promise<string[]> =>
      check(["# Rules", "## F: faults", sources, ...rows, ...linked], tests);
    expect(await given("Sources: [a b]: F-01 to F-02; ours: the others.")).toEqual([""]);
    expect(await given("Sources: [a b]: F-01.")).toEqual([
      'docs/rules.md, "F: faults", does not say where its rules come from.',
    ]);
    expect(await given("Sources: [a b]: F-01, F-07; [c]: F-01; ours:\nthe others.")).toEqual([
      'docs/rules.md, "F: faults", gives a source of F-07 twice, or without the rule.',
      'docs/rules.md, "F: faults", gives a source of F-01 twice, or without the rule.',
      'docs/rules.md, "F: faults": "[c]: F-01" names no source that is linked at the end.',
    ]);
  });

  test("refuses a page without rules", async () => {
    expect(await check(["- F-01: one"], { "test/a.test.ts": "" })).toEqual(["docs/rules.md lists no rules."]);
  });
});
