import type { Attribute, AttributeType, NestedAttribute } from "../../src/plugin/schema";

const NESTED: Record<NestedAttribute["nesting"], string> = { single: "Attributes", list: "Attributes List" };
const SIMPLE = { string: "String", number: "Number", bool: "Boolean", dynamic: "Dynamic" } as const;

/** Describes an attribute's type in words, with what else users must know: `String, Sensitive`. */
export function describeAttributeType(attribute: Attribute): string {
  const type = "attributes" in attribute ? NESTED[attribute.nesting] : describeType(attribute.type);
  return [type, ...(attribute.sensitive === true ? ["Sensitive"] : [])].join(", ");
}

/** Says a type in words, as the registry's pages do: `Set of String`. */
export function describeType(type: AttributeType): string {
  if (typeof type === "string") return SIMPLE[type];
  if ("list" in type) return `List of ${describeType(type.list)}`;
  if ("set" in type) return `Set of ${describeType(type.set)}`;
  if ("map" in type) return `Map of ${describeType(type.map)}`;
  return "tuple" in type ? "Tuple" : "Object";
}
