import { invalid } from "../expression-error";
import { takeBoolean } from "../functions/take-argument";
import type { Expression, ForExpression } from "../syntax/expression";
import { convertValue } from "../values/convert-value";
import type { HclValue } from "../values/hcl-value";
import { HclList, HclMap, mark, Unresolved, unmark } from "../values/hcl-value";
import { nameElements } from "./name-elements";

/**
 * Evaluates `[for …]` and `{for …}`.
 * @param evaluate - evaluates an expression outside of it
 * @param evaluateWith - evaluates an expression of a round, with names that the round gives
 * @throws ExpressionError `invalid` if there is nothing to go through, or keys are equal and not grouped
 */
export function evaluateFor(
  expression: ForExpression,
  evaluate: (part: Expression) => HclValue,
  evaluateWith: (part: Expression, names: ReadonlyMap<string, HclValue>) => HclValue,
): HclValue {
  const source = unmark(evaluate(expression.source));
  if (source.value instanceof Unresolved) return mark(source.value, source.isSensitive);
  const items: HclValue[] = [];
  const fields = new Map<string, HclValue[]>();
  let { isSensitive } = source;
  for (const names of nameElements(source.value, expression)) {
    const inRound = (part: Expression): HclValue => evaluateWith(part, names);
    if (expression.condition !== undefined) {
      const condition = unmark(inRound(expression.condition));
      if (condition.value instanceof Unresolved) return condition.value;
      isSensitive ||= condition.isSensitive;
      if (!takeBoolean(condition.value)) continue;
    }
    if (expression.key === undefined) {
      items.push(inRound(expression.value));
      continue;
    }
    const key = unmark(inRound(expression.key));
    if (key.value instanceof Unresolved) return key.value;
    isSensitive ||= key.isSensitive;
    addField(fields, toFieldName(key.value), inRound(expression.value), expression.isGrouped);
  }
  if (expression.key === undefined) return mark(new HclList("tuple", items), isSensitive);
  const entries = [...fields].map(([name, values]): [string, HclValue] => [
    name,
    expression.isGrouped ? new HclList("tuple", values) : (values[0] ?? null),
  ]);
  return mark(new HclMap("object", entries), isSensitive);
}

function toFieldName(key: HclValue): string {
  const name = convertValue(key, "string");
  if (typeof name !== "string") throw invalid("a key of an object must not be null");
  return name;
}

function addField(fields: Map<string, HclValue[]>, name: string, value: HclValue, isGrouped: boolean): void {
  const values = fields.get(name);
  if (values === undefined) fields.set(name, [value]);
  else if (isGrouped) values.push(value);
  else
    throw invalid("two elements of a for expression have the same key; group them with ... behind the value");
}
