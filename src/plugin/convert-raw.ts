import { normalizeText } from "../text/normalize-text";
import type { PathStep } from "./diagnostic";
import { distinctElements } from "./fingerprint-value";
import type { AttributeType, ObjectType } from "./schema";
import { TfNumber } from "./tf-number";
import { parseType } from "./type-expression";
import { DynamicValue, MAX_DEPTH, type ObjectValue, UNKNOWN, UnknownValue, type Value } from "./value";
import { locateError, ValueError } from "./value-error";

/** What differs between the sources of raw values: MessagePack, JSON, and an earlier conversion. */
export interface RawFormat {
  /** Returns a dynamic value's type (parsed JSON) and raw value. Returns undefined or throws if invalid. */
  readonly splitDynamic: (raw: unknown) => { type: unknown; value: unknown } | undefined;
  /** If true, missing attributes become null and unknown ones are dropped. If false, both are errors. */
  readonly isLenient: boolean;
  /** Whether a number may also be a token: a JavaScript number, a bigint, or decimal text. */
  readonly takesTokens: boolean;
}

/** Converts a raw value to a type. Normalizes strings. Drops duplicates in sets. @throws ValueError */
export function convertRaw(raw: unknown, type: AttributeType, format: RawFormat, depth = 0): Value {
  if (depth > MAX_DEPTH) throw new ValueError([], `nested more than ${MAX_DEPTH} deep.`);
  if (raw === null) return null;
  if (raw instanceof UnknownValue) return UNKNOWN;
  if (typeof type === "string") return convertScalar(raw, type, format, depth);
  if ("object" in type) return convertObject(expectFields(raw, "an object"), type, format, depth + 1);
  if ("map" in type) return convertMap(expectFields(raw, "a map"), type.map, format, depth + 1);
  if ("list" in type) {
    const items = expectItems(raw, "a list");
    const inside = { format, depth: depth + 1, step: "index" } as const;
    return items.map((item, index) => convertPart(item, type.list, inside, index));
  }
  if ("set" in type) {
    const items = expectItems(raw, "a set").map((item) => convertRaw(item, type.set, format, depth + 1));
    return distinctElements(items, type.set);
  }
  const items = expectItems(raw, "a tuple");
  if (items.length !== type.tuple.length)
    throw new ValueError([], `a tuple of length ${type.tuple.length} is required, got ${items.length}.`);
  const inside = { format, depth: depth + 1, step: "index" } as const;
  return type.tuple.map((itemType, index) => convertPart(items[index], itemType, inside, index));
}

interface Inside {
  readonly format: RawFormat;
  readonly depth: number;
  readonly step: "attribute" | "index" | "key";
}

function convertPart(raw: unknown, type: AttributeType, inside: Inside, at: string | number): Value {
  const { format, depth, step } = inside;
  try {
    return convertRaw(raw, type, format, depth);
  } catch (error) {
    // Made only for an error, because parts are many.
    throw locateError(error, { [step]: at } as unknown as PathStep);
  }
}

function convertMap(raw: Fields, type: AttributeType, format: RawFormat, depth: number): ObjectValue {
  const map = new Map<string, Value>();
  const inside = { format, depth, step: "key" } as const;
  for (const [key, item] of raw) {
    // Our own decoder refuses the key, and so do others.
    if (key === "__proto__") throw new ValueError([{ key }], "the key __proto__ is not allowed.");
    map.set(key, convertPart(item, type, inside, key));
  }
  return map;
}

function convertObject(raw: Fields, type: ObjectType, format: RawFormat, depth: number): ObjectValue {
  const object = new Map<string, Value>();
  const inside = { format, depth, step: "attribute" } as const;
  for (const [name, itemType] of Object.entries(type.object)) {
    const item = raw.get(name);
    if (item === undefined && !format.isLenient)
      throw new ValueError([{ attribute: name }], "the attribute is missing.");
    object.set(name, convertPart(item ?? null, itemType, inside, name));
  }
  const others = format.isLenient ? [] : [...raw.keys()].filter((name) => !object.has(name));
  for (const attribute of others) throw new ValueError([{ attribute }], "unsupported attribute.");
  return object;
}

type ScalarType = Extract<AttributeType, string>;

function convertScalar(raw: unknown, type: ScalarType, format: RawFormat, depth: number): Value {
  if (type === "string" && typeof raw === "string") return normalizeText(raw);
  if (type === "bool" && typeof raw === "boolean") return raw;
  if (type === "number") {
    const isToken = typeof raw === "number" || typeof raw === "bigint" || typeof raw === "string";
    const number = isToken && format.takesTokens ? TfNumber.tryFromToken(raw) : raw;
    if (number instanceof TfNumber) return number;
  }
  const parts = type === "dynamic" ? format.splitDynamic(raw) : undefined;
  if (parts === undefined) throw createMismatch(`a ${type}`, raw);
  return new DynamicValue(parts.type, convertRaw(parts.value, parseType(parts.type), format, depth));
}

function expectItems(raw: unknown, kind: string): readonly unknown[] {
  if (!Array.isArray(raw)) throw createMismatch(kind, raw);
  return raw as readonly unknown[];
}

type Fields = ReadonlyMap<string, unknown>;

function expectFields(raw: unknown, kind: string): Fields {
  if (!(raw instanceof Map || isRawObject(raw))) throw createMismatch(kind, raw);
  const fields = raw instanceof Map ? [...(raw as Fields)] : Object.entries(raw);
  return new Map(fields.map(([name, item]) => [normalizeText(name), item]));
}

/** The message names only the kind of the raw value, because the value itself may be sensitive. */
function createMismatch(wanted: string, raw: unknown): ValueError {
  return new ValueError([], `${wanted} is required, not ${describeRaw(raw)}.`);
}

function describeRaw(raw: unknown): string {
  if (Array.isArray(raw)) return "a list";
  if (raw instanceof Uint8Array) return "bytes";
  if (raw instanceof Map || isRawObject(raw)) return "an object";
  if (raw instanceof DynamicValue) return "a dynamic value";
  if (typeof raw === "boolean") return "a bool";
  return typeof raw === "string" ? "a string" : "a number";
}

/** Tells whether a raw value is a plain object. It may inherit properties: callers must read only its own. */
export function isRawObject(raw: unknown): raw is { readonly [key: string]: unknown } {
  if (typeof raw !== "object" || raw === null) return false;
  const prototype: unknown = Object.getPrototypeOf(raw);
  return prototype === Object.prototype || prototype === null;
}
