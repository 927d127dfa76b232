import { toCanonicalDecimal, tryReadNumber } from "../text/decimal";
import { UnreadError } from "./unread-error";
import { describeKind, getField, isList, isMap, isSet, type Value } from "./values";

const PRIMITIVES = ["string", "number", "bool"] as const;

type Primitive = (typeof PRIMITIVES)[number];

/** A type of Terraform's language; `any` takes every value as it is. Named fields of an object are strings or null. */
export type TfType =
  | Primitive
  | "any"
  | { readonly kind: "list"; readonly element: Primitive }
  | { readonly kind: "map"; readonly element: Primitive }
  | { readonly kind: "set"; readonly element: "string" }
  | { readonly kind: "object"; readonly fields: readonly string[] | "any" };

/** The types of variables that are read. */
const TYPES: ReadonlyMap<string, TfType> = new Map<string, TfType>([
  ["any", "any"],
  ["set(string)", { kind: "set", element: "string" }],
  ...PRIMITIVES.flatMap((element): [string, TfType][] => [
    [element, element],
    [`list(${element})`, { kind: "list", element }],
    [`map(${element})`, { kind: "map", element }],
  ]),
]);

/** Parses the type of a variable. Older versions of the CDK write `${string}`. @returns undefined if it is not read here */
export function parseType(text: string): TfType | undefined {
  return TYPES.get(text.replace(/^\$\{|\}$|\s/g, ""));
}

/**
 * Converts a value to a type by Terraform's rules. Null is null in every type.
 * @throws UnreadError that names the kind of the value, never the value
 */
export function convertValue(value: Value, type: TfType): Value {
  if (value === null || type === "any") return value;
  if (type === "string") return toText(value);
  if (type === "number") return toNumber(value);
  if (type === "bool") return toBool(value);
  if (type.kind === "list" || type.kind === "set") {
    if (!isList(value) && !isSet(value)) return mismatch(value, `a ${type.kind}`);
    const items = [...value.values()].map((item) => convertValue(item, type.element));
    return type.kind === "list" ? items : toSet(items);
  }
  if (!isMap(value)) return mismatch(value, type.kind === "map" ? "a map" : "an object");
  if (type.kind === "map")
    return new Map([...value].map(([key, item]) => [key, convertValue(item, type.element)]));
  const { fields } = type;
  if (fields === "any") return value;
  if ([...value.keys()].some((name) => !fields.includes(name)))
    throw new UnreadError(`its only attributes are ${fields.join(", ")}`);
  return new Map(fields.map((name) => [name, convertValue(getField(value, name), "string")]));
}

/**
 * Converts a value as `tolist` and `toset` do.
 * @throws UnreadError unless all elements are strings: for others, Terraform looks for a type that suits all
 */
export function convertStrings(value: Value, kind: "list" | "set"): Value {
  const items: readonly Value[] = isList(value) || isSet(value) ? [...value.values()] : [];
  if (items.some((item) => item !== null && typeof item !== "string"))
    throw new UnreadError("only lists and sets of strings are read here");
  return convertValue(value, { kind, element: "string" });
}

/** Returns a string, number or bool as Terraform writes it into strings. @throws UnreadError for other values */
export function toText(value: Value): string {
  if (typeof value === "string" || typeof value === "boolean") return String(value);
  const digits = typeof value === "number" ? toCanonicalDecimal(String(value)) : undefined;
  return digits === undefined || digits.includes("e") ? mismatch(value, "a string") : digits;
}

function toNumber(value: Value): number {
  const number = typeof value === "string" ? tryReadNumber(value) : value;
  return typeof number === "number" ? number : mismatch(value, "a number");
}

function toBool(value: Value): boolean {
  if (typeof value === "boolean") return value;
  if (value === "true" || value === "1") return true;
  return value === "false" || value === "0" ? false : mismatch(value, "a bool");
}

/** Terraform sorts by the bytes of UTF-8. */
function toSet(strings: readonly Value[]): Value {
  const items = strings as readonly (string | null)[];
  return new Set(items.toSorted((a, b) => Buffer.compare(Buffer.from(a ?? ""), Buffer.from(b ?? ""))));
}

function mismatch(value: Value, wanted: string): never {
  const kind = typeof value === "string" ? "this string" : describeKind(value);
  throw new UnreadError(`${wanted} is required, not ${kind}`);
}
