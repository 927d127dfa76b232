import type { ObjectType } from "./schema";
import type { TfNumber } from "./tf-number";
import { ValueError } from "./value-error";

/** The class of {@link UNKNOWN}. */
export class UnknownValue {
  /** A private field, so that TypeScript accepts no other type as this class. */
  readonly #label = "(unknown)";
  /** Returns the name that logs and test runners show. */
  toJSON(): string {
    return this.#label;
  }
}

/** A value that Terraform does not know yet: "known after apply". */
export const UNKNOWN = new UnknownValue();

/** A value of a dynamic attribute, with the value's type. */
export class DynamicValue {
  /** The value's type, as parsed JSON of a Terraform type expression: `"string"`, `["list", "number"]`, … */
  readonly type: unknown;
  readonly value: Value;

  constructor(type: unknown, value: Value) {
    this.type = type;
    this.value = value;
  }
}

/** A Terraform object or map. It is a Map, so that no key from outside can reach a prototype. */
export type ObjectValue = ReadonlyMap<string, Value>;

/** Any Terraform value. Strings are in NFC. An array is a list, set or tuple. A Map is an object or map. */
export type Value =
  | null
  | UnknownValue
  | boolean
  | string
  | TfNumber
  | DynamicValue
  | readonly Value[]
  | ObjectValue;

/** A value that may be null or unknown, like every attribute of a configuration. */
export type Maybe<Known> = Known | null | UnknownValue;

/** Tells whether Terraform does not know the value yet. */
export function isUnknown(value: Value): value is UnknownValue {
  return value instanceof UnknownValue;
}

/** Tells whether a value is a list, set or tuple: neither null nor unknown. */
export function isListValue(value: Value): value is readonly Value[] {
  return Array.isArray(value);
}

/** Tells whether a value is an object or map: neither null nor unknown. */
export function isObjectValue(value: Value): value is ObjectValue {
  return value instanceof Map;
}

/** Tells whether a value and all values inside it are known. */
export function isWhollyKnown(value: Value): boolean {
  if (isUnknown(value)) return false;
  if (isListValue(value)) return value.every(isWhollyKnown);
  if (isObjectValue(value)) return [...value.values()].every(isWhollyKnown);
  return value instanceof DynamicValue ? isWhollyKnown(value.value) : true;
}

/** Makes an object. Missing attributes become null. @throws ValueError for an unknown attribute */
export function makeObject(type: ObjectType, given: { readonly [name: string]: Value }): ObjectValue {
  const object = new Map<string, Value>(Object.keys(type.object).map((name) => [name, null]));
  for (const [name, value] of Object.entries(given)) {
    if (!object.has(name)) throw new ValueError([{ attribute: name }], "unsupported attribute.");
    object.set(name, value);
  }
  return object;
}

/** Maximum nesting of values, types and encodings. Recursion to this depth fits on any stack. */
export const MAX_DEPTH = 500;
