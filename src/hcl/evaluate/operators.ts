import { takeBoolean, takeNumber } from "../functions/take-argument";
import type { BinaryOperator } from "../syntax/expression";
import type { HclNumber } from "../values/hcl-number";
import type { HclValue } from "../values/hcl-value";
import { lookInto, mark, Unresolved, unmark, unmarkDeep } from "../values/hcl-value";
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
  return mark(operator === "-" ? takeNumber(value).negated() : !takeBoolean(value), isSensitive);
}

function compute(operator: BinaryOperator, left: HclValue, right: HclValue): HclValue {
  switch (operator) {
    case "==":
      return toKey(left) === toKey(right);
    case "!=":
      return toKey(left) !== toKey(right);
    case "&&":
      return takeBoolean(left) && takeBoolean(right);
    case "||":
      return takeBoolean(left) || takeBoolean(right);
    default:
      return calculate(operator, takeNumber(left), takeNumber(right));
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
