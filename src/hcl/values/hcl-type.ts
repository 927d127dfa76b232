import { HclNumber } from "./hcl-number";
import type { HclType, HclValue, ObjectField } from "./hcl-value";
import { HclList, Unresolved, unmark } from "./hcl-value";

/** Answers the type of a value; `any` for null and for what is not known. */
export function typeOf(marked: HclValue): HclType {
  const { value } = unmark(marked);
  if (value === null || value instanceof Unresolved) return "any";
  if (typeof value === "string") return "string";
  if (typeof value === "boolean") return "bool";
  if (value instanceof HclNumber) return "number";
  if (value instanceof HclList) return typeOfList(value);
  return value.kind === "map"
    ? { kind: "map", element: unifyElements([...value.fields.values()], value.element) }
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

/** Answers the type that suits all that is, or would be, in a list, set or map; `any` for other values. */
export function elementTypeOf(value: HclValue): HclType {
  const type = typeOf(value);
  return typeof type === "string" ? "any" : (unifyTypes(listInner(type)) ?? "any");
}

/** Tells whether two types are the same. */
export function isSameType(a: HclType, b: HclType): boolean {
  return describeType(a) === describeType(b);
}

function describeType(type: HclType): string {
  if (typeof type === "string") return type;
  if (type.kind === "tuple") return `tuple([${type.elements.map(describeType).join(",")}])`;
  if (type.kind !== "object") return `${type.kind}(${describeType(type.element)})`;
  const fields = [...type.fields].map(([key, field]) => `${JSON.stringify(key)}=${describeType(field.type)}`);
  return `object({${fields.sort().join(",")}})`;
}

type Collection = Exclude<HclType, string>;

function typeOfList(value: HclList): HclType {
  return value.kind === "tuple"
    ? { kind: "tuple", elements: value.items.map(typeOf) }
    : { kind: value.kind, element: unifyElements(value.items, value.element) };
}

function unifyElements(items: readonly HclValue[], element: HclType = "any"): HclType {
  return items.length === 0 ? element : (unifyTypes(items.map(typeOf)) ?? "any");
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
  // A tuple becomes what the others are; a list and a set make a list.
  const isSet = types.some(({ kind }) => kind === "set") && types.every(({ kind }) => kind !== "list");
  return { kind: isSet ? "set" : "list", element };
}

function listInner(type: Collection): readonly HclType[] {
  if (type.kind === "tuple") return type.elements;
  return type.kind === "object" ? [...type.fields.values()].map((field) => field.type) : [type.element];
}

function required(type: HclType): ObjectField {
  return { type, isOptional: false, fallback: null };
}
