import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import ts from "typescript";

/** The page that lists the rules, in tables whose first column is the number. */
const PAGE = "docs/rules.md";
const ROW = /^\| ([A-Z]-\d+[a-z]?) \|/;

/**
 * Gate: docs/rules.md lists every rule once, with its source, the title of a test names it, and no title
 * names another rule.
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
  findings.push(...checkSources(lines.join("\n")));

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

/**
 * Checks that each part of the page names the source of its rules:
 * `Sources: [name]: C-01 to C-03, C-05; ours: the others.`
 */
function checkSources(page: string): string[] {
  return page.split(/^## /m).flatMap((part) => {
    const title = part.split("\n", 1)[0] ?? "";
    const listed = part.split("\n").flatMap((line) => ROW.exec(line)?.[1] ?? []);
    if (listed.length === 0) return [];
    const sources = /^Sources: ([^]*?)\.$/m.exec(part)?.[1]?.replaceAll("\n", " ").split("; ") ?? [];
    if (sources.pop() !== "ours: the others")
      return [`${PAGE}, "${title}", does not say where its rules come from.`];
    const named = sources.flatMap(findRules);
    const links = sources.map((source) => /^(\[[^\]]+\]): /.exec(source)?.[1]);
    return [
      ...named
        .filter((rule, at) => !listed.includes(rule) || named.indexOf(rule) < at)
        .map((rule) => `${PAGE}, "${title}", gives a source of ${rule} twice, or without the rule.`),
      ...sources
        .filter((_source, at) => !page.includes(`\n${links[at] ?? "?"}: https://`))
        .map((source) => `${PAGE}, "${title}": "${source}" names no source that is linked at the end.`),
    ];
  });
}

/** A string of the tests that starts with numbers of rules, as the title of a test or a group does. */
export interface RuleTitle {
  /** The named rules in their order, without the steps of an algorithm (`K-1 (5)` is `K-1`). */
  readonly rules: readonly string[];
  /** Its line, counted from 1. */
  readonly line: number;
}

const RULE = /[CDFGIKLRS]-\d{1,2}[a-z]?/;
const STEP = `${RULE.source}(?: ?\\(\\d\\))?`;
/** One or more rules before a colon, at the start or after a semicolon: `K-2 (1), I-1 to I-6: …; C-65: …`. */
const CLAIM = new RegExp(`(?:^|; )(${STEP}(?:(?:, | and | to )${STEP})*):`, "g");
const RANGE = /([A-Z])-(\d+) to \1-(\d+)/g;
/** Functions whose tests do not run: `test.skip`, `it.todo`, `xtest`. */
const NOT_RUN = /^(?:x(?:test|it|describe)|.*\.(?:skip|todo)(?:\.each)?)$/;

/**
 * Lists the titles of tests that start with rules. Every string of the code that does so counts as a title,
 * because tables contain titles too. Comments, tests that do not run, and arguments of `expect` do not count.
 * @param text - text of a TypeScript file
 */
export function listRuleTitles(text: string): RuleTitle[] {
  const titles: RuleTitle[] = [];
  const file = ts.createSourceFile("test.ts", text, ts.ScriptTarget.ESNext);
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && isNoTitle(node.expression, file)) return;
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node)) {
      const rules = [...node.text.matchAll(CLAIM)].flatMap(([claim]) => findRules(claim));
      const { line } = file.getLineAndCharacterOfPosition(node.getStart(file));
      if (rules.length > 0) titles.push({ rules, line: line + 1 });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return titles;
}

function findRules(claim: string): string[] {
  const listed = claim.replace(RANGE, (_range, letter: string, first: string, last: string) =>
    listRange(letter, Number(first), Number(last), first.length).join(", "),
  );
  return [...listed.matchAll(new RegExp(RULE, "g"))].map(([rule]) => rule);
}

function listRange(letter: string, first: number, last: number, digits: number): string[] {
  const count = Math.max(0, last - first + 1);
  return Array.from({ length: count }, (_, i) => `${letter}-${String(first + i).padStart(digits, "0")}`);
}

function isNoTitle(callee: ts.Expression, file: ts.SourceFile): boolean {
  if (ts.isCallExpression(callee)) return isNoTitle(callee.expression, file);
  const name = callee.getText(file);
  return NOT_RUN.test(name) || isExpectation(callee);
}

/** `expect(…).not.toBe` and the like. */
function isExpectation(callee: ts.Expression): boolean {
  if (ts.isPropertyAccessExpression(callee) || ts.isCallExpression(callee)) {
    return isExpectation(callee.expression);
  }
  return ts.isIdentifier(callee) && callee.text === "expect";
}
