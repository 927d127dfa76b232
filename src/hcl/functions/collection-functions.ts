import { invalid } from "../expression-error";
import { compareText } from "../values/compare-text";
import { convertToOneType, convertValue, findOneType } from "../values/convert-value";
import { HclNumber } from "../values/hcl-number";
import { elementTypeOf } from "../values/hcl-type";
import type { HclValue } from "../values/hcl-value";
import { HclList, HclMap, lookInto, unmark } from "../values/hcl-value";
import { toKey } from "../values/to-key";
import { ANY_NUMBER, defineFunction, defineOverParts } from "./define-function";
import { takeInteger, takeList, takeMap, takeNumber, takeText } from "./take-argument";

/** Functions of lists. */
export const COLLECTION_FUNCTIONS = [
  defineOverParts("concat", [1, ANY_NUMBER], concat),
  defineOverParts("element", 2, ([list, index]) => {
    const { items } = takeOrdered(list);
    const at = takeInteger(index);
    if (items.length === 0) throw invalid("the list is empty");
    if (at < 0) throw invalid("the index must not be negative");
    return items[at % items.length] ?? null;
  }),
  defineFunction("index", 2, ([list, value]) => {
    const at = takeList(list).items.findIndex((item) => isSame(item, value ?? null));
    if (at === -1) throw invalid("the value is not in the list");
    return HclNumber.of(at);
  }),
  defineFunction("contains", 2, ([list, value = null]) => {
    if (value === null) throw invalid("null is looked for");
    return takeList(list).items.some((item) => isSame(item, value));
  }),
  defineFunction("distinct", 1, ([list]) => {
    const byKey = new Map<string, HclValue>();
    for (const item of convertToOneType(takeList(list).items)) {
      const key = toKey(item);
      if (!byKey.has(key)) byKey.set(key, item);
    }
    return new HclList("list", [...byKey.values()], elementTypeOf(list ?? null));
  }),
  defineFunction("compact", 1, ([list]) => {
    const texts = takeList(list).items.map((item) => convertValue(item, "string"));
    return new HclList(
      "list",
      texts.filter((text) => text !== null && text !== ""),
      "string",
    );
  }),
  defineOverParts("flatten", 1, ([list]) => new HclList("tuple", flatten(takeList(list)))),
  defineOverParts("reverse", 1, ([list]) => {
    const given = takeList(list);
    return new HclList(given.kind === "tuple" ? "tuple" : "list", [...given.items].reverse(), given.element);
  }),
  defineOverParts("slice", 3, ([list, start, end]) => {
    const given = takeOrdered(list);
    const [from, to] = [takeInteger(start), takeInteger(end)];
    if (from < 0 || to > given.items.length || from > to)
      throw invalid("the indexes are not within the list");
    return new HclList(given.kind, given.items.slice(from, to), elementTypeOf(given));
  }),
  defineFunction("sort", 1, ([list]) => {
    const texts = takeList(list).items.map((item) => takeText(item));
    return new HclList("list", texts.sort(compareText), "string");
  }),
  defineOverParts("chunklist", 2, ([list, size]) => {
    const items = convertToOneType(takeList(list).items);
    const length = takeInteger(size);
    if (length < 0) throw invalid("the size must not be negative");
    const chunks: HclList[] = [];
    const step = length === 0 ? Math.max(1, items.length) : length;
    for (let at = 0; at < items.length; at += step)
      chunks.push(new HclList("list", items.slice(at, at + step)));
    return new HclList("list", chunks);
  }),
  defineFunction("range", [1, 3], range),
  defineOverParts("coalescelist", [1, ANY_NUMBER], (lists) => {
    const found = lists.map(takeList).find(({ items }) => items.length > 0);
    if (found === undefined) throw invalid("all lists are empty");
    return found;
  }),
  defineOverParts("one", 1, ([list]) => {
    const { items } = takeList(list);
    if (items.length > 1) throw invalid("the list has more than one element");
    return items[0] ?? null;
  }),
  defineFunction("sum", 1, ([list]) => {
    const { items } = takeList(list);
    if (items.length === 0) throw invalid("the list is empty");
    return items.map(takeNumber).reduce((a, b) => a.plus(b));
  }),
  defineFunction("alltrue", 1, ([list]) => takeList(list).items.every(isTrue)),
  defineFunction("anytrue", 1, ([list]) => takeList(list).items.some(isTrue)),
  defineFunction("matchkeys", 3, ([values, keys, wanted]) => {
    const [given, givenKeys] = [takeList(values).items, takeList(keys).items];
    if (given.length !== givenKeys.length) throw invalid("there must be as many keys as values");
    const found = new Set(takeList(wanted).items.map(takeText));
    return new HclList(
      "list",
      given.filter((_, at) => found.has(takeText(givenKeys[at]))),
    );
  }),
  defineOverParts("zipmap", 2, ([keys, values]) => {
    const names = takeList(keys).items.map(takeText);
    const given = takeList(values);
    if (names.length !== given.items.length) throw invalid("there must be as many keys as values");
    const fields = names.map((name, at): [string, HclValue] => [name, given.items[at] ?? null]);
    return new HclMap(given.kind === "tuple" ? "object" : "map", fields);
  }),
  defineFunction("transpose", 1, ([map]) => {
    const keysByText = new Map<string, string[]>();
    for (const [key, texts] of takeMap(map).fields) {
      for (const text of takeList(texts).items.map(takeText)) {
        keysByText.set(text, [...(keysByText.get(text) ?? []), key]);
      }
    }
    return new HclMap(
      "map",
      [...keysByText].map(([text, keys]) => [text, new HclList("list", keys)]),
    );
  }),
];

