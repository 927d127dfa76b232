import { evaluateExpression } from "../../../src/hcl/evaluate/evaluate-expression";
import { Budget } from "../../../src/hcl/evaluate/scope";
import { ExpressionError } from "../../../src/hcl/expression-error";
import { FUNCTIONS } from "../../../src/hcl/functions/functions";
import { parseDefinitions } from "../../../src/hcl/parse-definitions";
import { parseType } from "../../../src/hcl/parse-type";
import type { Expression } from "../../../src/hcl/syntax/expression";
import { parseExpressionText, parseTemplateText } from "../../../src/hcl/syntax/parse-expression";
import { type FuzzTarget, insist } from "../fuzz-target";

/** Characters of a message about an expression; names in it are as long as they are. */
const MAX_MESSAGE_LENGTH = 500;

/** Evaluations that one input may cause. */
const MAX_STEPS = 20_000;

/**
 * A text of Terraform's language has a value or an error that says why not, whatever it is: nothing else is thrown, and
 * nothing takes longer than its budget (promise S-18).
 */
export const EXPRESSION_PARSER: FuzzTarget = {
  name: "expression-parser",
  words: [
    "${",
    "%{ if ",
    "%{ for x in ",
    "%{ else }",
    "%{ endif }",
    "%{ endfor }",
    "$${",
    "[for k, v in ",
    "{for k, v in ",
    " : v => k...",
    " if ",
    "[*]",
    ".*.",
    "...",
    " ? 1 : ",
    " == ",
    " && ",
    "null",
    "true",
    "1e9",
    "<<EOT",
    "/*",
    "try(",
    "regex(",
    '"(a*)*"',
    "format(",
    '"%[1]5.2f"',
    "jsondecode(",
    "range(1024)",
    "object({ a = optional(string, ",
    "list(",
  ],
  run(input) {
    const text = Buffer.from(input).toString();
    for (const parse of [parseExpressionText, parseTemplateText]) {
      const expression = tryRun(text, () => parse(text));
      if (expression !== undefined) tryRun(text, () => evaluate(expression));
    }
    tryRun(text, () => parseDefinitions(text));
    tryRun(text, () => parseType(text));
  },
};

function evaluate(expression: Expression): unknown {
  return evaluateExpression(expression, {
    scope: { resolve: () => undefined, findFunction: (name) => FUNCTIONS.get(name) },
    budget: new Budget(MAX_STEPS),
    names: new Map(),
  });
}

function tryRun<T>(text: string, run: () => T): T | undefined {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    insist(error.message.length <= MAX_MESSAGE_LENGTH + text.length, "a message is short");
    return undefined;
  }
}
