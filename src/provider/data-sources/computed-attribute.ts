import type { Attributes, AttributeType, NestedAttribute, PlainAttribute } from "../../plugin/schema/schema";

/** Makes an attribute that only the service fills. */
export function computed(type: AttributeType, description: string): PlainAttribute {
  return { type, computed: true, description };
}

/** Makes an object, or a list of objects, that only the service fills. */
export function computedNested(
  nesting: "single" | "list",
  attributes: Attributes,
  description: string,
): NestedAttribute {
  return { nesting, attributes, computed: true, description };
}
