import { TfNumber } from "../plugin/values/tf-number";
import { DynamicValue, type Value } from "../plugin/values/value";
import { isExactNumber } from "../queue/additional-settings";
import { normalizeText } from "../text/normalize-text";

/** How deep a value is shown: far beyond any answer, and shallow enough for every reader of a state. */
const MAX_DEPTH = 50;

/** A value and Terraform's JSON type expression of it. */
export interface TypedValue {
  readonly type: unknown;
  readonly value: Value;
}

const NULL: TypedValue = { type: "dynamic", value: null };

/**
 * Returns a service's JSON as a value with its type, objects and tuples as `jsondecode` makes them. Null is what
 * Terraform cannot hold exactly: integers beyond 2^53, and whatever is nested deeper than 50.
 * @param json - as `JSON.parse` returns it
 * @param depth - how deep it stands already
 */
export function toTypedValue(json: unknown, depth = 0): TypedValue {
  switch (typeof json) {
    case "string":
      return { type: "string", value: json };
    case "boolean":
      return { type: "bool", value: json };
    case "number":
      return isExactNumber(json) ? { type: "number", value: TfNumber.of(json) } : NULL;
    case "object":
      if (json === null || depth > MAX_DEPTH) return NULL;
      return Array.isArray(json)
        ? toTypedTuple((json as readonly unknown[]).map((item) => toTypedValue(item, depth + 1)))
        : toTypedObject(Object.entries(json).map(([name, item]) => [name, toTypedValue(item, depth + 1)]));
    default:
      return NULL;
  }
}

function toTypedTuple(items: readonly TypedValue[]): TypedValue {
  return { type: ["tuple", items.map(({ type }) => type)], value: items.map(({ value }) => value) };
}

/** Makes an object of its attributes. A name that no decoder takes, `__proto__`, is left out (promise S-12). */
export function toTypedObject(attributes: readonly (readonly [string, TypedValue])[]): TypedValue {
  // Names that are the same after normalisation are one attribute, the last one.
  const entries = new Map(
    attributes
      .filter(([name]) => name !== "__proto__")
      .map(([name, attribute]) => [normalizeText(name), attribute]),
  );
  return {
    type: ["object", Object.fromEntries([...entries].map(([name, { type }]) => [name, type]))],
    value: new Map([...entries].map(([name, { value }]) => [name, value])),
  };
}

/**
 * Returns fields of a service's JSON as a value of type dynamic; see {@link toTypedValue}.
 * @param fields - by wire name, as `JSON.parse` returns them
 * @returns null if there are none
 */
export function toDynamicValue(fields: { readonly [wireName: string]: unknown }): DynamicValue | null {
  const { type, value } = toTypedValue(fields);
  return value instanceof Map && value.size > 0 ? new DynamicValue(type, value) : null;
}
