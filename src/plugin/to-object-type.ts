import type { Attribute, Attributes, AttributeType, ObjectType } from "./schema";

const TYPES = new WeakMap<Attributes, ObjectType>();

/** Returns the type of an object with exactly these attributes, such as a configuration or state. */
export function toObjectType(attributes: Attributes): ObjectType {
  const known = TYPES.get(attributes);
  if (known !== undefined) return known;
  const types = Object.entries(attributes).map(([name, each]) => [name, toAttributeType(each)] as const);
  const type = { object: Object.fromEntries(types) };
  TYPES.set(attributes, type);
  return type;
}

/** Returns the type of one attribute. */
export function toAttributeType(attribute: Attribute): AttributeType {
  if ("type" in attribute) return attribute.type;
  const inner = toObjectType(attribute.attributes);
  return attribute.nesting === "single" ? inner : { list: inner };
}
