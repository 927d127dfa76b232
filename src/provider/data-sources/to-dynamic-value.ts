import { normalizeText } from "../../plugin/values/normalize-text";
import { TfNumber } from "../../plugin/values/tf-number";
import type { Value } from "../../plugin/values/value";
import { DynamicValue } from "../../plugin/values/value";

/** How deep a value is shown: far beyond any answer, and shallow enough for every reader of a state. */
const MAX_DEPTH = 50;

/** A value and Terraform's JSON type expression of it. */
interface Typed {
  readonly type: unknown;
  readonly value: Value;
}

const NULL: Typed = { type: "dynamic", value: null };

/**
 * Answers fields of a service's JSON as a value of type dynamic, with objects and tuples as `jsondecode` makes
 * them. Null is what Terraform cannot hold exactly: integers beyond 2^53, and whatever is nested deeper than 50.
 * @param fields - by wire name, as `JSON.parse` answers them
 * @returns null if there are none
 */
export function toDynamicValue(fields: { readonly [wireName: string]: unknown }): DynamicValue | null {
  const { type, value } = toTypedObject(fields, 0);
  return value instanceof Map && value.size > 0 ? new DynamicValue(type, value) : null;
}

function toTyped(json: unknown, depth: number): Typed {
  switch (typeof json) {
    case "string":
      return { type: "string", value: json };
    case "boolean":
      return { type: "bool", value: json };
    case "number": {
      const isExact = Number.isFinite(json) && (!Number.isInteger(json) || Number.isSafeInteger(json));
      return isExact ? { type: "number", value: TfNumber.of(json) } : NULL;
    }
    case "object":
      if (json === null || depth > MAX_DEPTH) return NULL;
      return Array.isArray(json)
        ? toTypedTuple(json as readonly unknown[], depth)
        : toTypedObject(json as { readonly [name: string]: unknown }, depth);
    default:
      return NULL;
  }
}

function toTypedTuple(json: readonly unknown[], depth: number): Typed {
  const items = json.map((item) => toTyped(item, depth + 1));
  return { type: ["tuple", items.map(({ type }) => type)], value: items.map(({ value }) => value) };
}

function toTypedObject(json: { readonly [name: string]: unknown }, depth: number): Typed {
  const entries = new Map<string, Typed>();
  for (const [name, item] of Object.entries(json)) {
    // No decoder of ours, and few of others, take such a key (promise S-12).
    if (name !== "__proto__") entries.set(normalizeText(name), toTyped(item, depth + 1));
  }
  return {
    type: ["object", Object.fromEntries([...entries].map(([name, { type }]) => [name, type]))],
    value: new Map([...entries].map(([name, { value }]) => [name, value])),
  };
}
