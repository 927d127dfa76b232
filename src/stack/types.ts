import { toCanonicalDecimal } from "../text/decimal";
import { UnreadError } from "./unread-error";
import type { PlainValue, Value } from "./values";
import { describeKind, hasSensitive, isList, isMap, isSet, mark, tryReadNumber, unmark } from "./values";

type Primitive = "string" | "number" | "bool" | "any";

/** A type of Terraform's language; `any` takes every value as it is. An object has these fields, strings or null. */
export type TfType =
  | Primitive
  | { readonly kind: "list" | "set" | "map"; readonly element: Primitive }
  | { readonly kind: "object"; readonly fields: readonly string[] };

/** The types that are read: primitives, and lists, sets and maps of them. Older versions of the CDK wrap types. */
const TYPE = /^(?:\$\{)?(?:(list|set|map)\()?(string|number|bool|any)(\))?\}?$/;

/** Parses the type of a variable: `string`, `list(number)`. Returns undefined if it is not read here. */
export function parseType(text: string): TfType | undefined {
  const [, kind, element, end] = TYPE.exec(text.replace(/\s/g, "")) ?? [];
  if (element === undefined || (kind === undefined) !== (end === undefined)) return undefined;
  return (kind === undefined ? element : { kind, element }) as TfType;
}

/**
 * Converts a value to a type by Terraform's rules. Null is null in every type; marks are kept.
 * @throws UnreadError that names the kind of the value, never the value
 */
export function convertValue(marked: Value, type: TfType): Value {
  const { plain, isSensitive } = unmark(marked);
  return plain === null || type === "any" ? marked : mark(convertPlain(plain, type), isSensitive);
}

function convertPlain(value: Exclude<PlainValue, null>, type: Exclude<TfType, "any">): Value {
  if (type === "string") return toText(value);
  if (type === "number") return toNumber(value);
  if (type === "bool") return toBool(value);
  if (type.kind === "list" || type.kind === "set") {
    if (!isList(value) && !isSet(value)) return mismatch(value, `a ${type.kind}`);
    const items = convertElements([...value.values()], type.element);
    return type.kind === "list" ? items : toSet(items);
  }
  if (!isMap(value)) return mismatch(value, type.kind === "map" ? "a map" : "an object");
  if (type.kind === "object")
    return new Map(type.fields.map((name) => [name, convertValue(value.get(name) ?? null, "string")]));
  const elements = convertElements([...value.values()], type.element);
  return new Map([...value.keys()].map((key, at) => [key, elements[at] ?? null]));
}

/** Returns a string, number or bool as Terraform writes it into strings. @throws UnreadError for other values */
export function toText(value: PlainValue): string {
  if (typeof value === "string" || typeof value === "boolean") return String(value);
  const digits = typeof value === "number" ? toCanonicalDecimal(String(value)) : undefined;
  return digits === undefined || digits.includes("e") ? mismatch(value, "a string") : digits;
}

function toNumber(value: PlainValue): number {
  const number = typeof value === "string" ? tryReadNumber(value) : value;
  return typeof number === "number" ? number : mismatch(value, "a number");
}

function toBool(value: PlainValue): boolean {
  if (typeof value === "boolean") return value;
  if (value === "true" || value === "1") return true;
  return value === "false" || value === "0" ? false : mismatch(value, "a bool");
}

function toSet(items: readonly Value[]): Value {
  const plain = items.map((item) => unmark(item).plain);
  const strings = plain.filter((item) => typeof item === "string");
  const nulls = plain.filter((item) => item === null);
  if (strings.length + nulls.length < items.length)
    throw new UnreadError("only sets of strings are read here");
  return mark(new Set([...strings.sort(compareBytes), ...nulls]), items.some(hasSensitive));
}

/** Where any type suits, Terraform looks for one that suits all elements; here they must have it already. */
function convertElements(items: readonly Value[], type: TfType): readonly Value[] {
  if (type !== "any") return items.map((item) => convertValue(item, type));
  const kinds = new Set(items.map(describeKind));
  kinds.delete("null");
  const [kind = "a string"] = kinds;
  if (items.length > 1 && (kinds.size > 1 || !["a string", "a number", "a bool"].includes(kind)))
    throw new UnreadError(
      "all elements must be strings, all numbers or all bools, or the type must say more",
    );
  return items;
}

function mismatch(value: Value, wanted: string): never {
  const kind = typeof value === "string" ? "this string" : describeKind(value);
  throw new UnreadError(`${wanted} is required, not ${kind}`);
}

/** Terraform sorts by the bytes of UTF-8. */
function compareBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
