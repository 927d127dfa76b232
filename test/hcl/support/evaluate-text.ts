import { evaluateExpression } from "../../../src/hcl/evaluate/evaluate-expression";
import type { Scope } from "../../../src/hcl/evaluate/scope";
import { Budget } from "../../../src/hcl/evaluate/scope";
import { ExpressionError } from "../../../src/hcl/expression-error";
import { FUNCTIONS } from "../../../src/hcl/functions/functions";
import { writeJson } from "../../../src/hcl/json/write-json";
import { parseExpressionText } from "../../../src/hcl/syntax/parse-expression";
import type { HclValue } from "../../../src/hcl/values/hcl-value";
import { lookInto, Unresolved, unmarkDeep } from "../../../src/hcl/values/hcl-value";

/**
 * Evaluates an expression in which only the given names mean something, `var.x` for the name `x`, and answers its value
 * as JSON, `unresolved: …`, or `ERROR` and what is wrong.
 */
export function show(text: string, values: { readonly [name: string]: HclValue } = {}): string {
  try {
    return toText(evaluate(text, values));
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    return `ERROR ${error.fault}: ${error.message}`;
  }
}

function toText(value: HclValue): string {
  const { unresolved, isSensitive } = lookInto(value);
  const open = unmarkDeep(value);
  const text =
    unresolved !== undefined || open instanceof Unresolved
      ? `unresolved: ${unresolved?.reason ?? ""}`
      : writeJson(open);
  return isSensitive ? `sensitive ${text}` : text;
}

function evaluate(text: string, values: { readonly [name: string]: HclValue }): HclValue {
  const scope: Scope = {
    resolve: ({ root, names: [name = ""] }) =>
      root === "var" && Object.hasOwn(values, name) ? { value: values[name] ?? null, used: 1 } : undefined,
    findFunction: (name) => FUNCTIONS.get(name),
  };
  return evaluateExpression(parseExpressionText(text), {
    scope,
    budget: new Budget(100_000),
    names: new Map(),
  });
}
