import { invalid, refused } from "../expression-error";
import { HclNumber, MAX_NUMBER_LENGTH } from "./hcl-number";
import { typeOf, unifyTypes } from "./hcl-type";
import type { HclType, HclValue, ObjectField, PlainValue } from "./hcl-value";
import { describeKind, HclList, HclMap, mark, Unresolved, unmark } from "./hcl-value";
import { makeSet } from "./make-set";

/**
 * Converts a value to a type by Terraform's rules: numbers and bools to strings and back, tuples to lists and sets,
 * objects to maps. Null is null in every type; what is unresolved stays it; marks are kept.
 * @throws ExpressionError `invalid` saying what is required and of what kind the value is; it never tells the value
 */
export function convertValue(marked: HclValue, type: HclType): HclValue {
  const { value, isSensitive } = unmark(marked);
  if (value === null || value instanceof Unresolved || type === "any") return marked;
  return mark(convertPlain(value, type), isSensitive);
}

/**
 * Converts values to the one type that suits all of them, as the elements of a list need it.
 * @throws ExpressionError `invalid` if there is none
 */
export function convertToOneType(values: readonly HclValue[]): HclValue[] {
  const type = findOneType(values.map(typeOf));
  return values.map((value) => convertValue(value, type));
}

/**
 * Finds the one type that suits values of several types.
 * @throws ExpressionError `invalid` if there is none
 */
export function findOneType(types: readonly HclType[]): HclType {
  const type = unifyTypes(types);
  if (type === undefined) throw invalid("all elements must be of one type, or convertible to one");
  return type;
}

function convertPlain(value: Exclude<PlainValue, null>, type: Exclude<HclType, "any">): HclValue {
  if (type === "string") return toText(value);
  if (type === "number") return toNumber(value);
  if (type === "bool") return toBoolean(value);
  switch (type.kind) {
    case "list":
    case "set":
    case "tuple":
      if (value instanceof HclList) return convertList(value, type);
      throw mismatch(value, `a ${type.kind}`);
    case "map":
      if (!(value instanceof HclMap)) throw mismatch(value, "a map");
      return convertMap(value, type.element);
    case "object":
      if (!(value instanceof HclMap)) throw mismatch(value, "an object");
      return new HclMap(
        "object",
        [...type.fields].map(([key, field]) => [key, convertField(value, key, field)]),
      );
  }
}

function toText(value: PlainValue): string {
  if (typeof value === "string") return value;
  if (typeof value === "boolean") return String(value);
  if (value instanceof HclNumber) return value.toText();
  throw mismatch(value, "a string");
}

function toNumber(value: PlainValue): HclNumber {
  if (value instanceof HclNumber) return value;
  const number = typeof value === "string" ? HclNumber.tryParse(value) : undefined;
  if (number !== undefined) return number;
  if (typeof value === "string" && value.length > MAX_NUMBER_LENGTH) {
    throw refused(`a number has more than ${MAX_NUMBER_LENGTH} characters`);
  }
  throw mismatch(value, "a number");
}

function toBoolean(value: PlainValue): boolean {
  if (typeof value === "boolean") return value;
  if (value === "true" || value === "1") return true;
  if (value === "false" || value === "0") return false;
  throw mismatch(value, "a bool");
}

function convertList(
  value: HclList,
  type: Extract<HclType, { readonly kind: "list" | "set" | "map" | "tuple" }>,
): HclValue {
  if (type.kind === "tuple") {
    if (value.kind === "set" || value.items.length !== type.elements.length) {
      throw invalid(
        `a tuple of ${type.elements.length} is required, not ${describeKind(value)} of ${value.items.length}`,
      );
    }
    return new HclList(
      "tuple",
      value.items.map((item, at) => convertValue(item, type.elements[at] ?? "any")),
    );
  }
  const element = chooseElement(type.element, value.items, value.element);
  const items = value.items.map((item) => convertValue(item, element));
  return type.kind === "set" ? makeSet(items, element) : new HclList("list", items, element);
}

function convertMap(value: HclMap, wanted: HclType): HclMap {
  const element = chooseElement(wanted, [...value.fields.values()], value.element);
  const fields = [...value.fields].map(([key, field]): [string, HclValue] => [
    key,
    convertValue(field, element),
  ]);
  return new HclMap("map", fields, element);
}

/** Where any type suits, it is the one that suits all elements. */
function chooseElement(wanted: HclType, items: readonly HclValue[], given: HclType | undefined): HclType {
  if (wanted !== "any") return wanted;
  return items.length === 0 ? (given ?? "any") : findOneType(items.map(typeOf));
}

function convertField(value: HclMap, key: string, field: ObjectField): HclValue {
  const given = value.fields.get(key);
  if (given === undefined && !field.isOptional) throw invalid(`an attribute ${key} is required`);
  // A default stands in for null, too, but only where the field is optional.
  return field.isOptional && (given === undefined || given === null)
    ? field.fallback
    : convertValue(given ?? null, field.type);
}

function mismatch(value: HclValue, wanted: string): Error {
  const isText = typeof unmark(value).value === "string";
  return invalid(`${wanted} is required, not ${describeKind(value)}${isText ? " that means none" : ""}`);
}
