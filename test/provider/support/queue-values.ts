import type { Schema } from "../../../src/plugin/schema";
import { TfNumber } from "../../../src/plugin/tf-number";
import { toObjectType } from "../../../src/plugin/to-object-type";
import {
  DynamicValue,
  isUnknown,
  makeObject,
  type ObjectValue,
  UnknownValue,
  type Value,
} from "../../../src/plugin/value";
import { QUEUE_SCHEMA } from "../../../src/provider/queue-schema";
import { ALL_SETTINGS, SETTINGS_SHOWN as SHOWN, toAttributes } from "../../support/all-settings";

/** What tests write in place of a Terraform value. */
export type Plain =
  | null
  | boolean
  | number
  | string
  | UnknownValue
  | TfNumber
  | DynamicValue
  | readonly Plain[]
  | { readonly [name: string]: Plain };

export type Attributes = { readonly [name: string]: Plain };

/** The identity of the tests' queue as attributes. */
export const IDENTITY = {
  repo: { host: "github.com", owner: "acme", name: "web" },
  target_branch: "main",
} as const;

/** Every setting as attributes, as a service with only those of the interface shows them. */
export const SETTINGS_SHOWN = {
  ...toAttributes(Object.fromEntries(Object.keys(ALL_SETTINGS).map((name) => [name, null]))),
  ...toAttributes(SHOWN),
} as Attributes;

function toValue(plain: Plain): Value {
  if (plain === null || typeof plain === "boolean" || typeof plain === "string") return plain;
  if (typeof plain === "number") return TfNumber.of(plain);
  if (plain instanceof TfNumber || plain instanceof UnknownValue || plain instanceof DynamicValue)
    return plain;
  if (isPlainList(plain)) return plain.map(toValue);
  return new Map(Object.entries(plain).map(([name, value]) => [name, toValue(value)]));
}

function isPlainList(plain: Plain): plain is readonly Plain[] {
  return Array.isArray(plain);
}

/** Makes a value of `additional_settings`: an object of numbers, texts, booleans, nulls, lists of texts. */
export function additional(settings: {
  readonly [name: string]: null | boolean | number | string | readonly string[];
}): DynamicValue {
  const typeOf = (value: unknown): unknown => {
    if (value === null) return "dynamic";
    if (Array.isArray(value)) return ["tuple", value.map(typeOf)];
    return typeof value === "boolean" ? "bool" : typeof value;
  };
  const types = Object.entries(settings).map(([name, value]) => [name, typeOf(value)]);
  return new DynamicValue(["object", Object.fromEntries(types)], toValue(settings));
}

/** Creates an object of a schema; missing attributes are null. */
export function objectOf(schema: Schema, attributes: Attributes): ObjectValue {
  const given = Object.entries(attributes).map(([name, value]) => [name, toValue(value)]);
  return makeObject(toObjectType(schema.attributes), Object.fromEntries(given) as Record<string, Value>);
}

/** Creates a configuration of the tests' queue; missing attributes are null. */
export function config(attributes: Attributes = {}): ObjectValue {
  return objectOf(QUEUE_SCHEMA, { ...IDENTITY, ...attributes });
}

/** Creates a state of the tests' queue; missing attributes have the service's values. */
export function state(attributes: Attributes = {}): ObjectValue {
  return config({ id: "github.com/acme/web/main", ...SETTINGS_SHOWN, ...attributes });
}

/**
 * Turns a Terraform value into what a test compares with: unknown is `"?"`, a number that is safe a number, a
 * dynamic value its type and itself.
 */
function toPlain(value: Value): unknown {
  if (isUnknown(value)) return "?";
  if (value instanceof TfNumber) return value.toSafeInteger() ?? value.text;
  if (Array.isArray(value)) return (value as readonly Value[]).map(toPlain);
  if (value instanceof Map) return toPlainObject(value as ObjectValue);
  if (value instanceof DynamicValue) return { dynamic: value.type, value: toPlain(value.value) };
  return value;
}

/** As {@link toPlain}, for an object; null attributes are kept. */
export function toPlainObject(object: ObjectValue): { readonly [name: string]: unknown } {
  return Object.fromEntries([...object].map(([name, value]) => [name, toPlain(value)]));
}
