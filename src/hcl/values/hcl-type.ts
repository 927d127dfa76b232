import { HclNumber } from "./hcl-number";
import type { HclValue } from "./hcl-value";
import { HclList, Unresolved, unmark } from "./hcl-value";

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

/** Answers the type of a value; `any` for null and for what is not known. */
export function typeOf(marked: HclValue): HclType {
  const { value } = unmark(marked);
  if (value === null || value instanceof Unresolved) return "any";
  if (typeof value === "string") return "string";
  if (typeof value === "boolean") return "bool";
  if (value instanceof HclNumber) return "number";
  if (value instanceof HclList) return typeOfList(value);
  return value.kind === "map"
    ? { kind: "map", element: unifyTypes([...value.fields.values()].map(typeOf)) ?? "any" }
    : {
        kind: "object",
        fields: new Map([...value.fields].map(([key, field]) => [key, required(typeOf(field))])),
      };
}

/**
 * Answers the one type that values of several types can all be converted to, as Terraform chooses it.
 * @returns undefined if there is none
 */
export function unifyTypes(types: readonly HclType[]): HclType | undefined {
  const given = types.filter((type) => type !== "any");
  const [first] = given;
  if (first === undefined) return "any";
  if (given.every((type) => typeof type === "string")) return unifyPrimitives(given);
  const collections = given.filter((type) => typeof type !== "string");
  if (collections.length < given.length) return undefined;
  const kinds = new Set(collections.map(({ kind }) => kind));
  if ([...kinds].every((kind) => kind === "object" || kind === "map")) return unifyMaps(collections);
  if ([...kinds].every((kind) => kind !== "object" && kind !== "map")) return unifyLists(collections);
  return undefined;
}

type Collection = Exclude<HclType, string>;

function typeOfList(value: HclList): HclType {
  const types = value.items.map(typeOf);
  return value.kind === "tuple"
    ? { kind: "tuple", elements: types }
    : { kind: value.kind, element: unifyTypes(types) ?? "any" };
}

function unifyPrimitives(types: readonly HclType[]): HclType | undefined {
  const [first] = types;
  if (types.every((type) => type === first)) return first;
  return types.includes("string") ? "string" : undefined;
}

function unifyMaps(types: readonly Collection[]): HclType | undefined {
  const objects = types.filter((type) => type.kind === "object");
  const [first] = objects;
  const isOneShape =
    first !== undefined &&
    objects.length === types.length &&
    objects.every(
      ({ fields }) =>
        fields.size === first.fields.size && [...first.fields.keys()].every((key) => fields.has(key)),
    );
  if (!isOneShape) {
    const element = unifyTypes(types.flatMap(listInner));
    return element === undefined ? undefined : { kind: "map", element };
  }
  const fields = new Map<string, ObjectField>();
  for (const key of first.fields.keys()) {
    const type = unifyTypes(objects.map((object) => object.fields.get(key)?.type ?? "any"));
    if (type === undefined) return undefined;
    fields.set(key, required(type));
  }
  return { kind: "object", fields };
}

function unifyLists(types: readonly Collection[]): HclType | undefined {
  const tuples = types.filter((type) => type.kind === "tuple");
  const [first] = tuples;
  if (
    first !== undefined &&
    tuples.length === types.length &&
    tuples.every(({ elements }) => elements.length === first.elements.length)
  ) {
    const elements = first.elements.map((_, at) =>
      unifyTypes(tuples.map((tuple) => tuple.elements[at] ?? "any")),
    );
    if (elements.every((type) => type !== undefined)) return { kind: "tuple", elements };
    return undefined;
  }
  const element = unifyTypes(types.flatMap(listInner));
  if (element === undefined) return undefined;
  return { kind: types.every(({ kind }) => kind === "set") ? "set" : "list", element };
}

function listInner(type: Collection): readonly HclType[] {
  if (type.kind === "tuple") return type.elements;
  return type.kind === "object" ? [...type.fields.values()].map((field) => field.type) : [type.element];
}

function required(type: HclType): ObjectField {
  return { type, isOptional: false, fallback: null };
}
