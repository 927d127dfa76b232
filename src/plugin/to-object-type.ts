import type { Attribute, Attributes, AttributeType, ObjectType } from "./schema";

const TYPES = new WeakMap<Attributes, ObjectType>();

/** Returns the type of an object with exactly these attributes, such as a configuration or state. */
export function toObjectType(attributes: Attributes): ObjectType {
  let type = TYPES.get(attributes);
  if (type === undefined) TYPES.set(attributes, (type = makeObjectType(attributes)));
  return type;
}

function makeObjectType(attributes: Attributes): ObjectType {
  const types = Object.entries(attributes).map(([name, each]) => [name, toAttributeType(each)] as const);
  return { object: Object.fromEntries(types) };
}

/** Returns the type of one attribute. */
export function toAttributeType(attribute: Attribute): AttributeType {
  if ("type" in attribute) return attribute.type;
  const inner = toObjectType(attribute.attributes);
  return attribute.nesting === "single" ? inner : { list: inner };
}
