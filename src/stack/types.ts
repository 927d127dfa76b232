import { TIMED_OPERATIONS } from "../queue/check-attributes";
import { REPOSITORY_PARTS } from "../queue/queue-identity";
import { SETTINGS } from "../queue/settings";
import { toCanonicalDecimal, tryReadNumber } from "../text/decimal";
import { quote } from "../text/quote";
import { suggestName } from "../text/suggest-name";
import { UnreadError } from "./unread-error";
import { describeKind, getField, isList, isMap, isSet, type StackValue } from "./values";

/** Converts a value to a type as Terraform does. Keeps null. @throws UnreadError for the wrong type */
export type Converter = (value: StackValue) => StackValue;

/** The type `any`, which keeps every value. */
export const toAny: Converter = (value) => value;

const toString: Converter = (value) => (value === null ? null : toText(value));

const toNumber: Converter = (value) => {
  const number = typeof value === "string" ? tryReadNumber(value) : value;
  return typeof number === "number" || number === null ? number : mismatch(value, "a number");
};

const toBool: Converter = (value) => {
  if (value === null || typeof value === "boolean") return value;
  if (value === "true" || value === "1") return true;
  return value === "false" || value === "0" ? false : mismatch(value, "a bool");
};

/** Converts a list to a set, sorted by UTF-8 bytes as in Terraform. */
const toSet: Converter = (value) => {
  if (!isList(value) && !isSet(value)) return value === null ? null : mismatch(value, "a set");
  const items = [...value.values()].map(toString) as (string | null)[];
  return new Set(items.sort((a, b) => Buffer.compare(Buffer.from(a ?? ""), Buffer.from(b ?? ""))));
};

function toListOf(convert: Converter): Converter {
  return (value) => {
    if (isList(value) || isSet(value)) return [...value.values()].map(convert);
    return value === null ? null : mismatch(value, "a list");
  };
}

function toMapOf(convert: Converter, kind = "a map"): Converter {
  return (value) => {
    if (isMap(value)) return new Map([...value].map(([key, item]) => [key, convert(item)]));
    return value === null ? null : mismatch(value, kind);
  };
}

function toObjectOf(fields: readonly string[]): Converter {
  return (value) => {
    if (!isMap(value)) return value === null ? null : mismatch(value, "an object");
    if ([...value.keys()].some((name) => !fields.includes(name)))
      throw new UnreadError(`its only attributes are ${fields.join(", ")}`);
    return new Map(fields.map((name) => [name, toString(getField(value, name))]));
  };
}

export const PRIMITIVES = { string: toString, number: toNumber, bool: toBool };

const TYPES: ReadonlyMap<string, Converter> = new Map<string, Converter>([
  ["any", toAny],
  ["set(string)", toSet],
  ...Object.entries(PRIMITIVES).flatMap(([name, convert]): [string, Converter][] => [
    [name, convert],
    [`list(${name})`, toListOf(convert)],
    [`map(${name})`, toMapOf(convert)],
  ]),
]);

const SETTING_TYPES = {
  integer: toNumber,
  boolean: toBool,
  enum: toString,
  string: toString,
  stringSet: toSet,
  rules: toListOf(toObjectOf(["target_pattern", "policy"])),
};

/** Types of the attributes of `mergequeue_queue` by Terraform name, in the schema's order. */
export const QUEUE_ATTRIBUTES: ReadonlyMap<string, Converter> = new Map<string, Converter>([
  ["repo", toObjectOf(REPOSITORY_PARTS)],
  ["target_branch", toString],
  ...SETTINGS.map(({ attribute, kind }) => [attribute, SETTING_TYPES[kind]] as const),
  ["deletion_policy", toString],
  ["on_existing", toString],
  ["additional_settings", toMapOf(toAny, "an object")],
  ["timeouts", toObjectOf(TIMED_OPERATIONS)],
]);

/** Converts the value of a queue's attribute. @throws UnreadError for a wrong type or an unknown name */
export function convertAttribute(name: string, value: StackValue): StackValue {
  const convert = QUEUE_ATTRIBUTES.get(name);
  if (convert !== undefined) return convert(value);
  const suggestion = suggestName(name, QUEUE_ATTRIBUTES.keys());
  throw new UnreadError(`a queue has no attribute ${quote(name)}.${suggestion}`);
}

/** Parses a variable's type. Older CDKs write `${string}` for `string`. @returns undefined if unsupported */
export function parseVariableType(text: string): Converter | undefined {
  return TYPES.get(text.replace(/^\$\{|\}$|\s/g, ""));
}

/** Applies `tolist` or `toset` to strings. @throws UnreadError for items of other types */
export function convertStrings(value: StackValue, kind: "list" | "set"): StackValue {
  if (isList(value) && value.some((item) => item !== null && typeof item !== "string"))
    throw new UnreadError("only lists and sets of strings are read here");
  return kind === "set" ? toSet(value) : toListOf(toString)(value);
}

/** Converts a string, number or bool to text, as Terraform does. @throws UnreadError for other values */
export function toText(value: StackValue): string {
  if (typeof value === "string" || typeof value === "boolean") return String(value);
  const digits = typeof value === "number" ? toCanonicalDecimal(String(value)) : undefined;
  return digits === undefined || digits.includes("e") ? mismatch(value, "a string") : digits;
}

function mismatch(value: StackValue, wanted: string): never {
  const kind = typeof value === "string" ? "this string" : describeKind(value);
  throw new UnreadError(`${wanted} is required, not ${kind}`);
}
