import ts from "typescript";

/** A string of the tests that starts with numbers of rules, as the title of a test or a group does. */
export interface RuleTitle {
  /** The named rules in their order, without the steps of an algorithm (`K-1 (5)` is `K-1`). */
  readonly rules: readonly string[];
  /** Its line, counted from 1. */
  readonly line: number;
}

/** The number of a rule. */
const RULE = /[CDFGIKLRS]-\d{1,2}[a-z]?/;
const STEP = `${RULE.source}(?: ?\\(\\d\\))?`;
/** One or more rules before a colon, at the beginning or after a semicolon: `K-2 (1), I-1 to I-6: …; C-65: …`. */
const CLAIM = new RegExp(`(?:^|; )(${STEP}(?:(?:, | and | to )${STEP})*):`, "g");
/** Two rules and all between them. */
const RANGE = /([A-Z])-(\d+) to \1-(\d+)/g;
/** Functions whose tests do not run: `test.skip`, `it.todo`, `xtest`. */
const NOT_RUN = /^(?:x(?:test|it|describe)|.*\.(?:skip|todo)(?:\.each)?)$/;

/**
 * Lists the titles of tests that start with rules. Every string of the code that does so counts as a title, because tables
 * contain titles too. Comments, tests that do not run, and arguments of `expect` do not count.
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
