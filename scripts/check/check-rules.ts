import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { listRuleTitles } from "./list-rule-titles";

/** The page that lists the rules, in tables whose first column is the number. */
const PAGE = "docs/rules.md";
const ROW = /^\| ([A-Z]-\d+[a-z]?) \|/;

/**
 * Gate: docs/rules.md lists every rule once, the title of a test names it, and no title names another rule.
 */
export async function checkRules(root: string): Promise<string> {
  const findings: string[] = [];
  const rules = new Map<string, number>();
  const lines = (await readFile(join(root, PAGE), "utf8")).split("\n");
  for (const [index, line] of lines.entries()) {
    const [, rule] = ROW.exec(line) ?? [];
    if (rule === undefined) continue;
    const first = rules.get(rule);
    if (first === undefined) rules.set(rule, index + 1);
    else findings.push(`${PAGE}:${index + 1} lists ${rule} again, after line ${first}.`);
  }
  if (rules.size === 0) findings.push(`${PAGE} lists no rules.`);

  const proven = new Set<string>();
  const files = (await readdir(join(root, "test"), { recursive: true })).filter((file) =>
    file.endsWith(".ts"),
  );
  for (const file of files.sort()) {
    for (const title of listRuleTitles(await readFile(join(root, "test", file), "utf8"))) {
      for (const rule of title.rules) {
        proven.add(rule);
        if (!rules.has(rule)) {
          findings.push(`test/${file}:${title.line} names ${rule}, which ${PAGE} does not have.`);
        }
      }
    }
  }
  for (const [rule, line] of rules) {
    if (!proven.has(rule))
      findings.push(`${PAGE}:${line} lists ${rule}, which no title of a test begins with.`);
  }
  return findings.join("\n");
}
