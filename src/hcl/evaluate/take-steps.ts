import { invalid } from "../expression-error";
import type { Expression, Step } from "../syntax/expression";
import { convertValue } from "../values/convert-value";
import { HclNumber } from "../values/hcl-number";
import type { HclValue, PlainValue } from "../values/hcl-value";
import { describeKind, HclList, HclMap, mark, Unresolved, unmark } from "../values/hcl-value";

/**
 * Takes steps into a value.
 * @param evaluate - evaluates the key of an index
 * @throws ExpressionError `invalid` if the value does not have what is asked for
 */
export function takeSteps(
  start: HclValue,
  steps: readonly Step[],
  evaluate: (expression: Expression) => HclValue,
): HclValue {
  let value = start;
  for (const [at, step] of steps.entries()) {
    if (step.kind === "splat") {
      const each = (item: HclValue): HclValue => takeSteps(item, step.steps, evaluate);
      return takeSteps(splat(value, each), steps.slice(at + 1), evaluate);
    }
    value =
      step.kind === "attribute" ? getAttribute(value, step.name) : getElement(value, evaluate(step.key));
  }
  return value;
}

/** Answers an attribute. @throws ExpressionError `invalid` if the value has none of this name */
function getAttribute(marked: HclValue, name: string): HclValue {
  const { value, isSensitive } = unmark(marked);
  if (value instanceof Unresolved) return marked;
  if (value === null) throw invalid(`it is null and has no attribute ${name}`);
  if (!(value instanceof HclMap)) throw invalid(`${describeKind(value)} has no attribute ${name}`);
  const field = value.fields.get(name);
  if (field === undefined) throw invalid(`there is no attribute ${name} in it`);
  return mark(field, isSensitive);
}

/** Answers an element of a list or map. @throws ExpressionError `invalid` if there is none */
function getElement(marked: HclValue, markedKey: HclValue): HclValue {
  const { value, isSensitive } = unmark(marked);
  const key = unmark(markedKey);
  const isHidden = isSensitive || key.isSensitive;
  if (value instanceof Unresolved) return mark(value, isHidden);
  if (key.value instanceof Unresolved) return mark(key.value, isHidden);
  if (value === null) throw invalid("null has no elements");
  if (key.value === null) throw invalid("an index must not be null");
  return mark(findElement(value, key.value), isHidden);
}

function findElement(value: Exclude<PlainValue, null>, key: Exclude<PlainValue, null>): HclValue {
  if (value instanceof HclMap) {
    const name = convertValue(key, "string");
    const field = typeof name === "string" ? value.fields.get(name) : undefined;
    if (field === undefined) throw invalid("there is no element with this key in it");
    return field;
  }
  if (!(value instanceof HclList) || value.kind === "set") {
    throw invalid(`${describeKind(value)} has no elements that could be named`);
  }
  const index = convertValue(key, "number");
  const at = index instanceof HclNumber ? index.tryToInteger() : undefined;
  const item = at === undefined ? undefined : value.items[at];
  if (item === undefined)
    throw invalid(`there is no such element in ${describeKind(value)} of ${value.items.length}`);
  return item;
}

/** What is no list counts as a list of one, null as one of none. */
function splat(marked: HclValue, each: (item: HclValue) => HclValue): HclValue {
  const { value, isSensitive } = unmark(marked);
  if (value instanceof Unresolved) return marked;
  if (value === null) return mark(new HclList("tuple", []), isSensitive);
  if (!(value instanceof HclList)) return mark(new HclList("tuple", [each(value)]), isSensitive);
  const items = value.items.map(each);
  return mark(new HclList(value.kind === "tuple" ? "tuple" : "list", items), isSensitive);
}
