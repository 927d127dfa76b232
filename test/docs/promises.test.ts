import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

const ROOT = resolve(__dirname, "../..");
const RULE = "[CDFGIKLRS]-\\d{1,2}[a-z]?";

function listRules(): string[] {
  const text = readFileSync(join(ROOT, "docs/promises.md"), "utf8");
  return [...text.matchAll(new RegExp(`^\\| (${RULE}) \\|`, "gm"))].map(([, rule]) => rule ?? "");
}

/** Rules that titles of tests and of groups name before a colon: `C-01, C-21: …`. */
function listProvenRules(): Map<string, string> {
  const proven = new Map<string, string>();
  const title = new RegExp(`(?:^|[\\s(])["'\`]((?:${RULE})(?:(?:, | and )(?:${RULE}))*):`, "gm");
  const files = readdirSync(join(ROOT, "test"), { recursive: true, encoding: "utf8" });
  for (const file of files.filter((name) => name.endsWith(".test.ts"))) {
    for (const [, rules = ""] of readFileSync(join(ROOT, "test", file), "utf8").matchAll(title)) {
      for (const rule of rules.split(/, | and /)) proven.set(rule, file);
    }
  }
  return proven;
}

describe("docs/promises.md", () => {
  const rules = listRules();

  test("names every rule once", () => {
    expect(rules.length).toBeGreaterThan(100);
    expect([...new Set(rules)]).toEqual(rules);
  });

  test("explains every rule that a test names", () => {
    const unexplained = [...listProvenRules()].filter(([rule]) => !rules.includes(rule));
    expect(unexplained).toEqual([]);
  });
});
