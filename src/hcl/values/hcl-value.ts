import { refused } from "../expression-error";
import { compareText } from "./compare-text";
import { HclNumber } from "./hcl-number";

/** A value of Terraform's language. */
export type HclValue = PlainValue | Unresolved | Sensitive;

/** A value that is there and open; what is in a list or map may still be neither. */
export type PlainValue = null | boolean | string | HclNumber | HclList | HclMap;

/** A type of Terraform's language; `any` takes every value as it is. */
export type HclType =
  | "any"
  | "string"
  | "number"
  | "bool"
  | { readonly kind: "list" | "set" | "map"; readonly element: HclType }
  | { readonly kind: "tuple"; readonly elements: readonly HclType[] }
  | { readonly kind: "object"; readonly fields: ReadonlyMap<string, ObjectField> };

/** A field of an object type. */
export interface ObjectField {
  readonly type: HclType;
  readonly isOptional: boolean;
  /** What an optional field is where it is left out or null; null unless the type says so. */
  readonly fallback: HclValue;
}

/** Most that a value may hold, everything in it counted, and the depth to which it may be nested. */
const MAX_VALUE_SIZE = 200_000;
const MAX_VALUE_DEPTH = 100;

/** Stands for a value that only Terraform knows, or that nobody has given. */
export class Unresolved {
  /** Why it has no value and what to do, as a clause. */
  readonly reason: string;

  constructor(reason: string) {
    this.reason = reason;
  }
}

/** A value that must not be shown. */
export class Sensitive {
  readonly value: PlainValue | Unresolved;

  constructor(value: PlainValue | Unresolved) {
    this.value = value;
  }
}

/** What is known of everything within a value, so that nobody has to walk through it. */
interface Content {
  readonly size: number;
  readonly depth: number;
  readonly unresolved: Unresolved | undefined;
  readonly isSensitive: boolean;
}

const SCALAR: Content = { size: 1, depth: 0, unresolved: undefined, isSensitive: false };

/** A list, a set without duplicates in order, or a tuple. Make sets with `makeSet`. */
export class HclList {
  readonly kind: "list" | "set" | "tuple";
  readonly items: readonly HclValue[];
  /** Type of what would be in it, for a list or set that is empty; undefined where nobody has said. */
  readonly element: HclType | undefined;
  readonly content: Content;

  constructor(kind: "list" | "set" | "tuple", items: readonly HclValue[], element?: HclType) {
    this.kind = kind;
    this.items = items;
    this.element = element;
    this.content = survey(items);
  }
}

/** A map or an object; keys are in order. */
export class HclMap {
  readonly kind: "map" | "object";
  readonly fields: ReadonlyMap<string, HclValue>;
  /** Type of what would be in it, for a map that is empty; undefined where nobody has said. */
  readonly element: HclType | undefined;
  readonly content: Content;

  constructor(kind: "map" | "object", fields: Iterable<readonly [string, HclValue]>, element?: HclType) {
    this.kind = kind;
    this.element = element;
    this.fields = new Map([...new Map(fields)].sort(([a], [b]) => compareText(a, b)));
    this.content = survey(this.fields.values());
  }
}

/** Answers what is known of everything within a value. */
export function lookInto(value: HclValue): Content {
  if (value instanceof HclList || value instanceof HclMap) return value.content;
  if (value instanceof Sensitive) return { ...lookInto(value.value), isSensitive: true };
  if (value instanceof Unresolved) return { ...SCALAR, unresolved: value };
  const size = typeof value === "string" ? 1 + Math.floor(value.length / 64) : 1;
  return size === 1 ? SCALAR : { ...SCALAR, size };
}

/** Takes the mark off a value, not off what is in it. */
export function unmark(value: HclValue): {
  readonly value: PlainValue | Unresolved;
  readonly isSensitive: boolean;
} {
  return value instanceof Sensitive
    ? { value: value.value, isSensitive: true }
    : { value, isSensitive: false };
}

/** Takes all marks off a value and what is in it. */
export function unmarkDeep(marked: HclValue): PlainValue | Unresolved {
  const { value } = unmark(marked);
  if (value instanceof HclList && value.content.isSensitive) {
    return new HclList(value.kind, value.items.map(unmarkDeep), value.element);
  }
  if (value instanceof HclMap && value.content.isSensitive) {
    return new HclMap(
      value.kind,
      [...value.fields].map(([key, field]) => [key, unmarkDeep(field)]),
      value.element,
    );
  }
  return value;
}

/** Marks a value, if that is asked for and it is not marked yet. */
export function mark(value: HclValue, isSensitive: boolean): HclValue {
  return isSensitive && !(value instanceof Sensitive) ? new Sensitive(value) : value;
}

/** Names the kind of a value for a message: `a string`. */
export function describeKind(value: HclValue): string {
  const plain = unmark(value).value;
  if (plain === null) return "null";
  if (plain instanceof Unresolved) return "a value that is not known";
  if (plain instanceof HclNumber) return "a number";
  if (plain instanceof HclList || plain instanceof HclMap) {
    return plain.kind === "object" ? "an object" : `a ${plain.kind}`;
  }
  return typeof plain === "string" ? "a string" : "a bool";
}

function survey(values: Iterable<HclValue>): Content {
  let size = 1;
  let depth = 1;
  let unresolved: Unresolved | undefined;
  let isSensitive = false;
  for (const value of values) {
    const content = lookInto(value);
    size += content.size;
    depth = Math.max(depth, content.depth + 1);
    unresolved ??= content.unresolved;
    isSensitive ||= content.isSensitive;
  }
  if (size > MAX_VALUE_SIZE) throw refused(`a value holds more than ${MAX_VALUE_SIZE} others`);
  if (depth > MAX_VALUE_DEPTH) throw refused(`a value is nested deeper than ${MAX_VALUE_DEPTH} levels`);
  return { size, depth, unresolved, isSensitive };
}
