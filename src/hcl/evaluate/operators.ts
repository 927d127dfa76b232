import { invalid } from "../expression-error";
import type { BinaryOperator } from "../syntax/expression";
import { convertValue } from "../values/convert-value";
import { HclNumber } from "../values/hcl-number";
import type { HclValue } from "../values/hcl-value";
import { describeKind, lookInto, mark, Unresolved, unmark, unmarkDeep } from "../values/hcl-value";
import { toKey } from "../values/to-key";

/** Applies an operator to two values. @throws ExpressionError `invalid` if they are of a wrong type */
export function applyBinary(operator: BinaryOperator, left: HclValue, right: HclValue): HclValue {
  const contents = [lookInto(left), lookInto(right)];
  const isSensitive = contents.some((content) => content.isSensitive);
  const unresolved = contents.find((content) => content.unresolved !== undefined)?.unresolved;
  if (unresolved !== undefined) return mark(unresolved, isSensitive);
  return mark(compute(operator, unmarkDeep(left), unmarkDeep(right)), isSensitive);
}

/** Applies `-` or `!`. @throws ExpressionError `invalid` if the value is of a wrong type */
export function applyUnary(operator: "-" | "!", marked: HclValue): HclValue {
  const { value, isSensitive } = unmark(marked);
  if (value instanceof Unresolved) return marked;
  return mark(operator === "-" ? toNumber(value).negated() : !toBoolean(value), isSensitive);
}

/** Answers a bool. @throws ExpressionError `invalid` if the value is none, and no text that means one */
export function toBoolean(value: HclValue): boolean {
  const converted = convertValue(value, "bool");
  if (typeof converted !== "boolean") throw invalid(`a bool is required, not ${describeKind(value)}`);
  return converted;
}

function compute(operator: BinaryOperator, left: HclValue, right: HclValue): HclValue {
  switch (operator) {
    case "==":
      return toKey(left) === toKey(right);
    case "!=":
      return toKey(left) !== toKey(right);
    case "&&":
      return toBoolean(left) && toBoolean(right);
    case "||":
      return toBoolean(left) || toBoolean(right);
    default:
      return calculate(operator, toNumber(left), toNumber(right));
  }
}

function calculate(
  operator: Exclude<BinaryOperator, "==" | "!=" | "&&" | "||">,
  a: HclNumber,
  b: HclNumber,
): HclValue {
  switch (operator) {
    case "+":
      return a.plus(b);
    case "-":
      return a.minus(b);
    case "*":
      return a.times(b);
    case "/":
      return a.dividedBy(b);
    case "%":
      return a.remainder(b);
    case "<":
      return a.compare(b) < 0;
    case "<=":
      return a.compare(b) <= 0;
    case ">":
      return a.compare(b) > 0;
    case ">=":
      return a.compare(b) >= 0;
  }
}

function toNumber(value: HclValue): HclNumber {
  const converted = convertValue(value, "number");
  if (!(converted instanceof HclNumber)) throw invalid(`a number is required, not ${describeKind(value)}`);
  return converted;
}
