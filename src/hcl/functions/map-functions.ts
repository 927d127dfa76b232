import { invalid, refused } from "../expression-error";
import { convertToOneType, convertValue, findOneType } from "../values/convert-value";
import { elementTypeOf, isSameType, typeOf } from "../values/hcl-type";
import type { HclValue } from "../values/hcl-value";
import { HclList, HclMap } from "../values/hcl-value";
import { makeSet } from "../values/make-set";
import { toKey } from "../values/to-key";
import { ANY_NUMBER, defineFunction, defineOverParts } from "./define-function";
import { takeList, takeMap, takeText } from "./take-argument";

/** Functions of maps and sets, and those that choose and convert values. */
export const MAP_FUNCTIONS = [
  defineOverParts("keys", 1, ([map]) => {
    const given = takeMap(map);
    return new HclList(given.kind === "object" ? "tuple" : "list", [...given.fields.keys()]);
  }),
  defineOverParts("values", 1, ([map]) => {
    const given = takeMap(map);
    return new HclList(given.kind === "object" ? "tuple" : "list", [...given.fields.values()]);
  }),
  defineOverParts("lookup", [2, 3], ([map, key, fallback]) => {
    const given = takeMap(map);
    const field = given.fields.get(takeText(key));
    if (field === undefined && fallback === undefined) {
      throw invalid("the key is not in the map, and there is no default");
    }
    // Values of a map are of one type, and the default is, too.
    const type = typeOf(given);
    const isMap = typeof type !== "string" && type.kind === "map";
    const converted = isMap && fallback !== undefined ? convertValue(fallback, type.element) : fallback;
    return field === undefined ? (converted ?? null) : field;
  }),
  defineOverParts("merge", [0, ANY_NUMBER], merge),
  defineFunction("coalesce", [1, ANY_NUMBER], (values) => {
    const found = convertToOneType(values).find((value) => value !== null && value !== "");
    if (found === undefined) throw invalid("all arguments are null or empty");
    return found;
  }),
  defineFunction("setunion", [1, ANY_NUMBER], (lists) =>
    makeSet(convertToOneType(lists.flatMap(toItems)), findOneType(lists.map(elementTypeOf))),
  ),
  defineFunction("setintersection", [1, ANY_NUMBER], (lists) =>
    combineSets(lists, (key, others) => others.every((keys) => keys.has(key))),
  ),
  defineFunction("setsubtract", 2, (lists) =>
    combineSets(lists, (key, others) => others.every((keys) => !keys.has(key))),
  ),
  defineFunction("setproduct", [2, ANY_NUMBER], setProduct),
  defineOverParts("tolist", 1, ([value]) => convertValue(value ?? null, { kind: "list", element: "any" })),
  defineOverParts("toset", 1, ([value]) => convertValue(value ?? null, { kind: "set", element: "any" })),
  defineOverParts("tomap", 1, ([value]) => convertValue(value ?? null, { kind: "map", element: "any" })),
  defineFunction("tonumber", 1, ([value]) => convertValue(value ?? null, "number")),
  defineFunction("tobool", 1, ([value]) => convertValue(value ?? null, "bool")),
];

function merge(values: readonly HclValue[]): HclValue {
  const maps = values.filter((value) => value !== null).map(takeMap);
  const fields = new Map(maps.flatMap((map) => [...map.fields]));
  const elements = maps
    .map(typeOf)
    .map((type) => (typeof type !== "string" && type.kind === "map" ? type.element : undefined));
  const [first] = elements;
  const isOneType =
    first !== undefined && elements.every((element) => element !== undefined && isSameType(element, first));
  return new HclMap(isOneType ? "map" : "object", fields, first);
}

function toItems(list: HclValue): readonly HclValue[] {
  return takeList(list).items;
}

function combineSets(
  lists: readonly HclValue[],
  isKept: (key: string, others: readonly ReadonlySet<string>[]) => boolean,
): HclValue {
  const given = lists.map(toItems);
  const items = convertToOneType(given.flat());
  const sets: HclValue[][] = [];
  let at = 0;
  for (const { length } of given) {
    sets.push(items.slice(at, at + length));
    at += length;
  }
  const [first = [], ...others] = sets;
  const keys = others.map((set) => new Set(set.map(toKey)));
  return makeSet(
    first.filter((item) => isKept(toKey(item), keys)),
    findOneType(lists.map(elementTypeOf)),
  );
}

/** Most combinations; a product grows fast. */
const MAX_PRODUCT = 10_000;

function setProduct(lists: readonly HclValue[]): HclValue {
  const given = lists.map(takeList);
  const count = given.reduce((product, { items }) => product * items.length, 1);
  if (count > MAX_PRODUCT) throw refused(`there are more than ${MAX_PRODUCT} combinations`);
  let rows: HclValue[][] = [[]];
  for (const { items } of given) {
    const converted = convertToOneType(items);
    rows = rows.flatMap((row) => converted.map((item) => [...row, item]));
  }
  const tuples = rows.map((row) => new HclList("tuple", row));
  return given.every(({ kind }) => kind === "set") ? makeSet(tuples) : new HclList("list", tuples);
}
