import type { JsonValue } from "../queue/additional-settings";

/**
 * Arrays are lists or tuples. Maps are maps or objects. Sets are sorted. NaN stands for a number that
 * JavaScript cannot represent exactly.
 */
export type StackValue =
  | null
  | boolean
  | number
  | string
  | readonly StackValue[]
  | ValueMap
  | ReadonlySet<string | null>;

export type ValueMap = ReadonlyMap<string, StackValue>;

/** A value. `isSensitive` tells whether any part of it must never be shown. */
export interface MarkedValue {
  readonly value: StackValue;
  readonly isSensitive: boolean;
}

export const isList = (value: StackValue): value is readonly StackValue[] => Array.isArray(value);
export const isMap = (value: StackValue): value is ValueMap => value instanceof Map;
export const isSet = (value: StackValue): value is ReadonlySet<string | null> => value instanceof Set;

export function toJson(value: StackValue): JsonValue {
  if (isList(value)) return value.map(toJson);
  if (isSet(value)) return [...value];
  return isMap(value) ? Object.fromEntries([...value].map(([key, field]) => [key, toJson(field)])) : value;
}

/** Returns a field of an object, or null for any other value. */
export function getField(value: StackValue, name: string): StackValue {
  return (isMap(value) ? value.get(name) : null) ?? null;
}

export function describeKind(value: StackValue): string {
  if (value === null) return "null";
  if (isList(value)) return "a list";
  if (isSet(value)) return "a set";
  if (isMap(value)) return "an object";
  return typeof value === "boolean" ? "a bool" : `a ${typeof value}`;
}
