import { ExpressionError, invalid } from "../expression-error";
import { takeBoolean } from "../functions/take-argument";
import type { Expression, Step } from "../syntax/expression";
import { convertValue } from "../values/convert-value";
import { typeOf, unifyTypes } from "../values/hcl-type";
import type { HclValue } from "../values/hcl-value";
import { HclList, HclMap, lookInto, mark, Unresolved, unmark } from "../values/hcl-value";
import { callFunction } from "./call-function";
import { evaluateFor } from "./evaluate-for";
import { evaluateTemplate } from "./evaluate-template";
import { applyBinary, applyUnary } from "./operators";
import type { Evaluation } from "./scope";
import { takeSteps } from "./take-steps";

type Kind<K extends Expression["kind"]> = Extract<Expression, { readonly kind: K }>;

/**
 * Evaluates an expression. What only Terraform knows is `Unresolved`, also within a value.
 * @throws ExpressionError `invalid` where Terraform fails as well, `refused` where a limit is reached
 */
export function evaluateExpression(expression: Expression, evaluation: Evaluation): HclValue {
  return evaluation.budget.descend(() => evaluate(expression, evaluation));
}

function evaluate(expression: Expression, evaluation: Evaluation): HclValue {
  const inner = (part: Expression): HclValue => evaluateExpression(part, evaluation);
  const innerWith = (part: Expression, names: ReadonlyMap<string, HclValue>): HclValue =>
    evaluateExpression(part, { ...evaluation, names: new Map([...evaluation.names, ...names]) });
  switch (expression.kind) {
    case "literal":
      return expression.value;
    case "template":
      return evaluateTemplate(expression.parts, new Map(), innerWith, evaluation.budget);
    case "reference":
      return evaluateReference(expression, evaluation);
    case "access":
      return takeSteps(inner(expression.source), expression.steps, inner);
    case "tuple":
      return new HclList("tuple", expression.items.map(inner));
    case "object":
      return evaluateObject(expression, inner);
    case "for":
      return evaluateFor(expression, inner, innerWith);
    case "conditional":
      return evaluateConditional(expression, inner);
    case "binary":
      return evaluateBinary(expression, inner);
    case "unary":
      return applyUnary(expression.operator, inner(expression.operand));
    case "call":
      return callFunction(expression, evaluation, inner);
  }
}

function evaluateReference({ root, steps }: Kind<"reference">, evaluation: Evaluation): HclValue {
  const inner = (part: Expression): HclValue => evaluateExpression(part, evaluation);
  const name = evaluation.names.get(root);
  if (name !== undefined) return takeSteps(name, steps, inner);
  const names = listNames(steps);
  const resolution = evaluation.scope.resolve({ root, names });
  if (resolution === undefined) throw invalid(`there is nothing named ${root} here`);
  return takeSteps(resolution.value, steps.slice(resolution.used), inner);
}

function listNames(steps: readonly Step[]): string[] {
  const end = steps.findIndex((step) => step.kind !== "attribute");
  return steps
    .slice(0, end === -1 ? undefined : end)
    .map((step) => (step.kind === "attribute" ? step.name : ""));
}

function evaluateObject({ entries }: Kind<"object">, inner: (part: Expression) => HclValue): HclValue {
  const fields: [string, HclValue][] = [];
  let isSensitive = false;
  for (const [keyExpression, valueExpression] of entries) {
    const key = unmark(inner(keyExpression));
    if (key.value instanceof Unresolved) return key.value;
    const text = convertValue(key.value, "string");
    if (typeof text !== "string") throw invalid("a key of an object must not be null");
    isSensitive ||= key.isSensitive;
    fields.push([text, inner(valueExpression)]);
  }
  return mark(new HclMap("object", fields), isSensitive);
}

function evaluateConditional(
  { condition, then, otherwise }: Kind<"conditional">,
  inner: (part: Expression) => HclValue,
): HclValue {
  const { value, isSensitive } = unmark(inner(condition));
  if (value instanceof Unresolved) return mark(value, isSensitive);
  const isThen = takeBoolean(value);
  const chosen = inner(isThen ? then : otherwise);
  const other = tryEvaluate(isThen ? otherwise : then, inner);
  // Without the other value there is no common type; then the chosen one is what it is.
  if (other === undefined || lookInto(other).unresolved !== undefined) return mark(chosen, isSensitive);
  const type = unifyTypes([chosen, other].map(typeOf));
  if (type === undefined) throw invalid("the two results of a condition have no common type");
  return mark(convertValue(chosen, type), isSensitive);
}

/** The result that is not chosen may be wrong, as newer versions of Terraform have it. */
function tryEvaluate(expression: Expression, inner: (part: Expression) => HclValue): HclValue | undefined {
  try {
    return inner(expression);
  } catch (error) {
    if (error instanceof ExpressionError) return undefined;
    throw error;
  }
}

/** `&&` and `||` do not look at the right side where the left one decides. */
function evaluateBinary(
  { operator, left, right }: Kind<"binary">,
  inner: (part: Expression) => HclValue,
): HclValue {
  const first = inner(left);
  if (operator === "&&" || operator === "||") {
    const { value, isSensitive } = unmark(first);
    if (!(value instanceof Unresolved) && takeBoolean(value) === (operator === "||")) {
      return mark(operator === "||", isSensitive);
    }
  }
  return applyBinary(operator, first, inner(right));
}
