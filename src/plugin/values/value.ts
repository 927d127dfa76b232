import type { TfNumber } from "./tf-number";

/** Brand of {@link UNKNOWN}. */
export class UnknownValue {
  /** Private, so that nothing else has the shape of this class. */
  readonly #label = "(unknown)";
  /** Shown in logs and by test runners. */
  toJSON(): string {
    return this.#label;
  }
}

/** A value that Terraform does not know yet: "known after apply". */
export const UNKNOWN = new UnknownValue();

/** A value of an attribute of type dynamic: it carries its own type. */
export class DynamicValue {
  /** Type of the value as Terraform's JSON type expression: `"string"`, `["list", "number"]`, … */
  readonly type: unknown;
  /** The value, decoded by that type. */
  readonly value: Value;

  constructor(type: unknown, value: Value) {
    this.type = type;
    this.value = value;
  }
}

/** An object or map: attribute or key to value. A Map, so that no key of foreign data reaches a prototype. */
export type ObjectValue = ReadonlyMap<string, Value>;

/**
 * Any Terraform value. Null, unknown and known are always distinct. Strings are in Unicode NFC. Lists, sets
 * and tuples are arrays; objects and maps are Maps.
 */
export type Value =
  | null
  | UnknownValue
  | boolean
  | string
  | TfNumber
  | DynamicValue
  | readonly Value[]
  | ObjectValue;

/** A value that may be absent or not known yet, as every attribute of a configuration may be. */
export type Maybe<Known> = Known | null | UnknownValue;

/** Tells whether a value is the placeholder of one that Terraform does not know yet. */
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
