import type { JsonValue } from "../queue/additional-settings";

/**
 * A value of Terraform's language: lists stand for tuples as well, maps for objects, and sets contain strings in order.
 * A number that JavaScript does not hold exactly is NaN, which everything refuses (promise S-13).
 */
export type Value =
  | null
  | boolean
  | number
  | string
  | readonly Value[]
  | ValueMap
  | ReadonlySet<string | null>;

export type ValueMap = ReadonlyMap<string, Value>;

/** A value, and whether anything in it must never be shown. */
export interface MarkedValue {
  readonly value: Value;
  readonly isSensitive: boolean;
}

export const isList = (value: Value): value is readonly Value[] => Array.isArray(value);
export const isMap = (value: Value): value is ValueMap => value instanceof Map;
export const isSet = (value: Value): value is ReadonlySet<string | null> => value instanceof Set;

/** Returns a value as JSON. */
export function toJson(value: Value): JsonValue {
  if (isList(value)) return value.map(toJson);
  if (isSet(value)) return [...value];
  return isMap(value) ? Object.fromEntries([...value].map(([key, field]) => [key, toJson(field)])) : value;
}

/** Returns a field of an object; of anything else, null. */
export function getField(value: Value, name: string): Value {
  return (isMap(value) ? value.get(name) : null) ?? null;
}

/** Names the kind of a value for a message. */
export function describeKind(value: Value): string {
  if (value === null) return "null";
  if (isList(value)) return "a list";
  if (isSet(value)) return "a set";
  if (isMap(value)) return "an object";
  return typeof value === "boolean" ? "a bool" : `a ${typeof value}`;
}