/** Most numbers of a range, as in Terraform. */
const MAX_RANGE = 1024;

function takeOrdered(value: HclValue | undefined): HclList {
  const list = takeList(value);
  if (list.kind === "set") throw invalid("a set has no order; make a list of it with tolist()");
  return list;
}

function concat(lists: readonly HclValue[]): HclValue {
  const given = lists.map(takeOrdered);
  const items = given.flatMap((list) => list.items);
  return given.some(({ kind }) => kind === "tuple")
    ? new HclList("tuple", items)
    : new HclList("list", convertToOneType(items), findOneType(given.map(elementTypeOf)));
}

function flatten({ items }: HclList): HclValue[] {
  return items.flatMap((item) => {
    const { value, isSensitive } = unmark(item);
    return value instanceof HclList && !isSensitive ? flatten(value) : [item];
  });
}

function isTrue(value: HclValue): boolean {
  return convertValue(value, "bool") === true;
}

/** Looks for a value as the elements of the list are written: `1` is not found as `"1"`. */
function isSame(item: HclValue, value: HclValue): boolean {
  return lookInto(item).depth === lookInto(value).depth && toKey(item) === toKey(value);
}

function range(values: readonly HclValue[]): HclValue {
  const [first, second, third] = values.map(takeNumber);
  const zero = HclNumber.of(0);
  const start = second === undefined ? zero : (first ?? zero);
  const end = second ?? first ?? zero;
  const isDown = end.compare(start) < 0;
  const step = third ?? HclNumber.of(isDown ? -1 : 1);
  if (step.compare(zero) === 0) throw invalid("the step must not be zero");
  if (start.compare(end) !== 0 && step.compare(zero) < 0 !== isDown)
    throw invalid("the step leads away from the end");
  const numbers: HclNumber[] = [];
  for (let at = start; isDown ? at.compare(end) > 0 : at.compare(end) < 0; at = at.plus(step)) {
    if (numbers.length === MAX_RANGE) throw invalid(`there are more than ${MAX_RANGE} numbers in it`);
    numbers.push(at);
  }
  return new HclList("list", numbers);
}
