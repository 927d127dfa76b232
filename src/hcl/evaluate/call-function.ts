import { ExpressionError, invalid } from "../expression-error";
import type { HclFunction } from "../functions/hcl-function";
import type { CallExpression, Expression } from "../syntax/expression";
import type { HclValue } from "../values/hcl-value";
import { HclList, lookInto, mark, Unresolved, unmark, unmarkDeep } from "../values/hcl-value";
import type { Evaluation } from "./scope";

/**
 * Calls a function of an expression.
 * @param evaluate - evaluates its arguments
 * @throws ExpressionError `invalid` where Terraform's function fails
 */
export function callFunction(
  expression: CallExpression,
  { scope, budget }: Evaluation,
  evaluate: (part: Expression) => HclValue,
): HclValue {
  const name = expression.name.replace(/^core::/, "");
  if (name === "try" || name === "can") return attempt(name, expression.arguments, evaluate);
  const found = scope.findFunction(name);
  if (found === undefined) return new Unresolved(`the function ${name}() is not known here`);
  const values = spread(expression, expression.arguments.map(evaluate));
  if (values instanceof Unresolved) return values;
  checkArity(name, found, values.length);
  budget.spend(values.reduce((size, value) => size + lookInto(value).size, 1) / 100);
  try {
    if (found.takes === "marked") return found.call(values);
    return found.takes === "whole" ? callWhole(found, values) : callWithParts(found, values);
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    throw new ExpressionError(error.fault, `${name}(): ${error.message}`);
  }
}

/** What is unresolved would have a value in Terraform, so that the next argument must not stand in for it. */
function attempt(
  name: "try" | "can",
  parts: readonly Expression[],
  evaluate: (part: Expression) => HclValue,
): HclValue {
  if (parts.length === 0 || (name === "can" && parts.length > 1)) {
    throw invalid(`${name}() takes ${name === "can" ? "one argument" : "arguments"}`);
  }
  for (const part of parts) {
    try {
      const value = evaluate(part);
      return name === "try" || lookInto(value).unresolved !== undefined ? value : true;
    } catch (error) {
      if (!(error instanceof ExpressionError) || error.fault !== "invalid") throw error;
    }
  }
  if (name === "can") return false;
  throw invalid("try(): all of its arguments fail");
}

function spread(expression: CallExpression, values: HclValue[]): readonly HclValue[] | Unresolved {
  if (!expression.isSpread) return values;
  const { value, isSensitive } = unmark(values.at(-1) ?? null);
  if (value instanceof Unresolved) return value;
  if (!(value instanceof HclList)) throw invalid(`${expression.name}(): only lists can be spread with ...`);
  return [...values.slice(0, -1), ...value.items.map((item) => mark(item, isSensitive))];
}

function checkArity(name: string, { arity: [min, max] }: HclFunction, count: number): void {
  if (count >= min && count <= max) return;
  const wanted =
    min === max ? `${min}` : max === Number.POSITIVE_INFINITY ? `${min} or more` : `${min} to ${max}`;
  throw invalid(`${name}() takes ${wanted} ${wanted === "1" ? "argument" : "arguments"}, not ${count}`);
}

function callWhole(found: HclFunction, values: readonly HclValue[]): HclValue {
  const contents = values.map(lookInto);
  const isSensitive = contents.some((content) => content.isSensitive);
  const unresolved = contents.find((content) => content.unresolved !== undefined)?.unresolved;
  if (unresolved !== undefined) return mark(unresolved, isSensitive);
  return mark(found.call(values.map(unmarkDeep)), isSensitive);
}

function callWithParts(found: HclFunction, values: readonly HclValue[]): HclValue {
  const open = values.map(unmark);
  const isSensitive = open.some((argument) => argument.isSensitive);
  const unresolved = open.find((argument) => argument.value instanceof Unresolved);
  if (unresolved !== undefined) return mark(unresolved.value, isSensitive);
  return mark(found.call(open.map((argument) => argument.value)), isSensitive);
}
