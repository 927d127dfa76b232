import type { ObjectType } from "../schema/schema";
import type { ObjectValue, Value } from "./value";
import { ValueError } from "./value-error";

/**
 * Makes an object with every attribute of its type: those given, and null for the others.
 * @param type - for a whole schema `toObjectType(schema.attributes)`
 * @throws ValueError for a given attribute that the type does not have
 */
export function makeObject(type: ObjectType, given: { readonly [name: string]: Value }): ObjectValue {
  const object = new Map<string, Value>(Object.keys(type.object).map((name) => [name, null]));
  for (const [name, value] of Object.entries(given)) {
    if (!object.has(name)) throw new ValueError([{ attribute: name }], "unsupported attribute.");
    object.set(name, value);
  }
  return object;
}
