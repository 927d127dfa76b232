import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

const ROOT = resolve(__dirname, "../..");
const RULE = "[CDFGIKLRS]-\\d{1,2}[a-z]?";

/** The rules in the order of the page; the dagger says that no test names them. */
function listRules(): { rule: string; hasDagger: boolean }[] {
  const text = readFileSync(join(ROOT, "docs/promises.md"), "utf8");
  const rows = text.matchAll(new RegExp(`^\\| (${RULE})( †)? \\|`, "gm"));
  return [...rows].map(([, rule = "", dagger]) => ({ rule, hasDagger: dagger !== undefined }));
}

/** Rules that titles of tests and of groups name before a colon: `K-2 (1), I-2: …`, `C-41: …; C-65: …`. */
function listProvenRules(): Map<string, string> {
  const proven = new Map<string, string>();
  const step = `${RULE}(?: \\(\\d\\))?`;
  const title = new RegExp(`(?:["'\`]|; )(${step}(?:(?:, | and )${step})*):`, "g");
  const files = readdirSync(join(ROOT, "test"), { recursive: true, encoding: "utf8" });
  for (const file of files.filter((name) => name.endsWith(".test.ts"))) {
    for (const [, rules = ""] of readFileSync(join(ROOT, "test", file), "utf8").matchAll(title)) {
      for (const [rule] of rules.matchAll(new RegExp(RULE, "g"))) proven.set(rule, file);
    }
  }
  return proven;
}

describe("docs/promises.md", () => {
  const rows = listRules();
  const rules = rows.map(({ rule }) => rule);

  test("names every rule once", () => {
    expect(rules.length).toBeGreaterThan(100);
    expect([...new Set(rules)]).toEqual(rules);
  });

  test("explains every rule that a test names", () => {
    const unexplained = [...listProvenRules()].filter(([rule]) => !rules.includes(rule));
    expect(unexplained).toEqual([]);
  });

  test("marks exactly the rules that no test names", () => {
    const proven = listProvenRules();
    const unproven = rules.filter((rule) => !proven.has(rule));
    expect(rows.filter(({ hasDagger }) => hasDagger).map(({ rule }) => rule)).toEqual(unproven);
  });
});
