import type { JsonValue } from "../queue/additional-settings";

/** Marks a value that must never be shown. */
export class Sensitive {
  readonly value: PlainValue;

  constructor(value: PlainValue) {
    this.value = value;
  }
}

export type Value = PlainValue | Sensitive;

/**
 * A value without a mark of its own: lists stand for tuples as well, maps for objects, and sets contain strings in
 * order. A number that JavaScript does not hold exactly is NaN, which everything refuses (promise S-13).
 */
export type PlainValue =
  | null
  | boolean
  | number
  | string
  | readonly Value[]
  | ValueMap
  | ReadonlySet<string | null>;

export type ValueMap = ReadonlyMap<string, Value>;

export const isList = (value: Value): value is readonly Value[] => Array.isArray(value);
export const isMap = (value: Value): value is ValueMap => value instanceof Map;
export const isSet = (value: Value): value is ReadonlySet<string | null> => value instanceof Set;

/** Takes the mark off a value, but not off its elements. */
export function unmark(value: Value): { readonly plain: PlainValue; readonly isSensitive: boolean } {
  const isSensitive = value instanceof Sensitive;
  return { plain: isSensitive ? value.value : value, isSensitive };
}

/** Marks a value, if asked to. */
export function mark(value: Value, isSensitive: boolean): Value {
  return isSensitive && !(value instanceof Sensitive) ? new Sensitive(value) : value;
}

/** Tells whether a value, or anything within it, is marked. */
export function hasSensitive(value: Value): boolean {
  if (value instanceof Sensitive) return true;
  return isList(value) || isMap(value) ? [...value.values()].some(hasSensitive) : false;
}

/** Returns a value as JSON, without marks. */
export function toJson(marked: Value): JsonValue {
  const { plain } = unmark(marked);
  if (isList(plain)) return plain.map(toJson);
  if (isSet(plain)) return [...plain];
  return isMap(plain) ? Object.fromEntries([...plain].map(([key, field]) => [key, toJson(field)])) : plain;
}

/** Returns the fields of an object; of anything else, none. */
export function listFields(marked: Value): ValueMap {
  const { plain, isSensitive } = unmark(marked);
  return new Map(isMap(plain) ? [...plain].map(([key, field]) => [key, mark(field, isSensitive)]) : []);
}

/** Names the kind of a value for a message. */
export function describeKind(marked: Value): string {
  const { plain } = unmark(marked);
  if (plain === null) return "null";
  if (isList(plain)) return "a list";
  if (isSet(plain)) return "a set";
  if (isMap(plain)) return "an object";
  return typeof plain === "boolean" ? "a bool" : `a ${typeof plain}`;
}
