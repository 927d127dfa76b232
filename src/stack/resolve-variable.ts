import { evaluateExpression } from "../hcl/evaluate/evaluate-expression";
import { makeClosedEvaluation } from "../hcl/evaluate/make-closed-evaluation";
import { ExpressionError, refused } from "../hcl/expression-error";
import { parseType } from "../hcl/parse-type";
import { parseExpressionText } from "../hcl/syntax/parse-expression";
import { convertValue } from "../hcl/values/convert-value";
import type { HclType, HclValue } from "../hcl/values/hcl-value";
import { mark, Unresolved, unmark } from "../hcl/values/hcl-value";
import type { Block } from "./configuration";
import { evaluateNode } from "./evaluate-node";
import { isBool } from "./is-bool";
import type { GivenValue } from "./variable-values";

/**
 * Answers the value of a variable: what is given, else its default, converted to its type and marked if it must not be
 * shown.
 * @throws ExpressionError `refused` if the declaration or the value is wrong
 */
export function resolveVariable(name: string, block: Block, given: GivenValue | undefined): HclValue {
  const isHidden = isBool(block.body.get("sensitive"), true) || isBool(block.body.get("ephemeral"), true);
  return mark(resolve(name, block, given), isHidden);
}

function resolve(name: string, { body }: Block, given: GivenValue | undefined): HclValue {
  const typeNode = body.get("type");
  const type =
    typeof typeNode === "string" ? explain(`the type of var.${name}`, () => parseType(typeNode)) : "any";
  const fallback = body.get("default");
  const whose = `the default of var.${name}`;
  const toDefault = (): HclValue =>
    explain(whose, () => convertValue(evaluateNode(fallback ?? null, makeClosedEvaluation()), type));
  if (given === undefined) {
    if (fallback !== undefined) return toDefault();
    return new Unresolved(`var.${name} has no value; set TF_VAR_${name} or give --var ${name}=…`);
  }
  const value = explain(`the value of var.${name} from ${given.source}`, () =>
    convertValue(readGiven(given, type, typeNode !== undefined), type),
  );
  // What must not be null has its default instead of a null that somebody gives.
  const isNullable = !isBool(body.get("nullable"), false);
  return unmark(value).value === null && !isNullable && fallback !== undefined ? toDefault() : value;
}

/** Text is an expression where the type is a collection, or is said to be any. */
function readGiven({ given }: GivenValue, type: HclType, hasType: boolean): HclValue {
  if ("value" in given) return given.value;
  if (!hasType || type === "string" || type === "number" || type === "bool")
    return given.text.normalize("NFC");
  return evaluateExpression(parseExpressionText(given.text), makeClosedEvaluation());
}

/** No message of the language tells a value. */
function explain<T>(what: string, evaluate: () => T): T {
  try {
    return evaluate();
  } catch (error) {
    if (error instanceof ExpressionError) throw refused(`${what} is wrong: ${error.message}`);
    throw error;
  }
}
